import MillraceStore
import MillraceWidgets

/// What goes wrong while the screen is on, where a line on standard error would smear it: the first hundred,
/// each once, shown to the user for a while and kept to be printed at the end.
final class KeptIssues: Sendable {
  private let state = Guarded<[String]>([])
  private let toaster: Toaster
  private let hop: MainActorHop

  init(toaster: Toaster, hop: @escaping MainActorHop) {
    self.toaster = toaster
    self.hop = hop
  }

  var lines: [String] { state.withLock { $0 } }

  func add(_ line: String) {
    // What showing it causes in turn comes to an end, because nothing is shown twice.
    let isNew = state.withLock { lines in
      guard lines.count < 100, !lines.contains(line) else { return false }
      lines.append(line)
      return true
    }
    if isNew { hop { [toaster] in toaster.show(line, role: .danger, for: .seconds(8)) } }
  }
}
