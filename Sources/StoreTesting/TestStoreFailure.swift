import MillraceStore

/// What a test store found to be other than the test says.
///
/// Thrown, so that a test fails in any framework: its description is what a reader needs.
public struct TestStoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Equatable, Sendable {
    /// The state changed in a way that the test does not state.
    case unexpectedChange
    /// The state is not what the test states.
    case wrongState
    /// The action did not reach the reducer: a middleware did not pass it on.
    case notCommitted
    /// An effect sent another action than the test states.
    case wrongAction
    /// No effect sent an action.
    case nothingReceived
    /// Effects, or middleware by itself, have sent actions that the test does not receive.
    case unreceivedActions
    /// Effects are still running at the end.
    case effectsRunning
    /// An effect threw an error that no `catch` turned into an action.
    case effectFailed
    /// Something reached the live value of a dependency that the test did not set.
    case liveDependency
    /// The store reported something else that it could not do: an action for a child that is gone.
    case issueReported
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// The call in the test that failed.
  public let call: CallSite
  /// What was expected and what was found, on one line or more.
  public let message: String

  /// The place of the call, and the message.
  public var description: String { "\(call.fileID):\(call.line): \(message)" }
}
