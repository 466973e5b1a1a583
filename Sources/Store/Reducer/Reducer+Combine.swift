extension Reducer {
  /// Runs reducers one after another on the same state and action.
  ///
  /// Their commands run side by side.
  /// - Parameter reducers: They run in this order; each sees what those before it changed.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer { combine(reducers) }

  /// Runs reducers one after another on the same state and action.
  ///
  /// Their commands run side by side.
  /// - Parameter reducers: They run in this order; each sees what those before it changed.
  @inlinable
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    // Pairs of pairs: a reducer that calls two others keeps them, where a list would count a
    // reference to each at each action.
    guard var all = reducers.first else { return Reducer { _, _ in } }
    for reducer in reducers.dropFirst() { all = all.followed(by: reducer) }
    return all
  }

  @inlinable
  func followed(by next: Reducer) -> Reducer {
    Reducer { [run] state, action in
      let first = run(&state, action)
      let second = next.run(&state, action)
      if second.isNone { return first }
      return first.isNone ? second : .merge([first, second])
    }
  }
}
