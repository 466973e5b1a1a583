/// What a store could not do, for those who ask.
final class IssueLog: Sendable {
  private struct State: Sendable {
    var kept: [StoreIssue] = []
    var seen: Set<StoreIssue> = []
  }

  /// So many are kept, and so many remembered; a program that goes on making mistakes must not grow
  /// by them.
  private static let limit = 100

  private let state = Guarded(State())
  private let onIssue: (@Sendable (StoreIssue) -> Void)?

  init(onIssue: (@Sendable (StoreIssue) -> Void)?) { self.onIssue = onIssue }

  var issues: [StoreIssue] { state.withLock { $0.kept } }

  func report(_ issue: StoreIssue) {
    let isNew = state.withLock { state in
      if state.seen.contains(issue) { return false }
      if state.kept.count < Self.limit {
        state.seen.insert(issue)
        state.kept.append(issue)
      }
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
