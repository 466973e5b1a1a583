/// How an action changes a state: the one place where a state changes.
///
/// A reducer is pure. It reads the state and the action it is given, changes the state in place,
/// and does nothing else: it starts no work, reads no clock, and never touches the store that runs
/// it.
public struct Reducer<State, Action>: Sendable {
  /// Applies one action to a state.
  public let reduce: @Sendable (inout State, Action) -> Void

  /// Makes a reducer of a function.
  /// - Parameter reduce: Changes the state in place as the action says.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    self.reduce = reduce
  }
}
