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
    hub.readers.add { issue in
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
    owner.root.issues.readers.add { issue in
      body(issue)
      return true
    }
  }

  /// Keeps issues that nobody reads from being printed, until the token is cancelled or released: for a
  /// program that has the whole screen.
  /// - Parameter body: Reads them instead. Called on any thread.
  package func redirectUnreadIssues(
    to body: @escaping @Sendable (any RuntimeIssue) -> Void
  ) -> Subscription { owner.root.issues.unreadReaders.add(body) }
}

/// Where issues of all types go.
@usableFromInline
package final class IssueHub: Sendable {
  private struct State: Sendable {
    var recorded: [any RuntimeIssue] = []
    var seen: Set<EffectKey> = []
  }

  /// So many are kept to be read, and so many remembered as told: a program that goes on making
  /// mistakes must not grow by them.
  private static let (recordedLimit, seenLimit) = (100, 10_000)

  /// Each says whether it reads issues of that type.
  let readers = ObserverList<@Sendable (any RuntimeIssue) -> Bool>()
  /// They get what no reader reads, in the place of standard error.
  let unreadReaders = ObserverList<@Sendable (any RuntimeIssue) -> Void>()
  private let state = Guarded(State())
  private let onIssue: (@Sendable (any RuntimeIssue) -> Void)?

  /// - Parameter onIssue: Reads all issues, for as long as the hub lives.
  init(_ onIssue: (@Sendable (any RuntimeIssue) -> Void)?) { self.onIssue = onIssue }

  var recorded: [any RuntimeIssue] { state.withLock { $0.recorded } }

  /// Reports an action that came after the end.
  @usableFromInline
  func reportDropped(_ action: some Sendable, from site: CallSite?) {
    let text = onOneLine("\(action)")
    let shown = text.count > 200 ? text.prefix(200) + "…" : text
    report(StoreIssue.droppedAfterEnd(action: shown, origin: site))
  }

  package func report(_ issue: any RuntimeIssue) {
    let isNew = state.withLock { state in
      let mark = EffectKey(issue)
      if state.seen.contains(mark) { return false }
      if state.recorded.count < Self.recordedLimit { state.recorded.append(issue) }
      if state.seen.count < Self.seenLimit { state.seen.insert(mark) }
      return true
    }
    if !isNew, issue.isToldOnce { return }
    onIssue?(issue)
    var isRead = onIssue != nil
    for reader in readers.all where reader(issue) { isRead = true }
    if isRead { return }
    let others = unreadReaders.all
    if others.isEmpty { printToStandardError("millrace: \(issue)") }
    for reader in others { reader(issue) }
  }
}
