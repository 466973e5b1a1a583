import MillraceStore

/// A difference that a test store found between the store and what the test expects.
///
/// It is thrown, so that a test fails in any framework. Its description explains the failure.
public struct TestStoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Kind: Equatable, Sendable {
    /// The action changed the state, but the test states no change.
    case unexpectedChange
    /// The test states a change, but the action led to a different state.
    case wrongState
    /// The action did not reach the reducer: a middleware did not forward it.
    case notCommitted
    /// An effect or a middleware sent another action than the test expects.
    case wrongAction
    /// No effect sent an action, or the store did not report an expected issue.
    case nothingReceived
    /// The test does not receive actions that effects or middleware sent.
    case unreceivedActions
    /// Effects are still running at the end of the test.
    case effectsRunning
    /// An effect threw an error that no `catch` turned into an action.
    case effectFailed
    /// The store used the live value of a dependency that the test did not set.
    case liveDependency
    /// The store reported an issue other than a failed effect, such as an action for a removed
    /// child.
    case issueReported
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The call in the test that failed.
  public let call: CallSite
  /// What the test expected and what the store did instead, on one or more lines.
  public let message: String

  /// The call site and the message.
  public var description: String { "\(call.fileID):\(call.line): \(message)" }
}
