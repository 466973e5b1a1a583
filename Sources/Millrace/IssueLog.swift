import MillraceStore
import MillraceWidgets

/// Collects issues while the screen is on, because a line on standard error would garble it. Each
/// of the first hundred different issues is shown as a toast, and printed when the program ends.
final class IssueLog: Sendable {
  private let state = Guarded<[String]>([])
  private let toaster: Toaster
  private let runOnMainActor: MainActorRunner

  init(toaster: Toaster, runOnMainActor: @escaping MainActorRunner) {
    self.toaster = toaster
    self.runOnMainActor = runOnMainActor
  }

  var lines: [String] { state.withLock { $0 } }

  func add(_ line: String) {
    // Showing an issue may cause other issues. This ends, because no issue is shown twice.
    let isNew = state.withLock { lines in
      guard lines.count < 100, !lines.contains(line) else { return false }
      lines.append(line)
      return true
    }
    if isNew { show(line) }
  }

  /// Shows an issue as a toast, without printing it when the program ends.
  func show(_ line: String) {
    runOnMainActor { [toaster] in toaster.show(line, role: .danger, for: .seconds(8)) }
  }
}
