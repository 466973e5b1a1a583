import Dispatch
import Millrace
import MillraceSystem

/// The files of a markup folder, by path.
package struct MarkupFiles: Equatable, Sendable {
  package var contents: [String: [UInt8]] = [:]
  /// The reason for each file that cannot be read, by path, in one line.
  package var problems: [String: String] = [:]
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
  package typealias Tell = @MainActor @Sendable (MarkupFiles) -> Void

  /// The largest size of a file, in bytes. A larger file is a problem.
  package static let largestSize = 1 << 20
  /// How long a save may leave a file empty or missing.
  package static let patience = Duration.milliseconds(20)

  private struct State {
    var events: FileEvents?
    /// The watch numbers of the files and folders.
    var watched: Set<Int32> = []
    var told: [String: MarkupEntry] = [:]
    /// Empty or missing files, each with the number of the scan that found it so.
    var doubts: [String: Int] = [:]
    var scans = 0
    /// The files that wait for the main actor.
    var news: MarkupFiles?
  }

  private let root: Path
  private let scheduler: any Scheduler
  private let hop: MainActorHop
  private let tell: Tell
  private let state = Guarded(State())

  /// - Parameters:
  ///   - path: The absolute path of the folder.
  ///   - scheduler: The time.
  ///   - hop: Runs work on the main actor.
  ///   - tell: Called with all files when one has changed, and first when one exists.
  package init(
    _ path: String, scheduler: any Scheduler = .live,
    hop: @escaping MainActorHop = { work in Task { @MainActor in work() } },
    tell: @escaping Tell
  ) {
    (root, self.scheduler, self.hop, self.tell) = (Path(path), scheduler, hop, tell)
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
      passOn(MarkupFiles(problems: [root.text: "\(root.text) cannot be watched: \(error)"]))
    }
  }

  /// Reads everything, and reports changes since the last report.
  /// - Parameter old: Files that are empty or missing since this scan or longer are reported as such.
  private func scan(endingDoubtsOf old: Int = 0) {
    let (news, doubting): (MarkupFiles?, Int?) = state.withLock { state in
      guard let events = state.events else { return (nil, nil) }
      state.scans += 1
      var scan = MarkupScan(events: events)
      scan.read(root)
      for number in state.watched.subtracting(scan.watched) { events.forget(number) }
      state.watched = scan.watched
      let told = state.told
      var next = scan.entries
      var doubts: [String: Int] = [:]
      for path in Set(next.keys).union(told.keys) {
        guard next[path] == nil || next[path] == .bytes([]), next[path] != told[path] else {
          continue
        }
        let since = state.doubts[path] ?? state.scans
        if since <= old { continue }
        doubts[path] = since
        next[path] = told[path]
      }
      state.doubts = doubts
      state.told = next
      return (
        next == told ? nil : MarkupFiles(next),
        doubts.values.contains(state.scans) ? state.scans : nil
      )
    }
    if let news { passOn(news) }
    guard let doubting else { return }
    scheduler.schedule(after: MarkupFolder.patience) { [weak self] in
      self?.scan(endingDoubtsOf: doubting)
    }
  }

  /// Reports only the newest files, in whatever order the work arrives.
  private func passOn(_ news: MarkupFiles) {
    let isOnTheWay = state.withLock { state in
      defer { state.news = news }
      return state.news != nil
    }
    if isOnTheWay { return }
    hop { [weak self] in
      guard let self else { return }
      let news = state.withLock { state in
        defer { state.news = nil }
        return state.news
      }
      if let news { tell(news) }
    }
  }
}
