import MillraceStore

/// Sends actions upwards: what a view is given instead of a store.
///
/// A value, so that a component may hold it among its props. Two dispatchers are equal when they
/// lead to the same store by the same route, so that an `Equatable` component stays comparable.
public struct Dispatcher<Action: Sendable>: Sendable, Equatable {
  private let send: @Sendable (Action, CallSite) -> Void
  private let route: Route

  private init(_ route: Route, _ send: @escaping @Sendable (Action, CallSite) -> Void) {
    self.route = route
    self.send = send
  }

  /// A dispatcher that calls `send`. It is equal to copies of itself alone.
  public init(_ send: @escaping @Sendable (Action) -> Void) {
    self.init(Route(.unique)) { action, _ in send(action) }
  }

  /// A dispatcher to a store. It keeps the store alive, and is equal to every dispatcher to it, or to a scope
  /// of the same root that was made by equal case paths.
  public init<State>(_ store: Store<State, Action>) {
    self.init(Route(.target(store.actionRoute))) { store.dispatch($0, from: $1) }
  }

  /// Sends an action. The commit that it leads to shows the place of this call.
  public func callAsFunction(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    send(action, CallSite(fileID: fileID, line: line, function: function))
  }

  /// A dispatcher for a child: its actions are wrapped in this one's.
  ///
  /// Two calls give two dispatchers that are not equal, because functions cannot be compared. Where
  /// the child is an `Equatable` component, wrap by a `CasePath`.
  /// - Parameter embed: This dispatcher's action for an action of the child; the name of a case is
  ///   such a function.
  public func wrap<ChildAction: Sendable>(
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Dispatcher<ChildAction> {
    Dispatcher<ChildAction>(Route(.unique)) { [send] in send(embed($0), $1) }
  }

  /// A dispatcher for a child: its actions are wrapped in a case of this one's.
  ///
  /// Wrapped twice by the same case path, the dispatchers are equal; a case path is the same when it is
  /// written at the same place.
  public func wrap<ChildAction: Sendable>(
    _ path: CasePath<Action, ChildAction>
  ) -> Dispatcher<ChildAction> {
    Dispatcher<ChildAction>(Route(.part(path.identity), after: route)) { [send] in
      send(path.embed($0), $1)
    }
  }

  /// A dispatcher for the element of a list that has an id.
  ///
  /// Wrapped twice by the same case path and id, the dispatchers are equal.
  public func wrap<ID: Hashable & Sendable, ElementAction: Sendable>(
    _ path: CasePath<Action, (ID, ElementAction)>, id: ID
  ) -> Dispatcher<ElementAction> {
    Dispatcher<ElementAction>(Route(.element(path.identity, AnyHashable(id)), after: route)) {
      [send] in send(path.embed((id, $0)), $1)
    }
  }

  public static func == (first: Dispatcher, second: Dispatcher) -> Bool {
    first.route == second.route
  }
}

/// The route that an action takes, as something to compare.
private final class Route: Equatable, @unchecked Sendable {
  // Safe: constants, and what is in them is never changed; an element's id is Sendable where it
  // comes from.
  enum Step: Equatable {
    /// Equal to itself alone: two different routes are not equal by it.
    case unique
    case target([EffectKey])
    case part(CaseIdentity)
    case element(CaseIdentity, AnyHashable)
  }

  private let step: Step
  private let before: Route?

  init(_ step: Step, after before: Route? = nil) {
    self.step = step
    self.before = before
  }

  static func == (first: Route, second: Route) -> Bool {
    if first === second { return true }
    if first.step == .unique { return false }
    return first.step == second.step && first.before == second.before
  }
}
