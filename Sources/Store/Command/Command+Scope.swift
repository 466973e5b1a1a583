// The effects of a child: a field, an optional, an element of a list, a case of an enum.

extension Command {
  /// Gives this command a place of its own: the ids in it are not those of other places, and all
  /// its work, named or not, belongs to the place.
  ///
  /// `Reducer.scope` does this for the children that it runs. Where a reducer calls a child's function
  /// itself, it tells children of one type apart by this:
  ///
  /// ```swift
  /// case .left(let action):
  ///   return update(&state.left, action).map { .left($0) }.scoped(by: "left")
  /// ```
  /// - Parameter place: What tells the place from others around it.
  /// - Complexity: O(1).
  public func scoped(by place: some Hashable & Sendable) -> Command {
    guard let tree else { return .none }
    return Command(.scope(EffectKey(place), tree))
  }

  /// Ends all that runs or waits in a place, and in places inside it.
  /// - Parameter place: As given to `scoped(by:)`.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancelScope(by place: some Hashable & Sendable) -> Command {
    Command(.cancelScope(EffectKey(place)))
  }

  /// Ends all effects of the child in a field, or in an optional field, and those of its own children.
  ///
  /// A parent that removes a child returns this: effects know nothing of the state, so those of the
  /// child would go on, and their actions would be reported, or reach the child that comes after it.
  ///
  /// ```swift
  /// case .close:
  ///   state.editor = nil
  ///   return .cancelScope(of: \Desk.editor)
  /// ```
  /// - Parameter field: As given to `Reducer.scope(state:action:_:)` or
  ///   `Reducer.scope(optional:action:_:)`.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancelScope<Parent, Child>(
    of field: KeyPath<Parent, Child> & Sendable
  ) -> Command {
    cancelScope(by: ChildKey(field))
  }

  /// Ends all effects of an element of a list, and those of its own children: see `cancelScope(of:)`.
  /// - Parameters:
  ///   - id: The element's.
  ///   - list: As given to `Reducer.scope(elements:action:_:)`.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancelScope<Parent, Element: Identifiable>(
    ofElement id: Element.ID, in list: KeyPath<Parent, IdentifiedList<Element>> & Sendable
  ) -> Command where Element.ID: Sendable {
    cancelScope(by: ChildKey(list, id: id))
  }

  /// Ends all effects of what a case of an enum holds, and those of its own children: see
  /// `cancelScope(of:)`.
  /// - Parameters:
  ///   - field: Where the enum is.
  ///   - path: The case path that `Reducer.scope(state:case:action:_:)` was given.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancelScope<Parent, Choice, Child>(
    of field: KeyPath<Parent, Choice> & Sendable, case path: CasePath<Choice, Child>
  ) -> Command {
    cancelScope(by: ChildKey(field, id: path.identity))
  }
}
