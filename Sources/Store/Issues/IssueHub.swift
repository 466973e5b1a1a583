/// Something that could not be done, and that the program goes on without. It describes itself in one line: what,
/// where, and what to do.
public protocol RuntimeIssue: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether it is told only the first time, however often it happens.
  var isToldOnce: Bool { get }
}

extension RuntimeIssue {
  public var isToldOnce: Bool { false }
}

/// The issues of one layer of a store: of the store itself, of its middleware.
///
/// They are told to those who read them. While nobody does, each is printed to standard error at once, on a
/// line of its own.
public struct Issues<Kind: RuntimeIssue>: Sendable {
  let hub: IssueHub

  /// The first hundred, each once.
  public var recorded: [Kind] { hub.recorded.compactMap { $0 as? Kind } }

  /// Reads the issues that come from now on. They are not printed while somebody reads them.
  /// - Parameter body: Called on any thread.
  /// - Returns: A token. The reading ends when it is cancelled or released.
  public func observe(_ body: @escaping @Sendable (Kind) -> Void) -> Subscription {
    hub.observe { issue in
      guard let issue = issue as? Kind else { return false }
      body(issue)
      return true
    }
  }
}

extension Store {
  /// Reads the issues of all layers, of whatever type. They are not printed while somebody reads them.
  /// - Parameter body: Called on any thread.
  /// - Returns: A token. The reading ends when it is cancelled or released.
  public func observeIssues(_ body: @escaping @Sendable (any RuntimeIssue) -> Void) -> Subscription
  {
    core.root.issues.observe { issue in
      body(issue)
      return true
    }
  }
}

extension Store {
  /// Keeps issues that nobody reads from being printed, until the token is cancelled or released: for a
  /// program that has the whole screen.
  /// - Parameter body: Reads them instead. Called on any thread.
  package func redirectUnreadIssues(
    to body: @escaping @Sendable (any RuntimeIssue) -> Void
  ) -> Subscription {
    let hub = core.root.issues
    hub.setFallback(body)
    return Subscription { hub.setFallback(nil) }
  }
}

/// Where issues of all types go.
@usableFromInline
package final class IssueHub: Sendable {
  /// - Returns: Whether the issue is of a type that it reads.
  typealias Reader = @Sendable (any RuntimeIssue) -> Bool

  private struct State: Sendable {
    var recorded: [any RuntimeIssue] = []
    var seen: Set<AnyIssue> = []
    var readers: [Int: Reader] = [:]
    /// Reads what nobody else does.
    var fallback: @Sendable (any RuntimeIssue) -> Void = { printToStandardError("millrace: \($0)") }
    var nextKey = 0
  }

  private struct AnyIssue: Hashable, @unchecked Sendable {
    // Safe: made of issues, which are Sendable.
    let value: AnyHashable
  }

  /// So many are kept to be read, and so many remembered as told: a program that goes on making
  /// mistakes must not grow by them.
  private static let (recordedLimit, seenLimit) = (100, 10_000)

  private let state = Guarded(State())

  /// - Parameter reader: Reads all issues, for as long as the hub lives.
  init(_ reader: (@Sendable (any RuntimeIssue) -> Void)? = nil) {
    guard let reader else { return }
    state.withLock { state in
      state.readers[0] = { issue in
        reader(issue)
        return true
      }
    }
  }

  var recorded: [any RuntimeIssue] { state.withLock { $0.recorded } }

  func observe(_ reader: @escaping Reader) -> Subscription {
    let key = state.withLock { state in
      state.nextKey += 1
      state.readers[state.nextKey] = reader
      return state.nextKey
    }
    // Returned, so that what the reader captured is released outside the lock.
    return Subscription { _ = self.state.withLock { $0.readers.removeValue(forKey: key) } }
  }

  /// Sets who reads what nobody else does, in the place of standard error; nil for that again.
  func setFallback(_ reader: (@Sendable (any RuntimeIssue) -> Void)?) {
    state.withLock { state in
      state.fallback = reader ?? { printToStandardError("millrace: \($0)") }
    }
  }

  @usableFromInline
  package func report(_ issue: any RuntimeIssue) {
    let (readers, fallback) = state.withLock { state -> ([Reader]?, (any RuntimeIssue) -> Void) in
      let mark = AnyIssue(value: AnyHashable(issue))
      if state.seen.contains(mark) {
        if issue.isToldOnce { return (nil, state.fallback) }
      } else {
        if state.recorded.count < Self.recordedLimit { state.recorded.append(issue) }
        if state.seen.count < Self.seenLimit { state.seen.insert(mark) }
      }
      return (state.readers.sorted { $0.key < $1.key }.map(\.value), state.fallback)
    }
    guard let readers else { return }
    var isRead = false
    for reader in readers where reader(issue) { isRead = true }
    if !isRead { fallback(issue) }
  }
}
