import MillraceStore
import MillraceSystem

/// A file that is being opened.
final class RecordingOpening: Sendable {
  let path: String
  let fraction = Guarded(0.0)
  init(_ path: String) { self.path = path }
}

extension Inspector {
  /// The recording file that views show; nil while they show the program.
  public var file: OpenedRecording? {
    guard var report = store.file?.report else { return nil }
    if reader.hidesParts, report.difference != nil {
      report.difference = "This program computes another state; the inspector hides which."
    }
    return report
  }

  /// Opens a recording file, and makes the views show its last version. The store does not change.
  ///
  /// Queries of commits and of versions then read the file instead of the program's recording.
  /// ``goLive()`` returns to the program, also while the file is read, and ``resume(at:)`` makes a
  /// version of the file the present state. The file is read outside the main actor.
  /// - Parameter path: A file of `.recorder(to:)`, or of ``save(to:from:through:)``.
  /// - Throws: `InspectorError` if the file is damaged, if this program cannot decode it (with the
  ///   line and the reason), or if the opening was cancelled. What views show does not change then.
  /// - Complexity: O(bytes of the file). The actions and up to 64 snapshots are kept in memory.
  ///   More snapshots are kept only if all of them fit into the memory for snapshots; otherwise old
  ///   versions can be missing.
  @concurrent
  @discardableResult
  public func open(_ path: String) async throws(InspectorError) -> OpenedRecording {
    let mine = RecordingOpening(path)
    opening.withLock { $0 = mine }
    scheduleNotification()
    defer {
      opening.withLock { if $0 === mine { $0 = nil } }
      scheduleNotification()
    }
    _ = try store.open(path) { fraction in
      mine.fraction.withLock { $0 = fraction }
      scheduleNotification()
      return !Task.isCancelled && opening.withLock { $0 === mine }
    }
    await showAnew()
    guard let file else { throw .file("\(path) was closed again.") }
    return file
  }

  /// Writes commits as a recording file, which ``open(_:)`` and `Recording` read.
  /// - Parameters:
  ///   - path: A new file, readable by its owner alone.
  ///   - first: The version to begin with; nil is the oldest in memory.
  ///   - last: The version to end with; nil is the newest.
  /// - Throws: `InspectorError`: if the file exists or cannot be written, if a version is not
  ///   recorded, if the state or the actions are not `Codable`, or if this inspector hides parts of
  ///   them.
  /// - Complexity: O(commits), each of which is encoded in memory first.
  public func save(
    to path: String, from first: UInt64? = nil, through last: UInt64? = nil
  ) throws(InspectorError) {
    try Self.create(path, history.recording(first, last, limit: .max))
  }

  /// Returns commits as the text of a recording file.
  /// - Throws: As ``save(to:from:through:)``, and if the text is longer than 4 MiB.
  public func export(
    from first: UInt64? = nil, through last: UInt64? = nil
  ) throws(InspectorError) -> String {
    String(decoding: try history.recording(first, last, limit: 4 << 20), as: UTF8.self)
  }

  /// Returns a test of some commits, in Swift. The test starts with the recorded state, sends each
  /// action to a `TestStore`, and states how the action changed the state.
  ///
  /// The reducer's commands are dropped, and the test sends the recorded actions of effects itself.
  /// A value whose type has its own encoding is decoded from JSON. The source assumes that other
  /// types have their memberwise initializers, and that the test can access them.
  /// - Parameters:
  ///   - first: The version to start with; nil is 20 commits before `last`, or the oldest version.
  ///   - last: The last version; nil is the version that views show, or the newest.
  ///   - reducer: The expression of the reducer in the test; nil is the state's type in lower camel
  ///     case.
  ///   - module: The module to import; nil is the state's.
  /// - Throws: `InspectorError`: if a version is not recorded, if a value can be written neither as
  ///   Swift nor as JSON, if this inspector hides parts, or if the test is longer than 4 MiB.
  public func testSource(
    from first: UInt64? = nil, through last: UInt64? = nil, reducer: String? = nil,
    module: String? = nil
  ) throws(InspectorError) -> String {
    let last = last ?? position ?? versions.upperBound
    let first = first ?? max(versions.lowerBound, last - min(last, 20))
    return try history.test(first, last, reducer, module)
  }

  /// Creates a file, readable by its owner alone.
  static func create(_ path: String, _ bytes: [UInt8]) throws(InspectorError) {
    do throws(SystemError) { try SystemFiles().makeFile(path, bytes) } catch {
      throw .file("\(path) was not written: \(error)")
    }
  }
}
