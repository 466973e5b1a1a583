import MillraceStore

/// A kind of scope, for the store and for the model.
struct ChildKind<State: Part>: Sendable {
  let name: String
  /// Returns nil when the child is missing.
  let scope: @Sendable (Store<State, State.Action>) -> (any RealScope)?
  let model: @Sendable (ModelScope<State>) -> (any AnyModelScope)?

  static func field<Child: Part>(
    _ name: String, _ path: KeyPath<State, Child> & Sendable,
    _ action: CasePath<State.Action, Child.Action>
  ) -> ChildKind {
    ChildKind(
      name: name,
      scope: { $0.scope(state: path, action: action) },
      model: {
        ModelScope(parent: $0, name: name, mayBeGone: false, embed: action.embed) {
          $0[keyPath: path]
        }
      })
  }

  static func optional<Child: Part>(
    _ name: String, _ path: WritableKeyPath<State, Child?> & Sendable,
    _ action: CasePath<State.Action, Child.Action>
  ) -> ChildKind {
    ChildKind(
      name: name,
      scope: { $0.scope(.optional(path), action: action) },
      model: { ModelScope(parent: $0, name: name, embed: action.embed) { $0[keyPath: path] } })
  }

  static func element<Child: Part>(
    _ id: Int, in list: WritableKeyPath<State, IdentifiedList<Child>> & Sendable,
    _ action: CasePath<State.Action, (Int, Child.Action)>
  ) -> ChildKind {
    ChildKind(
      name: "row \(id)",
      scope: { $0.scope(element: id, in: list, action: action) },
      model: {
        ModelScope(
          parent: $0, name: "row \(id)", isElement: true, embed: { action.embed((id, $0)) }
        ) { $0[keyPath: list][id: id] }
      })
  }

  static func choice<Whole: Fingerprinted, Child: Part>(
    _ name: String, _ path: WritableKeyPath<State, Whole> & Sendable,
    _ part: CasePath<Whole, Child>,
    _ action: CasePath<State.Action, Child.Action>
  ) -> ChildKind {
    ChildKind(
      name: name,
      scope: { $0.scope(.case(part, in: path), action: action) },
      model: {
        ModelScope(parent: $0, name: name, embed: action.embed) { part.extract($0[keyPath: path]) }
      })
  }
}

/// A store of a random program, with its state's type erased.
protocol RealScope: AnyObject, Sendable {
  func dispatch(_ draw: Draw)
  func subscribe(
    kind: Int, _ body: @escaping @Sendable (Call) -> Void
  ) -> (name: String, token: Subscription)
  func child(kind: Int) -> (any RealScope)?
  /// The fingerprint of the state, and its version.
  var reading: (fingerprint: Int, version: UInt64) { get }
}

extension Store: RealScope where State: Part, Action == State.Action {
  func dispatch(_ draw: Draw) {
    dispatch(draw.action(of: State.self))
  }

  func subscribe(
    kind: Int, _ body: @escaping @Sendable (Call) -> Void
  ) -> (name: String, token: Subscription) {
    let kind = State.watches[kind]
    return (kind.name, kind.subscribe(self, body))
  }

  func child(kind: Int) -> (any RealScope)? { State.children[kind].scope(self) }

  var reading: (fingerprint: Int, version: UInt64) {
    let snapshot = snapshot
    return (snapshot.state.fingerprint, snapshot.version)
  }
}
