extension Reducer {
  /// Runs reducers one after another on the same state and action.
  ///
  /// Their commands run concurrently.
  /// - Parameter reducers: The reducers, which run in this order. Each reducer sees the changes of
  ///   the previous ones.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer { combine(reducers) }

  /// Runs reducers one after another on the same state and action.
  ///
  /// Their commands run concurrently.
  /// - Parameter reducers: The reducers, which run in this order. Each reducer sees the changes of
  ///   the previous ones.
  @inlinable
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    // The reducers are nested in pairs: a closure that calls two reducers retains them once, while
    // a loop over an array would retain and release each reducer at each action.
    guard var all = reducers.first else { return Reducer { _, _ in } }
    for reducer in reducers.dropFirst() { all = all.followed(by: reducer) }
    return all
  }

  @inlinable
  func followed(by next: Reducer) -> Reducer {
    var both = Reducer { [run] state, action -> Command<Action> in
      let first = run(&state, action)
      let second = next.run(&state, action)
      if second.isNone { return first }
      return first.isNone ? second : .merge([first, second])
    }
    both.sources = Self.joined(sources, next.sources)
    return both
  }
}
