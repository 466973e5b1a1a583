import Dispatch
import Millrace
import MillraceSystem

/// The files of a markup folder, by path.
package struct MarkupFiles: Equatable, Sendable {
  package var contents: [String: [UInt8]] = [:]
  /// A message in one line for each file that cannot be read, by path.
  package var problems: [String: String] = [:]
}

/// Watches a folder and its subfolders for markup and style files. If one of them has changed since
/// the last report, reports all of them. The watch ends when the object is released.
///
/// The watch compares the contents of the files, so it does not matter how an editor saves. While a
/// file is empty or missing, nothing is reported for a short time, because an editor may be saving
/// the file. Names that begin with a dot are ignored. Links are followed, and a folder is read once
/// even if several links lead to it. If another file replaces the target of a link, the watch
/// notices this only when something else in the folder changes. The folder may be created later, in
/// an existing folder.
package final class MarkupFolder: Sendable {
  package typealias Handler = @MainActor @Sendable (MarkupFiles) -> Void

  /// The time for which a save may leave a file empty or missing.
  package static let settleDelay = Duration.milliseconds(20)

  private struct State {
    var events: FileEvents?
    /// The numbers of the watches on files and folders.
    var watched: Set<Int32> = []
    var files = MarkupFiles()
    /// Whether a task on the main actor is about to report the files.
    var isReporting = false
  }

  private let root: Path
  private let scheduler: any Scheduler
  private let onChange: Handler
  private let state = Guarded(State())

  /// - Parameters:
  ///   - path: The absolute path of the folder.
  ///   - scheduler: Delays the next scan while an editor may be saving a file.
  ///   - onChange: Called with all files and problems: first when there is a file or a problem, and
  ///     then when one of them has changed.
  package init(
    _ path: String, scheduler: any Scheduler = .live, onChange: @escaping Handler
  ) {
    (root, self.scheduler, self.onChange) = (Path(path), scheduler, onChange)
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
      let problem = "\(root.text) cannot be watched: \(error)"
      state.withLock { $0.files.problems = [root.text: problem] }
      report()
    }
  }

  /// Reads all files, and reports them if one has changed since the last report.
  /// - Parameter earlier: The files that an earlier scan found empty or missing.
  private func scan(after earlier: Set<String> = []) {
    let unsettled: Set<String>? = state.withLock { state in
      guard let events = state.events else { return nil }
      var scan = MarkupScan(events: events)
      scan.read(root)
      for number in state.watched.subtracting(scan.watched) { events.unwatch(number) }
      state.watched = scan.watched
      let (old, new) = (state.files.contents, scan.files.contents)
      let unsettled = Set(old.keys).union(new.keys).filter {
        (new[$0] ?? []).isEmpty && new[$0] != old[$0]
      }
      if !unsettled.isSubset(of: earlier) { return unsettled }
      if scan.files == state.files { return nil }
      state.files = scan.files
      return []
    }
    guard let unsettled else { return }
    if unsettled.isEmpty { return report() }
    scheduler.schedule(after: MarkupFolder.settleDelay) { [weak self] in
      self?.scan(after: unsettled)
    }
  }

  /// Schedules a report of the files. If the main actor is late, it gets only the newest files.
  private func report() {
    let isScheduled = state.withLock { state in
      defer { state.isReporting = true }
      return state.isReporting
    }
    if isScheduled { return }
    Task { @MainActor [weak self] in
      guard let self else { return }
      let files = state.withLock { state in
        state.isReporting = false
        return state.files
      }
      onChange(files)
    }
  }
}
