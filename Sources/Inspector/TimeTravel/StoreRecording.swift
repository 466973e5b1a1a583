import MillraceMiddleware
import MillraceStore

/// A recorded store of any type. The questions about its commits are functions on its history.
protocol StoreRecording: AnyObject, Sendable {
  // The commits: of the file that views show, and of the program.
  var history: any RecordedHistory { get }
  var recorded: any RecordedHistory { get }
  /// The state of a version. For nil, it is the state that views show, which needs no replay.
  func state(shown version: UInt64?) throws(InspectorError) -> (state: Any, version: UInt64)
  func follow(_ body: @escaping @Sendable () -> Void, onHit: @escaping @Sendable () -> Void)
  func setInput(_ name: String?)
  var scheduler: any Scheduler { get }

  // What views show.
  var position: UInt64? { get }
  var arrivals: Int { get }
  /// The newest version at the time when views last read the state.
  var shownVersion: UInt64 { get }
  var showsBranch: Bool { get }
  func travel(to version: UInt64) throws(InspectorError)
  func showBranch(skipping: Set<UInt64>) throws(InspectorError)
  func goLive()

  // The present.
  func resume(at version: UInt64) throws(InspectorError)
  func resumeBranch(skipping: Set<UInt64>) throws(InspectorError)
  func dispatch(_ action: JSONTree) throws(InspectorError)
  func edit(_ path: String, to value: JSONTree) throws(InspectorError)
  /// The value at a path of the present as JSON.
  func json(at path: ValuePath, _ reader: ValueReader) throws(InspectorError) -> JSONTree

  // Holding.
  var holding: HoldAnswer { get }
  func hold()
  func release(dropping: Bool)
  func addBreak(at path: String, _ reader: ValueReader) throws(InspectorError)
  func removeBreak(at path: String)

  // Files.
  /// The file that replaces the recording; nil if none is open.
  var file: RecordingFile? { get }
  /// Reads a recording file, and makes the views show its last version.
  /// - Parameter progress: Called now and then with the part that was read, from 0 to 1. It returns
  ///   whether to continue.
  func open(
    _ path: String, progress: (Double) -> Bool
  ) throws(InspectorError) -> OpenedRecording
  /// Returns commits as the lines of a recording.
  /// - Parameters:
  ///   - first: The version to begin with; nil is the oldest.
  ///   - limit: The largest number of bytes.
  /// - Throws: `InspectorError`, also if the reader hides parts.
  func recording(
    _ first: UInt64?, _ last: UInt64?, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> [UInt8]
  /// Returns commits as a test: see `Inspector.testSource(from:through:reducer:module:)`.
  func test(
    _ first: UInt64, _ last: UInt64, _ reducer: String?, _ module: String?, _ reader: ValueReader
  ) throws(InspectorError) -> String
}

/// The commits of a store of any type, and the questions about them.
protocol RecordedHistory: Sendable {
  var log: CommitLog { get }
  func line(of version: UInt64, _ reader: ValueReader) -> CommitLine?
  func list(_ query: CommitQuery, _ reader: ValueReader) -> CommitList
  func detail(of version: UInt64, _ reader: ValueReader) throws(InspectorError) -> CommitDetail
  func difference(
    from: UInt64, to: UInt64, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> DifferenceAnswer
  func branch(
    skipping: Set<UInt64>, limit: Int, _ reader: ValueReader
  ) throws(InspectorError) -> DifferenceAnswer
  func history(
    of path: String, before: UInt64?, limit: Int, _ reader: ValueReader,
    isCancelled: Cancellation, found: (PathHistory) -> Void
  ) throws(InspectorError) -> PathHistory
  func search(
    _ query: String, in state: Any, limit: Int, _ reader: ValueReader,
    isCancelled: @escaping Cancellation
  ) throws(InspectorError) -> SearchAnswer
  func noops(among commits: Set<UInt64>) -> Set<UInt64>
  func json(of version: UInt64) throws(InspectorError) -> JSONTree
}

extension RecordedHistory {
  /// The versions whose states can be reproduced.
  var versions: ClosedRange<UInt64> { log.versions ?? 0...0 }
}

extension CommitHistory: RecordedHistory {}

extension TimeMachine: StoreRecording {
  var history: any RecordedHistory { shownHistory }
  var recorded: any RecordedHistory { history(of: recording.log) }
  var shownVersion: UInt64 { store.shownVersion }
  var scheduler: any Scheduler { store.dependencies.clock.scheduler }

  func state(shown version: UInt64?) throws(InspectorError) -> (state: Any, version: UInt64) {
    if let version { return (try state(at: version), version) }
    let snapshot = shown ?? store.snapshot
    return (snapshot.state, snapshot.version)
  }

  func follow(_ body: @escaping @Sendable () -> Void, onHit: @escaping @Sendable () -> Void) {
    recording.follow(body, onHit: onHit)
  }

  func setInput(_ name: String?) { recording.setInput(name) }

  func json(at path: ValuePath, _ reader: ValueReader) throws(InspectorError) -> JSONTree {
    guard let value = reader.value(at: path, in: store.state) else { throw .noValue(path.text) }
    return try encoded(value)
  }
}
