import MillraceMiddleware
import MillraceStore

extension StoreRecording {
  /// The state that views show, and where it comes from.
  struct Travel: Sendable {
    /// The state that views show; nil for the present.
    var shown: RecordedState?
    /// The newest version when the travel began.
    var left: UInt64 = 0
    /// Whether `shown` is the end of a branch, and not a recorded version.
    var isBranch = false
    /// The recording file that replaces the recording.
    var file: RecordingFile?
    /// The versions whose actions the branch skips.
    var skipped: Set<UInt64> = []
  }

  /// The recorded commits of the program.
  var recorded: CommitLog { memory.withLock { $0.log } }
  /// The recorded commits; while a file is open, the commits of the file.
  var log: CommitLog { file?.log ?? recorded }
  func history(_ reader: ValueReader = ValueReader()) -> CommitHistory {
    let travel = travel.withLock { $0 }
    return CommitHistory(
      log: travel.file?.log ?? recorded, context: context, reader: reader, travel: travel)
  }

  /// The recording file that views show; nil while they show the program.
  var file: RecordingFile? { travel.withLock { $0.file } }
  var position: UInt64? { travel.withLock { $0.shown?.version } }
  /// The versions whose actions the branch skips.
  var skipped: Set<UInt64> {
    get { travel.withLock { $0.skipped } }
    set { travel.withLock { $0.skipped = newValue } }
  }
  /// Whether views show the end of a branch.
  var showsBranch: Bool { travel.withLock { $0.shown != nil && $0.isBranch } }

  /// The number of commits since the travel began.
  var arrivals: Int {
    let newest = recorded.versions.upperBound
    return travel.withLock { $0.shown == nil ? 0 : Int(clamping: newest &- $0.left) }
  }

  /// - Parameter version: Nil is the end of the branch, as it is now.
  private func target(_ version: UInt64?) throws(InspectorError) -> RecordedState {
    let history = history()
    if let version { return try history.state(at: version) }
    if history.travel.skipped.isEmpty { throw .notFound("branch: skip a version first") }
    return try history.replay(skipping: history.travel.skipped)
  }

  /// Makes the views show a version; for nil, the end of the branch.
  func travel(to version: UInt64?) throws(InspectorError) {
    let new = try target(version)
    let newest = recorded.versions.upperBound
    let old = travel.withLock { travel in
      let old = travel.shown
      if old == nil { travel.left = newest }
      (travel.shown, travel.isBranch) = (new, version == nil)
      context.show(box: new.state)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Makes the views show the last version of a file; for nil, the present.
  func leave(for file: RecordingFile? = nil) {
    let old = travel.withLock { travel in
      let old = travel
      // The versions of a file have no meaning for the program.
      if old.file != nil || file != nil { travel.skipped = [] }
      (travel.file, travel.shown) = (file, nil)
      if file == nil { context.show(box: nil) }
      return old
    }
    withExtendedLifetime(old) {}
    if let file { try? travel(to: file.log.versions.upperBound) }
  }

  /// Makes the state of a version, or for nil the end of the branch, the present state.
  func resume(at version: UInt64?) throws(InspectorError) {
    let state = try target(version).state
    try context.replace(.timeTravel) { _ in state }
    leave()
    if version == nil { skipped = [] }
  }

  /// Reads a recording file, and makes the views show its last version.
  func open(_ path: String, progress: (Double) -> Bool) throws(InspectorError) -> OpenedRecording {
    let file = try context.coding {
      try $0.open(path, bytes: byteLimit, progress: progress)
    }
    if !progress(1) { throw .file("\(path) was not opened: it was cancelled.") }
    leave(for: file)
    return file.report
  }

  // MARK: - Holding

  /// Adds a break: when a commit changes the value at a path, the actions after that commit are
  /// held.
  func addBreak(at text: String, _ reader: ValueReader) throws(InspectorError) {
    let path = try ValuePath(text)
    for _ in 0..<10_000 {
      let present = context.present
      let state = present.state.anyValue
      if !reader.canHave(path, in: state) { throw .noValue(text) }
      let new = PathBreak(path, in: state, reader)
      let isAdded = memory.withLock { memory in
        if memory.breaks.contains(where: { $0.path.text == path.text }) { return true }
        // If there is a newer version, reads the state again.
        guard memory.log.versions.upperBound == present.version else { return false }
        memory.breaks.append(new)
        return true
      }
      if isAdded { return }
    }
    // The log does not reach the present version, because a store has one recorder, and another
    // recorder has replaced this one.
    throw .notFound("recording: another inspector records this store")
  }

  /// - Parameter text: Nil removes all breaks.
  func removeBreak(at text: String?) {
    let path = text.map { (try? ValuePath($0))?.text ?? $0 }
    let old = memory.withLock { memory in
      defer { memory.breaks.removeAll { path == nil || $0.path.text == path } }
      return memory.breaks
    }
    withExtendedLifetime(old) {}
  }

  /// Releases or drops the actions that are held.
  func release(dropping: Bool) {
    memory.withLock { $0.hit = nil }
    context.release(dropping: dropping)
  }

  var holding: HoldAnswer {
    let (hit, breaks) = memory.withLock { ($0.hit, $0.breaks.map(\.path.text)) }
    return HoldAnswer(
      waiting: context.heldCount, version: hit?.version, path: hit?.path, breaks: breaks)
  }
}
