/// A state together with its version. Both were read at the same instant.
public struct Snapshot<State> {
  /// The state at this version.
  public let state: State
  /// The number of commits before this state: 0 at the start, plus one for each action or
  /// replacement.
  public let version: UInt64

  /// Makes a snapshot.
  /// - Parameters:
  ///   - state: The state at `version`.
  ///   - version: The number of commits before the state.
  @inlinable
  public init(state: State, version: UInt64) {
    self.state = state
    self.version = version
  }
}

extension Snapshot: Sendable where State: Sendable {}
extension Snapshot: Equatable where State: Equatable {}
