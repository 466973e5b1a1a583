import MillraceStore

/// A part of a program, after Elm: what it knows, what can happen to it, how it changes, and how it
/// looks.
///
/// ```swift
/// struct Counter: Feature {
///   enum Action { case increment }
///
///   static var initialState: Int { 0 }
///
///   static func update(_ state: inout Int, _ action: Action) -> Command<Action> {
///     state += 1
///     return .none
///   }
///
///   static func view(_ state: Int, _ dispatch: Dispatcher<Action>) -> String { "\(state)" }
/// }
/// ```
///
/// The type of the view is the feature's own choice: a `Node` for a screen, a `String` for a test.
/// Features contain one another: a parent holds a child's state in its own, wraps the child's
/// actions in a case of its own, and passes `dispatch.wrap(…)` to the child's view.
///
/// Source: The Elm Architecture, <https://guide.elm-lang.org/architecture/>.
public protocol Feature: SendableMetatype {
  /// What the feature knows.
  associatedtype State: Sendable
  /// What can happen to it.
  associatedtype Action: Sendable
  /// What it looks like.
  associatedtype View

  /// The state to begin with.
  static var initialState: State { get }

  /// Changes the state as an action says, and returns what is to be done besides.
  ///
  /// A reducer: pure, and called under the store's lock.
  ///
  /// A feature inside another is called by its parent, which makes the commands its own by
  /// `Command.map`. Where two children have ids in their commands that could meet, as two of one type
  /// have, `Command.scoped(by:)` tells them apart; `Reducer.scope` does both.
  /// - Parameters:
  ///   - state: The state, to be changed in place.
  ///   - action: What happened.
  /// - Returns: A command; `.none` when there is nothing to do.
  static func update(_ state: inout State, _ action: Action) -> Command<Action>

  /// The long-lived work that a state wants: timers, signals, files to watch; Elm's subscriptions. The default
  /// is nil: where there is none, no change needs to ask for it.
  static var sources: (@Sendable (State) -> [ActionSource<Action>])? { get }

  /// What a state looks like. Pure.
  /// - Parameters:
  ///   - state: The state to show.
  ///   - dispatch: Where the view sends its actions.
  @MainActor static func view(_ state: State, _ dispatch: Dispatcher<Action>) -> View
}

extension Feature {
  public static var sources: (@Sendable (State) -> [ActionSource<Action>])? { nil }

  /// The feature's `update`, for use among other reducers.
  public static var reducer: Reducer<State, Action> {
    Reducer { state, action -> Command<Action> in update(&state, action) }
  }
}

extension Store {
  /// Makes a store that runs a feature.
  /// - Parameters:
  ///   - feature: Gives the initial state, the reducer and the sources.
  ///   - middleware: The outermost first.
  ///   - start: A command to begin with.
  ///   - dependencies: What effects, sources and middleware depend on.
  ///   - onIssue: Reads the issues of all layers, from the start on.
  public convenience init<Root: Feature>(
    _ feature: Root.Type,
    middleware: [Middleware<State, Action>] = [],
    start: Command<Action> = .none,
    dependencies: Dependencies = Dependencies(),
    onIssue: (@Sendable (any RuntimeIssue) -> Void)? = nil
  ) where Root.State == State, Root.Action == Action {
    self.init(
      initial: Root.initialState, reducer: Root.reducer, middleware: middleware,
      sources: Root.sources, start: start, dependencies: dependencies, onIssue: onIssue)
  }

  /// What a feature shows for this store's newest state.
  @MainActor
  public func view<Root: Feature>(of feature: Root.Type) -> Root.View
  where Root.State == State, Root.Action == Action {
    Root.view(state, Dispatcher(self))
  }
}
