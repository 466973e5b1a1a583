import MillraceStore

/// Sends actions to a store. A view receives a dispatcher instead of the store.
///
/// It is a value, so that it can be a property of a component. Two dispatchers are equal if they
/// send to the same store through equal case paths, so that an `Equatable` component remains
/// comparable.
public struct Dispatcher<Action: Sendable>: Sendable, Equatable {
  private let send: @Sendable (Action, CallSite) -> Void
  private let route: Route

  private init(_ route: Route, _ send: @escaping @Sendable (Action, CallSite) -> Void) {
    self.route = route
    self.send = send
  }

  /// Makes a dispatcher that calls `send`. The dispatcher equals only its copies.
  public init(_ send: @escaping @Sendable (Action) -> Void) {
    self.init(Route(.unique)) { action, _ in send(action) }
  }

  /// Makes a dispatcher to a store. The dispatcher retains the store, and equals every dispatcher
  /// to that store, or to a scope of the same root that was made with equal case paths.
  public init<State>(_ store: Store<State, Action>) {
    self.init(Route(.target(store.actionRoute))) { store.dispatch($0, from: $1) }
  }

  /// Sends an action. Its commit contains the call site of this call.
  public func callAsFunction(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    send(action, CallSite(fileID: fileID, line: line, function: function))
  }

  /// Returns a dispatcher for a child, which embeds the child's actions in this dispatcher's
  /// actions.
  ///
  /// The results of two calls are not equal, because functions cannot be compared. If the child is
  /// an `Equatable` component, use a `CasePath` instead.
  /// - Parameter embed: Makes this dispatcher's action from an action of the child; the name of a
  ///   case is such a function.
  public func wrap<ChildAction: Sendable>(
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Dispatcher<ChildAction> {
    Dispatcher<ChildAction>(Route(.unique)) { [send] in send(embed($0), $1) }
  }

  /// Returns a dispatcher for a child, which embeds the child's actions in a case of this
  /// dispatcher's actions.
  ///
  /// Equal dispatchers return equal results for equal case paths. Case paths are equal if they are
  /// written at the same location in the source.
  public func wrap<ChildAction: Sendable>(
    _ path: CasePath<Action, ChildAction>
  ) -> Dispatcher<ChildAction> {
    Dispatcher<ChildAction>(Route(.part(path.identity), after: route)) { [send] in
      send(path.embed($0), $1)
    }
  }

  /// Returns a dispatcher for the element of a list that has the given id.
  ///
  /// Equal dispatchers return equal results for the same case path and id.
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

/// The steps that an action takes to its store. Dispatchers are compared by their routes.
private final class Route: Equatable, @unchecked Sendable {
  // `@unchecked` is safe, because all properties are constants. `AnyHashable` is not `Sendable`,
  // but `wrap(_:id:)` accepts only `Sendable` ids.
  enum Step: Equatable {
    /// Unequal to the step of every other route.
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
