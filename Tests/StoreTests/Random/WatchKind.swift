import MillraceStore

/// A kind of subscription, for the store and for the model.
struct WatchKind<State: Part>: Sendable {
  let name: String
  /// Whether the subscriber is not called for commits that do not concern it.
  let isProbed: Bool
  let subscribe:
    @Sendable (Store<State, State.Action>, @escaping @Sendable (Call) -> Void) -> Subscription
  let model: @Sendable (ModelScope<State>, UInt64) -> any ModelWatch

  /// The store's whole state.
  static var whole: WatchKind {
    WatchKind(
      name: "whole", isProbed: false,
      subscribe: { store, body in store.subscribe { body(Call($0)) } },
      model: { scope, version in ModelSubscriber(scope, version) { $0 } })
  }

  static func keyPath<Value: Fingerprinted>(
    _ name: String, _ path: KeyPath<State, Value> & Sendable, isProbed: Bool = true
  ) -> WatchKind {
    WatchKind(
      name: "\\.\(name)", isProbed: isProbed,
      subscribe: { store, body in store.subscribe(to: path) { body(Call($0)) } },
      model: { ModelSubscriber($0, $1, isPart: true) { $0[keyPath: path] } })
  }

  static func closure<Value: Fingerprinted>(
    _ name: String, _ select: @escaping @Sendable (State) -> Value
  ) -> WatchKind {
    WatchKind(
      name: "{ \(name) }", isProbed: false,
      subscribe: { store, body in store.subscribe(to: select) { body(Call($0)) } },
      model: { ModelSubscriber($0, $1, select) })
  }

  /// A selector that declares its inputs.
  static func selector<Value: Fingerprinted>(
    _ name: String, _ selector: StateSelector<State, Value>
  ) -> WatchKind {
    WatchKind(
      name: "selector \(name)", isProbed: true,
      subscribe: { store, body in store.subscribe(to: selector) { body(Call($0)) } },
      model: { ModelSubscriber($0, $1, selector.withOwnMemory().select) })
  }

  static func element<Element: Fingerprinted & Identifiable>(
    _ id: Int, in list: KeyPath<State, IdentifiedList<Element>> & Sendable
  ) -> WatchKind where Element.ID == Int {
    WatchKind(
      name: "element \(id)", isProbed: true,
      subscribe: { store, body in store.subscribe(toElement: id, in: list) { body(Call($0)) } },
      model: { ModelSubscriber($0, $1, isPart: true) { $0[keyPath: list][id: id] } })
  }
}

/// One call of a subscriber: the fingerprints of its two values.
struct Call: Equatable, Sendable, CustomStringConvertible {
  let old: Int
  let new: Int
  let version: UInt64

  init(old: Int, new: Int, version: UInt64) {
    self.old = old
    self.new = new
    self.version = version
  }

  init(_ change: Change<some Fingerprinted>) {
    self.init(
      old: change.old.fingerprint, new: change.new.fingerprint, version: change.version)
  }

  /// Whether the two values differ. A value that is not equal to itself, such as NaN, may or may
  /// not be delivered repeatedly, and no test should require either.
  var isNews: Bool { old != new }

  var description: String {
    "\(version): \(String(UInt(bitPattern: old) % 0x10000, radix: 16))"
      + " to \(String(UInt(bitPattern: new) % 0x10000, radix: 16))"
  }
}
