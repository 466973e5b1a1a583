import Dispatch
import Millrace
import MillraceSystem

/// The files of a folder of markup, by their paths.
package struct MarkupFiles: Equatable, Sendable {
  package var contents: [String: [UInt8]] = [:]
  /// For the path of each file that cannot be read, the reason, in one line.
  package var problems: [String: String] = [:]
}

/// Watches a folder, and all folders in it, for files of markup and styles, and tells of all of them when one is
/// not as it was told last. It ends when it is released.
///
/// It compares contents, so it does not matter how an editor saves. A file that is empty or missing is waited
/// for, a short time, because it may be in the middle of a save. Names that begin with a dot are left out. A
/// link is followed; a folder is told of once, however many links lead to it. The folder itself may come
/// later. Of the folders around it none is watched while it is there: one that is renamed is not noticed.
package final class MarkupFolder: Sendable {
  package typealias Tell = @MainActor @Sendable (MarkupFiles) -> Void

  /// The greatest size of a file, in bytes. A larger one is a problem.
  package static let largestSize = 1 << 20
  /// The time for which a save may leave a file empty or missing.
  package static let patience = Duration.milliseconds(20)

  private struct State {
    var events: FileEvents?
    /// The numbers of the files and folders that are watched.
    var watched: Set<Int32> = []
    var told: [String: MarkupEntry] = [:]
    /// Empty or missing, and since which scan.
    var doubts: [String: Int] = [:]
    var scans = 0
    /// The files that are on their way to the main actor.
    var news: MarkupFiles?
  }

  private let root: Path
  private let scheduler: any Scheduler
  private let hop: MainActorHop
  private let tell: Tell
  private let state = Guarded(State())

  /// - Parameters:
  ///   - path: of the folder, from the root of the file system.
  ///   - scheduler: time.
  ///   - hop: how to reach the main actor.
  ///   - tell: called with all files when one has changed; at first when there is one.
  package init(
    _ path: String, scheduler: any Scheduler = .live,
    hop: @escaping MainActorHop = { work in Task { @MainActor in work() } },
    tell: @escaping Tell
  ) {
    (root, self.scheduler, self.hop, self.tell) = (Path(path), scheduler, hop, tell)
    // Files are read on another thread, also at the start.
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

  /// Reads everything, and tells what is not as it was told.
  /// - Parameter old: what has been empty or missing since that scan is told as such.
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

  /// The newest alone is told, whatever order the hops arrive in.
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
