import MillraceMiddleware
import MillraceStore

/// A recorded store of any type, and what its views show.
final class StoreRecording: Sendable {
  private struct Travel: Sendable {
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

  let context: any RecordedStore
  let recorder: CommitRecording
  private let travel = Guarded(Travel())

  init(_ context: any RecordedStore, limit: Int, bytes: Int, gauge: MemoryGauge) {
    self.context = context
    recorder = CommitRecording(
      limit: limit, bytes: bytes, gauge: gauge, runLater: context.dependencies.makeBlockingQueue())
    recorder.begin(at: context.record(with: recorder))
  }

  deinit {
    recorder.removeBreak(at: nil)
    context.endRecording(with: recorder)
    if position != nil { context.show(box: nil) }
  }

  /// The recorded commits; while a file is open, its commits.
  var log: CommitLog { file?.log ?? recorder.log }
  func history(_ reader: ValueReader = ValueReader()) -> CommitHistory {
    CommitHistory(log: log, context: context, reader: reader)
  }

  // MARK: - What views show

  /// The recording file that views show; nil while they show the program.
  var file: RecordingFile? { travel.withLock { $0.file } }
  /// The state that views show; nil while they show the present.
  var shown: RecordedState? { travel.withLock { $0.shown } }
  var position: UInt64? { shown?.version }
  var shownVersion: UInt64 { context.shownVersion }
  /// The versions whose actions the branch skips.
  var skipped: Set<UInt64> {
    get { travel.withLock { $0.skipped } }
    set { travel.withLock { $0.skipped = newValue } }
  }
  /// Whether views show the end of a branch.
  var showsBranch: Bool { travel.withLock { $0.shown != nil && $0.isBranch } }

  /// The number of commits since the travel began.
  var arrivals: Int {
    let newest = recorder.log.versions.upperBound
    return travel.withLock { $0.shown == nil ? 0 : Int(clamping: newest &- $0.left) }
  }

  /// Reproduces the state of a version. For nil, it is the state that views show, which needs no
  /// replay.
  func state(at version: UInt64?) throws(InspectorError) -> RecordedState {
    guard let version else { return shown ?? context.present }
    let known = travel.withLock { $0.isBranch ? nil : $0.shown }
    return (try history().state(at: version, known: known), version)
  }

  /// - Parameter version: Nil is the end of the branch, as it is now.
  private func target(_ version: UInt64?) throws(InspectorError) -> RecordedState {
    if let version { return try state(at: version) }
    let (history, skipped) = (history(), skipped)
    if skipped.isEmpty { throw .notFound("branch: skip a version first") }
    let newest = history.versions.upperBound
    return (try history.state(at: newest, skipping: skipped), newest)
  }

  /// Makes the views show a version; for nil, the end of the branch.
  func travel(to version: UInt64?) throws(InspectorError) {
    let new = try target(version)
    let newest = recorder.log.versions.upperBound
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
    let file = try context.open(path, bytes: recorder.byteLimit, progress: progress)
    if !progress(1) { throw .file("\(path) was not opened: it was cancelled.") }
    leave(for: file)
    return file.report
  }

  // MARK: - Holding

  /// Holds the actions that follow the next commit that changes the value at a path.
  func addBreak(at text: String, _ reader: ValueReader) throws(InspectorError) {
    let path = try ValuePath(text)
    if recorder.breaks.contains(path.text) { return }
    for _ in 0..<10_000 {
      let present = context.present
      let state = present.state.anyValue
      if !reader.canHave(path, in: state) { throw .noValue(text) }
      if recorder.add(PathBreak(path, in: state, reader), at: present.version) { return }
    }
    // A store has one recorder, the newest.
    throw .notFound("recording: another inspector records this store")
  }

  func removeBreak(at path: String) {
    recorder.removeBreak(at: (try? ValuePath(path))?.text ?? path)
  }

  /// Releases or drops the actions that are held.
  func release(dropping: Bool) {
    recorder.clearHit()
    context.release(dropping: dropping)
  }

  var holding: HoldAnswer {
    let hit = recorder.hit
    return HoldAnswer(
      waiting: context.heldCount, version: hit?.version, path: hit?.path, breaks: recorder.breaks)
  }
}
