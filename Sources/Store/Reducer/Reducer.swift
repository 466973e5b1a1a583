/// Defines how actions change a state. Only reducers change a store's state, unless a middleware or
/// a tool replaces it.
///
/// A reducer is pure. It reads its state and action, changes the state in place, and has no other
/// effect: it starts no work, reads no clock, and does not use the store that runs it. It returns
/// all other work as a `Command`.
public struct Reducer<State, Action: Sendable>: Sendable {
  @usableFromInline let run: @Sendable (inout State, Action) -> Command<Action>
  /// The sources that a state requires; nil for none.
  @usableFromInline var sources: (@Sendable (State) -> [ActionSource<Action>])?

  /// Makes a reducer from a function that only changes the state.
  /// - Parameter reduce: Changes the state in place according to the action.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    run = { state, action in
      reduce(&state, action)
      return .none
    }
  }

  // This initializer is disfavoured, because a closure without a `return` matches both
  // initializers, and should use the one above.
  /// Makes a reducer from a function that changes the state and returns a command.
  /// - Parameter reduce: Changes the state in place according to the action, and returns a command;
  ///   `.none` if there is no work.
  @inlinable
  @_disfavoredOverload
  public init(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Command<Action>
  ) {
    run = reduce
  }

  /// Applies one action to a state, for a reducer that calls another one, and for a test of the
  /// reducer alone: `_ = todos.reduce(&state, .add)`.
  ///
  /// A reducer can modify the behaviour of another reducer:
  ///
  /// ```swift
  /// func counted(_ reducer: Reducer<Shelf, ShelfAction>) -> Reducer<Shelf, ShelfAction> {
  ///   Reducer { state, action -> Command<ShelfAction> in
  ///     state.actions += 1
  ///     return reducer.reduce(&state, action)
  ///   }
  /// }
  /// ```
  /// - Returns: The reducer's command, which has not started. A caller that ignores it loses the
  ///   effects.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) -> Command<Action> {
    run(&state, action)
  }

  /// Declares the long-lived work that a state requires, such as timers, connections or watched
  /// files. Sources that were declared before stay declared.
  ///
  /// ```swift
  /// let clock = Reducer<Clock, ClockAction> { clock, action in
  ///   switch action {
  ///   case .start: clock.isRunning = true
  ///   case .stop: clock.isRunning = false
  ///   case .ticked: clock.seconds += 1
  ///   }
  /// }
  /// .sources { clock in
  ///   clock.isRunning ? [.timer(id: "tick", every: .seconds(1)) { .ticked }] : []
  /// }
  /// ```
  ///
  /// After each commit, the store compares the sources by id: it starts new ones, stops missing
  /// ones, and keeps the others running. After the commit that makes a source unnecessary, no
  /// action of the source is applied. `scope` adds the sources of a child to those of its parent,
  /// with separate ids for each child.
  /// - Parameter wanted: Returns the sources that a state requires. Pure: it is called under the
  ///   store's lock.
  public func sources(
    _ wanted: @escaping @Sendable (State) -> [ActionSource<Action>]
  ) -> Reducer {
    var reducer = self
    reducer.sources = Self.joined(sources, wanted)
    return reducer
  }

  /// Returns the sources that a state requires, for a reducer that calls another one:
  /// `.sources { inner.requiredSources($0) }`.
  public func requiredSources(_ state: State) -> [ActionSource<Action>] { sources?(state) ?? [] }

  /// Changes the dependencies of the work that this reducer's commands and sources do, for example
  /// only for one child:
  /// `.scope(state: \.city, action: cityPath, city.dependencies { $0[Weather.self] = … })`.
  ///
  /// If the reducer of a child changes the same dependency, the child's change wins. Delays,
  /// debounces, throttles and timers stay on the store's clock.
  /// - Parameter change: Changes the dependencies. Called each time that work starts.
  public func dependencies(
    _ change: @escaping @Sendable (inout Dependencies) -> Void
  ) -> Reducer {
    var reducer = Reducer { [run] state, action -> Command<Action> in
      guard let tree = run(&state, action).tree else { return .none }
      return Command(
        tree: tree.rebuilt(action: { $0 }) { $0.changingDependencies(change) })
    }
    if let sources {
      reducer.sources = { state in sources(state).map { $0.changingDependencies(change) } }
    }
    return reducer
  }

  /// Returns this reducer with the sources of another reducer that it calls.
  package func takingSources(of inner: Reducer) -> Reducer {
    var reducer = self
    reducer.sources = inner.sources
    return reducer
  }

  @usableFromInline
  static func joined(
    _ first: (@Sendable (State) -> [ActionSource<Action>])?,
    _ second: (@Sendable (State) -> [ActionSource<Action>])?
  ) -> (@Sendable (State) -> [ActionSource<Action>])? {
    guard let first, let second else { return first ?? second }
    return { first($0) + second($0) }
  }
}
