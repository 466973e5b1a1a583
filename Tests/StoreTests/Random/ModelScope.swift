/// The state of the random programs: three levels and a leaf, each with children of all kinds.
typealias Root = Level<Level<Level<Leaf>>>

/// A scoped store in the model: it finds a part of the root's state.
final class ModelScope<State: Part>: AnyModelScope {
  let name: String
  /// Whether this is an element of a list, or inside one.
  let excludesNaN: Bool
  /// Returns the part in a root state, or nil when it is missing.
  let find: (Root) -> State?
  private let embed: (State.Action) -> Root.Action
  /// Returns the current state of the root.
  private let current: () -> Root
  /// Whether the part, or a part around it, may be removed.
  let mayBeGone: Bool
  /// The state shown last, by a read or to a subscriber.
  var last: State?

  /// The scope of a child, or nil when the child is missing.
  init?<Parent: Part>(
    parent: ModelScope<Parent>, name: String, mayBeGone: Bool = true,
    isElement: Bool = false, embed: @escaping (State.Action) -> Parent.Action,
    _ select: @escaping (Parent) -> State?
  ) {
    // A field exists whenever its parent does, so it is not looked up.
    self.mayBeGone = mayBeGone || parent.mayBeGone
    current = parent.current
    if self.mayBeGone {
      last = select(parent.read())
      if last == nil { return nil }
    }
    self.name = "\(parent.name)/\(name)"
    excludesNaN = isElement || parent.excludesNaN
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
    excludesNaN = false
    self.find = find
    self.embed = embed
    current = root
    mayBeGone = false
  }

  /// The current part, or the one shown last when it is missing.
  func read() -> State {
    if let now = find(current()) { last = now }
    return last!
  }

  var fingerprint: Int { read().fingerprint }
  var childCount: Int { State.children.count }
  func watchKinds(isProbedOnly: Bool) -> [Int] {
    // Stored here: the property makes them anew each time, because a generic type cannot keep them.
    let watches = State.watches
    return watches.indices.filter { !isProbedOnly || watches[$0].isProbed }
  }
  func watch(kind: Int, version: UInt64) -> any ModelWatch {
    State.watches[kind].model(self, version)
  }
  func child(kind: Int) -> (any AnyModelScope)? { State.children[kind].model(self) }

  func action(_ draw: Draw) -> Root.Action { embed(draw.action(of: State.self)) }
}

extension ModelScope where State == Root {
  convenience init(root: @escaping () -> Root) { self.init(root: root, { $0 }, { $0 }) }
}

/// A scope of the model, with its state's type erased.
protocol AnyModelScope: AnyObject {
  var name: String { get }
  var excludesNaN: Bool { get }
  var fingerprint: Int { get }
  var childCount: Int { get }
  /// The kinds of subscription, or only those that skip commits that do not concern them.
  func watchKinds(isProbedOnly: Bool) -> [Int]
  func watch(kind: Int, version: UInt64) -> any ModelWatch
  func child(kind: Int) -> (any AnyModelScope)?
  func action(_ draw: Draw) -> Root.Action
}

/// A subscriber of the model, with its value's type erased.
protocol ModelWatch: AnyObject {
  /// Returns the call that the subscriber gets for a state.
  func offer(_ root: Root, version: UInt64) -> Call?
}

/// The calls that a subscriber must get. It uses only the store's contract, and none of its code.
final class ModelSubscriber<State: Part, Value: Fingerprinted>: ModelWatch {
  private let find: (Root) -> State?
  private let select: (State) -> Value
  private let keepLast: (State) -> Void
  private var seen: Value
  private var version: UInt64

  init(
    _ scope: ModelScope<State>, _ version: UInt64,
    isPart: Bool = false, _ select: @escaping (State) -> Value
  ) {
    find = scope.find
    // A subscriber of a part of the child keeps only that part; for an element it keeps the whole
    // element.
    keepLast = { if scope.mayBeGone, !isPart || scope.excludesNaN { scope.last = $0 } }
    self.select = select
    seen = select(scope.read())
    self.version = version
  }

  func offer(_ root: Root, version: UInt64) -> Call? {
    guard version > self.version, let part = find(root) else { return nil }
    let new = select(part)
    self.version = version
    if seen == new { return nil }
    keepLast(part)
    let call = Call(old: seen.fingerprint, new: new.fingerprint, version: version)
    seen = new
    return call.isNews ? call : nil
  }
}
