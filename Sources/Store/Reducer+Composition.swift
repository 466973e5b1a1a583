extension Reducer {
  /// Runs reducers one after another on the same state and action.
  /// - Parameter reducers: They run in this order; each sees what those before it changed.
  public static func combine(_ reducers: Reducer...) -> Reducer {
    Reducer { state, action in
      for reducer in reducers { reducer.reduce(&state, action) }
    }
  }

  /// Runs a child's reducer on a field of this state, for the actions that are the child's.
  ///
  /// - Parameters:
  ///   - field: Where the child's state lives. It is changed in place, without a copy of its
  ///     parent.
  ///   - extract: The child's action inside an action, or nil for an action that is not the
  ///     child's.
  ///   - child: The child's reducer.
  public static func scope<Child, ChildAction>(
    state field: WritableKeyPath<State, Child> & Sendable,
    action extract: @escaping @Sendable (Action) -> ChildAction?,
    _ child: Reducer<Child, ChildAction>
  ) -> Reducer {
    Reducer { state, action in
      guard let childAction = extract(action) else { return }
      child.reduce(&state[keyPath: field], childAction)
    }
  }
}
