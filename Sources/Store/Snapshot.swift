/// A state together with its version: both belong to the same instant.
public struct Snapshot<State> {
  /// The state.
  public let state: State
  /// How many actions the store had committed: 0 at the start, and one more with every action.
  public let version: UInt64

  /// Makes a snapshot.
  @inlinable
  public init(state: State, version: UInt64) {
    self.state = state
    self.version = version
  }
}

extension Snapshot: Sendable where State: Sendable {}
extension Snapshot: Equatable where State: Equatable {}
