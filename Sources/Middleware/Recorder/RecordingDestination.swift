import MillraceStore
import MillraceSystem

/// Where a recording goes.
public struct RecordingDestination: Sendable {
  /// Adds a line, with its line break. A line with a state makes the lines before it unnecessary.
  typealias Append = @Sendable (_ line: [UInt8], _ isState: Bool) throws -> Void

  let name: String
  let open: @Sendable () throws -> Append

  /// A file, readable by its owner alone. An earlier recording or an empty file at the path is
  /// replaced; any other file is refused and not touched.
  public static func file(_ path: String) -> RecordingDestination {
    RecordingDestination(name: path) {
      let files = SystemFiles()
      do {
        func lock() throws -> OpenFile {
          let file = OpenFile(try files.open(path, .any))
          if try files.lock(file.descriptor) { return file }
          throw RecordingError.cannotOpen(
            path: path, reason: "another store, in this or another process, records to it")
        }
        let old = try lock()
        if try files.status(of: old.descriptor).kind != .file {
          throw RecordingError.notARecording(path: path)
        }
        let start = try files.read(old.descriptor, at: 0, count: 64)
        if !start.isEmpty, !RecordingLines.isRecordingHeader(start) {
          throw RecordingError.notARecording(path: path)
        }
        // Programs that read the earlier recording keep its removed file open. This store keeps it
        // locked, because another store may have just opened it.
        try files.remove(path)
        let file = try lock()
        let length = Guarded(0)
        return { line, _ in
          try length.withLock { length in
            try withExtendedLifetime(old) {
              try files.writeAll(line, to: file.descriptor, at: length)
            }
            length += line.count
          }
        }
      } catch let error as SystemError {
        throw RecordingError.cannotOpen(path: path, reason: "\(error)")
      }
    }
  }

  /// Memory that keeps the newest commits. Commits that the ring holds from another store are
  /// dropped.
  public static func ring(_ ring: RecordingRing) -> RecordingDestination {
    RecordingDestination(name: RecordingRing.name) {
      ring.segments.withLock { $0 = [] }
      return { ring.append($0, isState: $1) }
    }
  }
}

/// The newest commits of one store, in memory.
///
/// ```swift
/// let ring = RecordingRing()
/// let store = Store(initial: Todos(), reducer: todos, middleware: [.recorder(to: .ring(ring))])
/// store.dispatch(.add)
/// let recent = try Recording<Todos, TodoAction>(ring)
/// ```
public final class RecordingRing: Sendable {
  static let name = "The recording in memory"

  /// How many bytes of commits the ring keeps; the oldest commits are dropped. In memory, the ring
  /// takes at most this size, that of three states as JSON, that of the longest action, and 8 KB.
  public let capacity: Int
  /// Groups of lines, each from a line with a state up to the next such line.
  fileprivate let segments = Guarded<[[UInt8]]>([])

  /// Makes an empty ring.
  /// - Parameter capacity: How many bytes of commits are kept; a commit takes about 200.
  public init(capacity: Int = 1 << 20) { self.capacity = max(0, capacity) }

  /// All lines, in the form of a file.
  var bytes: [UInt8] { segments.withLock { $0.reduce(into: []) { $0 += $1 } } }

  fileprivate func append(_ line: [UInt8], isState: Bool) {
    segments.withLock { spans in
      if isState || spans.isEmpty { spans.append([]) }
      spans[spans.count - 1] += line
      while spans.dropFirst().reduce(0, { $0 + $1.count }) > capacity { spans.removeFirst() }
    }
  }
}
