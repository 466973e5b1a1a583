// Stores for children that may not be there. When the child goes, its store stays: it reads the last
// state that it saw, its subscribers hear nothing until the child is back, and its actions are
// ignored by the reducer, and reported.

extension Store {
  /// A store for what an optional field holds, or nil while it holds nothing.
  ///
  /// The child that was read last is kept, to be there when it has gone. So the first action after each
  /// read of that store's state, or of one scoped from it, copies what it changes of the child; to
  /// subscribe reads it once. Where that is much, read the state of this store instead.
  /// - Parameters:
  ///   - field: Where the child lives.
  ///   - action: The case of the child's actions among this store's.
  @inlinable
  public func scope<Child: Equatable & Sendable, ChildAction: Sendable>(
    optional field: KeyPath<State, Child?> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    let listening = listening
    return scope(
      mayBeGone: Selection.field(field).then(.unwrapped()),
      audience: {
        listening().branch(.field(field), areEqual: { $0 == $1 })
          .branch(.unwrapped(), areEqual: { $0 == $1 })
      },
      action.embed, action.extract)
  }

  /// A store for the element of a list that has an id, or nil while there is none.
  ///
  /// A change of another element costs its subscribers nothing: those whom a change concerns are
  /// found by id, in time that follows what changed.
  ///
  /// The element that was read last is kept, and what that costs is as in `scope(optional:action:)`.
  /// - Parameters:
  ///   - id: The element's.
  ///   - list: Where the elements live.
  ///   - action: The case of the elements' actions among this store's.
  @inlinable
  public func scope<Element: Identifiable & Equatable & Sendable, ElementAction: Sendable>(
    element id: Element.ID, in list: KeyPath<State, IdentifiedList<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>
  ) -> Store<Element, ElementAction>? where Element.ID: Sendable {
    let listening = listening
    return scope(
      mayBeGone: Selection.field(list).then(.computed { $0[id: id] }),
      audience: {
        ElementTable.of(listening().branch(.field(list), areEqual: { $0 == $1 }))
          .audience(of: id).branch(.unwrapped(), areEqual: { $0 == $1 })
      },
      { action.embed((id, $0)) },
      {
        guard let (target, part) = action.extract($0), target == id else { return nil }
        return part
      })
  }

  /// A store for what a case of an enum holds, or nil while the state is in another case.
  ///
  /// What was read last is kept, and what that costs is as in `scope(optional:action:)`.
  /// - Parameters:
  ///   - field: Where the enum is; `\.self` when it is the state itself.
  ///   - path: The case.
  ///   - action: The case of the child's actions among this store's.
  @inlinable
  public func scope<
    Choice: Equatable & Sendable, Child: Equatable & Sendable, ChildAction: Sendable
  >(
    state field: KeyPath<State, Choice> & Sendable, case path: CasePath<Choice, Child>,
    action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    let listening = listening
    let part = Selection<Choice, Child>.computed(path.extract)
    return scope(
      mayBeGone: Selection.field(field).then(part),
      audience: {
        listening().branch(.field(field), areEqual: { $0 == $1 })
          .branch(part, areEqual: { $0 == $1 })
      },
      action.embed, action.extract)
  }

  @inlinable
  func scope<Child: Sendable, ChildAction: Sendable>(
    mayBeGone selection: Selection<State, Child>,
    audience: @escaping @Sendable () -> Audience<Child>,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: @escaping @Sendable (Action) -> ChildAction?
  ) -> Store<Child, ChildAction>? {
    let read = reading
    var first: Snapshot<Child>?
    read { selection.lend($0) { first = $0.snapshot } }
    guard let first else { return nil }
    let last = LastSeen(first.state, version: first.version)
    return scope(
      read: { body in
        read { whole in
          var isThere = false
          selection.lend(whole) { part in
            isThere = true
            last.note(part.state, version: part.version)
            body(part)
          }
          if !isThere { Snapshot(state: last.value, version: whole.version).lend(body) }
        }
      },
      audience: audience, selection, embed, extract)
  }
}

extension Selection {
  /// What an optional holds, if it holds something.
  @inlinable
  static func unwrapped() -> Selection where Whole == Part? {
    Selection(key: BranchKey(.unwrapped)) { whole, body in
      guard let part = whole.address.pointee else { return }
      withUnsafePointer(to: part) { body(Lent($0, version: whole.version)) }
    }
  }
}
