import Dispatch
import Millrace
import MillraceSystem

/// The files of a markup folder, by path.
package struct MarkupFiles: Equatable, Sendable {
  var entries: [String: MarkupEntry] = [:]

  package var contents: [String: [UInt8]] {
    entries.compactMapValues { if case .bytes(let bytes) = $0 { bytes } else { nil } }
  }
  /// The reason for each file that cannot be read, in one line.
  package var problems: [String: String] {
    entries.compactMapValues { if case .problem(let text) = $0 { text } else { nil } }
  }
}

/// Watches a folder and its subfolders for markup and style files, and reports all of them when one
/// has changed since the last report. It ends when it is released.
///
/// It compares contents, so it does not matter how an editor saves. An empty or missing file is
/// reported only after a short time, because it may be in the middle of a save. Names that begin
/// with a dot are ignored. Links are followed; a folder is read once, however many links lead to
/// it. The folder itself may be created later. While the folder exists, its parent folders are not
/// watched, so renaming one is not noticed.
package final class MarkupFolder: Sendable {
  package typealias Handler = @MainActor @Sendable (MarkupFiles) -> Void

  /// The largest size of a file, in bytes. A larger file is a problem.
  package static let largestSize = 1 << 20
  /// How long a save may leave a file empty or missing.
  package static let settleDelay = Duration.milliseconds(20)

  private struct State {
    var events: FileEvents?
    /// The watch numbers of the files and folders.
    var watched: Set<Int32> = []
    var reported: [String: MarkupEntry] = [:]
    /// Empty or missing files, each with the number of the scan that found it so.
    var unconfirmed: [String: Int] = [:]
    var scans = 0
    /// The files that wait for the main actor.
    var pendingFiles: MarkupFiles?
  }

  private let root: Path
  private let scheduler: any Scheduler
  private let runOnMainActor: MainActorRunner
  private let onChange: Handler
  private let state = Guarded(State())

  /// - Parameters:
  ///   - path: The absolute path of the folder.
  ///   - scheduler: Times the wait for a save to end.
  ///   - runOnMainActor: Runs work on the main actor.
  ///   - onChange: Called with all files when one has changed, and first when one exists.
  package init(
    _ path: String, scheduler: any Scheduler = .live,
    runOnMainActor: @escaping MainActorRunner = { work in Task { @MainActor in work() } },
    onChange: @escaping Handler
  ) {
    (root, self.scheduler, self.runOnMainActor, self.onChange) = (
      Path(path), scheduler, runOnMainActor, onChange
    )
    // Files are always read on another thread.
    DispatchQueue.global().async { [weak self] in self?.begin() }
  }

  deinit { state.withLock { $0.events }?.cancel() }

  private func begin() {
    do {
      let events = try FileEvents { [weak self] _, _ in
        self?.scan()
      } end: {
      }
      state.withLock { $0.events = events }
      scan()
    } catch {
      deliver(
        MarkupFiles(entries: [root.text: .problem("\(root.text) cannot be watched: \(error)")]))
    }
  }

  /// Reads everything, and reports changes since the last report.
  /// - Parameter old: The number of an earlier scan. Files that were already empty or missing in it
  ///   are reported as such.
  private func scan(endingDoubtsOf old: Int = 0) {
    let (pendingFiles, newlyUnconfirmed): (MarkupFiles?, Int?) = state.withLock { state in
      guard let events = state.events else { return (nil, nil) }
      state.scans += 1
      var scan = MarkupScan(events: events)
      scan.read(root)
      for number in state.watched.subtracting(scan.watched) { events.unwatch(number) }
      state.watched = scan.watched
      let reported = state.reported
      var next = scan.entries
      var unconfirmed: [String: Int] = [:]
      for path in Set(next.keys).union(reported.keys) {
        guard next[path] == nil || next[path] == .bytes([]), next[path] != reported[path] else {
          continue
        }
        let since = state.unconfirmed[path] ?? state.scans
        if since <= old { continue }
        unconfirmed[path] = since
        next[path] = reported[path]
      }
      state.unconfirmed = unconfirmed
      state.reported = next
      return (
        next == reported ? nil : MarkupFiles(entries: next),
        unconfirmed.values.contains(state.scans) ? state.scans : nil
      )
    }
    if let pendingFiles { deliver(pendingFiles) }
    guard let newlyUnconfirmed else { return }
    scheduler.schedule(after: MarkupFolder.settleDelay) { [weak self] in
      self?.scan(endingDoubtsOf: newlyUnconfirmed)
    }
  }

  /// Reports only the newest files, in whatever order the work arrives.
  private func deliver(_ pendingFiles: MarkupFiles) {
    let isScheduled = state.withLock { state in
      defer { state.pendingFiles = pendingFiles }
      return state.pendingFiles != nil
    }
    if isScheduled { return }
    runOnMainActor { [weak self] in
      guard let self else { return }
      let pendingFiles = state.withLock { state in
        defer { state.pendingFiles = nil }
        return state.pendingFiles
      }
      if let pendingFiles { onChange(pendingFiles) }
    }
  }
}
