/// The state of the random programs: three levels and a leaf, each with children of all kinds.
typealias Root = Level<Level<Level<Leaf>>>

/// What a scoped store is in the model: a way to find a part of the root's state.
final class ModelScope<State: Part>: AnyModelScope {
  let name: String
  let isRoot: Bool
  /// An element of a list, or something in one.
  let isCalm: Bool
  /// The part in a state of the root; nil while it is not there.
  let find: (Root) -> State?
  private let embed: (State.Action) -> Root.Action
  /// The present state of the root.
  private let current: () -> Root
  /// It, or what it is a part of, may go.
  let mayBeGone: Bool
  /// What was shown last, by reading it or to a subscriber.
  var last: State?

  /// The scope of a child; nil when the child may be gone, and is.
  init?<Parent: Part>(
    parent: ModelScope<Parent>, name: String, mayBeGone: Bool = true,
    isElement: Bool = false, embed: @escaping (State.Action) -> Parent.Action,
    _ select: @escaping (Parent) -> State?
  ) {
    // A field is there when its parent is: there is no need to look.
    self.mayBeGone = mayBeGone || parent.mayBeGone
    current = parent.current
    if self.mayBeGone {
      last = select(parent.read())
      if last == nil { return nil }
    }
    self.name = "\(parent.name)/\(name)"
    isRoot = false
    isCalm = isElement || parent.isCalm
    find = { root in parent.find(root).flatMap(select) }
    self.embed = { parent.rootAction($0, embed) }
  }

  fileprivate func rootAction<Inner>(_ inner: Inner, _ embed: (Inner) -> State.Action)
    -> Root.Action
  {
    self.embed(embed(inner))
  }

  fileprivate init(
    root: @escaping () -> Root, _ find: @escaping (Root) -> State?,
    _ embed: @escaping (State.Action) -> Root.Action
  ) {
    name = ""
    isRoot = true
    isCalm = false
    self.find = find
    self.embed = embed
    current = root
    mayBeGone = false
  }

  /// The part as it is now; the last one that was shown, if it is not there.
  func read() -> State {
    if let now = find(current()) { last = now }
    return last!
  }

  var fingerprint: Int { read().fingerprint }
  var watchCount: Int { State.watches.count }
  var childCount: Int { State.children.count }
  func isProbed(kind: Int) -> Bool { State.watches[kind].isProbed }
  func watch(kind: Int, version: UInt64) -> any ModelWatch {
    State.watches[kind].model(self, version)
  }
  func child(kind: Int) -> (any AnyModelScope)? { State.children[kind].model(self) }

  func action(_ draw: Draw) -> Root.Action { embed(draw.action(of: State.self)) }
}

extension ModelScope where State == Root {
  convenience init(root: @escaping () -> Root) { self.init(root: root, { $0 }, { $0 }) }
}

/// A scope of the model, without the type of its state.
protocol AnyModelScope: AnyObject {
  var name: String { get }
  var isCalm: Bool { get }
  var fingerprint: Int { get }
  var watchCount: Int { get }
  var childCount: Int { get }
  func isProbed(kind: Int) -> Bool
  func watch(kind: Int, version: UInt64) -> any ModelWatch
  func child(kind: Int) -> (any AnyModelScope)?
  func action(_ draw: Draw) -> Root.Action
}

/// A subscriber of the model, without the type of its value.
protocol ModelWatch: AnyObject {
  /// What it is told of a state.
  func offer(_ root: Root, version: UInt64) -> Call?
}

/// What a subscriber must be told: nothing of the store's is in it but its contract.
final class ModelSubscriber<State: Part, Value: Fingerprinted>: ModelWatch {
  private let find: (Root) -> State?
  private let select: (State) -> Value
  private let mayCallForEquals: Bool
  private let note: (State) -> Void
  private var seen: Value
  private var version: UInt64

  init(
    _ scope: ModelScope<State>, _ version: UInt64, mayCallForEquals: Bool = false,
    isPart: Bool = false, _ select: @escaping (State) -> Value
  ) {
    find = scope.find
    // Who listens to a part alone is shown no more than that; but of an element all is kept.
    note = { if scope.mayBeGone, !isPart || scope.isCalm { scope.last = $0 } }
    self.select = select
    self.mayCallForEquals = mayCallForEquals
    seen = select(scope.read())
    self.version = version
  }

  func offer(_ root: Root, version: UInt64) -> Call? {
    guard version > self.version, let part = find(root) else { return nil }
    let new = select(part)
    self.version = version
    if !mayCallForEquals, seen == new { return nil }
    note(part)
    let call = Call(old: seen.fingerprint, new: new.fingerprint, version: version)
    seen = new
    return call.isNews ? call : nil
  }
}
