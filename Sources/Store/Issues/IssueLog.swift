/// What a store could not do, for those who ask.
final class IssueLog: Sendable {
  private struct State: Sendable {
    var kept: [StoreIssue] = []
    var seen: Set<StoreIssue> = []
  }

  /// So many are kept to be read, and so many remembered as told: a program that goes on making
  /// mistakes must not grow by them.
  private static let (keptLimit, seenLimit) = (100, 10_000)

  private let state = Guarded(State())
  private let onIssue: (@Sendable (StoreIssue) -> Void)?

  init(onIssue: (@Sendable (StoreIssue) -> Void)?) { self.onIssue = onIssue }

  var issues: [StoreIssue] { state.withLock { $0.kept } }

  func report(_ issue: StoreIssue) {
    let isNew = state.withLock { state in
      if state.seen.contains(issue) { return false }
      if state.kept.count < Self.keptLimit {
        state.kept.append(issue)
      } else if !issue.isReportedOnce {
        return true
      }
      if state.seen.count < Self.seenLimit { state.seen.insert(issue) }
      return true
    }
    if isNew || !issue.isReportedOnce { onIssue?(issue) }
  }
}

extension StoreIssue {
  /// Each failure of an effect is told. A mistake that repeats itself is told once.
  fileprivate var isReportedOnce: Bool {
    if case .effectFailed = self { false } else { true }
  }
}
