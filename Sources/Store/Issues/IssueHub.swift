/// A problem that occurred at run time, after which the program continues. Its description is one
/// line: what happened, where, and what to do.
public protocol RuntimeIssue: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whether observers receive only the first of several equal issues. False by default.
  var isReportedOnce: Bool { get }
}

extension RuntimeIssue {
  public var isReportedOnce: Bool { false }
}

/// The issues of one type, such as those of the store itself or of a middleware.
///
/// Observers receive the issues. An issue that no observer reads is immediately printed to standard
/// error, on a separate line.
public struct Issues<Kind: RuntimeIssue>: Sendable {
  let hub: IssueHub

  /// The issues of this type among the first hundred different issues of the store.
  public var recorded: [Kind] { hub.recorded.compactMap { $0 as? Kind } }

  /// Calls a body with each later issue of this type. Issues of this type are not printed while
  /// there is an observer.
  /// - Parameter body: Receives the issues, on any thread.
  /// - Returns: A token. The observation ends when it is cancelled or released.
  public func observe(_ body: @escaping @Sendable (Kind) -> Void) -> Subscription {
    hub.observers.add { issue in
      guard let issue = issue as? Kind else { return false }
      body(issue)
      return true
    }
  }
}

extension Store {
  /// Calls a body with each later issue of any type, from the store and its middleware. Issues are
  /// not printed while there is an observer.
  /// - Parameter body: Receives the issues, on any thread.
  /// - Returns: A token. The observation ends when it is cancelled or released.
  public func observeIssues(_ body: @escaping @Sendable (any RuntimeIssue) -> Void) -> Subscription
  {
    owner.root.issues.observers.add { issue in
      body(issue)
      return true
    }
  }

  /// Redirects issues that no observer reads, until the token is cancelled or released, for a
  /// program that uses the whole screen. Redirected issues are not printed.
  /// - Parameter body: Receives the redirected issues. Called on any thread.
  package func redirectUnobservedIssues(
    to body: @escaping @Sendable (any RuntimeIssue) -> Void
  ) -> Subscription { owner.root.issues.fallbackReceivers.add(body) }

  /// The issues that were printed to standard error since the last call, for a program that uses
  /// the whole screen and so hides these lines; without those that the state contains.
  package func takePrintedIssues() -> [any RuntimeIssue] { owner.root.issues.takePrinted() }
}

/// Receives issues of all types, and passes them to their observers.
@usableFromInline
package final class IssueHub: Sendable {
  private struct State: Sendable {
    var recorded: [any RuntimeIssue] = []
    var seen: Set<EffectKey> = []
    var printed: [any RuntimeIssue] = []
  }

  /// The greatest number of issues in `recorded` and in `printed`, and the greatest number in
  /// `seen`. They are limited, so that repeated mistakes do not exhaust the memory.
  private static let (recordedLimit, seenLimit) = (100, 10_000)

  /// Observers of issues. Each returns whether it reads the given issue.
  let observers = ObserverList<@Sendable (any RuntimeIssue) -> Bool>()
  /// Receivers of issues that no observer reads, instead of standard error.
  let fallbackReceivers = ObserverList<@Sendable (any RuntimeIssue) -> Void>()
  private let state = Guarded(State())
  private let onIssue: (@Sendable (any RuntimeIssue) -> Void)?

  /// - Parameter onIssue: Receives the issues of all types while the hub exists.
  init(_ onIssue: (@Sendable (any RuntimeIssue) -> Void)?) { self.onIssue = onIssue }

  var recorded: [any RuntimeIssue] { state.withLock { $0.recorded } }

  /// Reports an action that was dispatched after the store's end.
  @usableFromInline
  func reportDropped(_ action: some Sendable, from site: CallSite?) {
    let text = onOneLine(plainText(of: action))
    let shown = text.count > 200 ? text.prefix(200) + "…" : text
    report(StoreIssue.droppedAfterEnd(action: shown, origin: site))
  }

  /// - Parameters:
  ///   - failure: The error of a middleware that failed to start. `ErrorReporter` prints it once,
  ///     because the program's entry point may report it, too.
  ///   - isInState: Whether the state contains the issue, so that `takePrintedIssues` leaves it out.
  package func report(
    _ issue: any RuntimeIssue, of failure: (any Error)? = nil, isInState: Bool = false
  ) {
    let isNew = state.withLock { state in
      let key = EffectKey(issue)
      if state.seen.contains(key) { return false }
      if state.recorded.count < Self.recordedLimit { state.recorded.append(issue) }
      if state.seen.count < Self.seenLimit { state.seen.insert(key) }
      return true
    }
    if !isNew, issue.isReportedOnce { return }
    onIssue?(issue)
    var isRead = onIssue != nil
    for reader in observers.all where reader(issue) { isRead = true }
    if isRead { return }
    let others = fallbackReceivers.all
    if others.isEmpty {
      if let failure, let reporter = ErrorReporter.current {
        reporter.report(failure)
      } else {
        printToStandardError("millrace: \(issue)")
        state.withLock {
          if !isInState, $0.printed.count < Self.recordedLimit { $0.printed.append(issue) }
        }
      }
    }
    for reader in others { reader(issue) }
  }

  fileprivate func takePrinted() -> [any RuntimeIssue] {
    state.withLock { state in
      defer { state.printed = [] }
      return state.printed
    }
  }
}
