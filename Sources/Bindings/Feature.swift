import MillraceStore

/// A part of a program, as in Elm: its state, its actions, its reducer and its view.
///
/// ```swift
/// enum Temperature: Feature {
///   enum Action: Sendable { case warmer, colder }
///
///   static var initialState: Int { 20 }
///
///   static func update(_ degrees: inout Int, _ action: Action) -> Command<Action> {
///     degrees += action == .warmer ? 1 : -1
///     return .none
///   }
///
///   @NodeBuilder
///   static func view(_ degrees: Int, _ dispatch: Dispatcher<Action>) -> Node {
///     Row(gap: 1) {
///       Button("-") { dispatch(.colder) }
///       Text("\(degrees) °C")
///       Button("+") { dispatch(.warmer) }
///     }
///   }
/// }
/// ```
///
/// Each feature chooses the type of its view: a `Node` for a screen, a `String` for a test. With
/// `@NodeBuilder`, the view may contain any nodes, components and statements, like a component's
/// body. Features can be nested: a parent stores a child's state in its own state, embeds the
/// child's actions in a case of its own actions, and passes `dispatch.wrap(…)` to the child's view.
///
/// Source: The Elm Architecture, <https://guide.elm-lang.org/architecture/>.
public protocol Feature: SendableMetatype {
  /// The state of the feature.
  associatedtype State: Sendable
  /// The actions of the feature.
  associatedtype Action: Sendable
  /// The type of the feature's view, such as `Node`.
  associatedtype View

  /// The state of a new store.
  static var initialState: State { get }

  /// Changes the state according to an action, and returns a command.
  ///
  /// It is a reducer: pure, and called under the store's lock.
  ///
  /// A parent feature calls the `update` of its child, and converts the child's commands with
  /// `Command.map`. If the ids in the commands of two children may be equal, as with two children
  /// of one type, distinguish them with `Command.scoped(by:)`. `Reducer.scope` does both.
  /// - Parameters:
  ///   - state: The state, changed in place.
  ///   - action: The action to apply.
  /// - Returns: A command; `.none` if there is no work.
  static func update(_ state: inout State, _ action: Action) -> Command<Action>

  /// The long-lived work that a state requires: timers, signals, watched files; Elm's
  /// subscriptions. By default nil: the feature has no sources, and the store saves the evaluation
  /// after each change.
  static var sources: (@Sendable (State) -> [ActionSource<Action>])? { get }

  /// Returns the view of a state. It must be pure.
  /// - Parameters:
  ///   - state: The state to show.
  ///   - dispatch: Receives the actions of the view.
  @MainActor static func view(_ state: State, _ dispatch: Dispatcher<Action>) -> View
}

extension Feature {
  public static var sources: (@Sendable (State) -> [ActionSource<Action>])? { nil }

  /// The feature's `update` and `sources` as a reducer, to combine it with others.
  public static var reducer: Reducer<State, Action> {
    let reducer = Reducer { state, action -> Command<Action> in update(&state, action) }
    return sources.map { reducer.sources($0) } ?? reducer
  }
}

extension Store {
  /// Makes a store that runs a feature.
  /// - Parameters:
  ///   - feature: Provides the initial state and the reducer.
  ///   - middleware: The middleware, outermost first.
  ///   - start: A command to perform when the store has started.
  ///   - dependencies: The dependencies of effects, sources and middleware.
  ///   - onIssue: Receives all issues that are reported to this store, from its start on.
  public convenience init<Root: Feature>(
    _ feature: Root.Type,
    middleware: [Middleware<State, Action>] = [],
    start: Command<Action> = .none,
    dependencies: Dependencies = Dependencies(),
    onIssue: (@Sendable (any RuntimeIssue) -> Void)? = nil
  ) where Root.State == State, Root.Action == Action {
    self.init(
      initial: Root.initialState, reducer: Root.reducer, middleware: middleware,
      start: start, dependencies: dependencies, onIssue: onIssue)
  }

  /// Returns the feature's view of this store's newest state.
  @MainActor
  public func view<Root: Feature>(of feature: Root.Type) -> Root.View
  where Root.State == State, Root.Action == Action {
    Root.view(state, Dispatcher(self))
  }
}
