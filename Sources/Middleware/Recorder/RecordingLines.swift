import MillraceSystem

/// An open file, which is closed when this object is released.
final class OpenFile: Sendable {
  let descriptor: Int32
  init(_ descriptor: Int32) { self.descriptor = descriptor }
  deinit { SystemFiles().close(descriptor) }
}

/// The lines of a recording, in order. Only one read block or line is in memory.
package struct RecordingLines: Sendable {
  /// The newest format that this program knows.
  static let formatVersion = 1

  let name: String
  /// The length of the file when it was opened, in bytes.
  private let size: Int
  /// Reads bytes from an offset; returns none at the end of the recording.
  private let read: @Sendable (Int) throws -> ArraySlice<UInt8>
  /// The offset of the next line, and the number of the line before it, from 1.
  private(set) var offset = 0, number = 0
  /// The bytes read from `offset` on.
  private var buffer: ArraySlice<UInt8> = []

  /// Whether the first bytes of a file may begin a recording: a checksum, then the key `began`.
  static func isRecordingHeader(_ bytes: some Sequence<UInt8>) -> Bool {
    let text = String(decoding: Array(bytes.prefix(34)), as: UTF8.self)
    return text.hasPrefix(#"{"sum":""#) && text.hasSuffix(#"","began":"#)
  }

  init(_ ring: RecordingRing) {
    (name, size) = (RecordingRing.name, 0)
    read = { [bytes = ring.bytes] in bytes.dropFirst($0) }
  }

  package init(path: String) throws(RecordingError) {
    do {
      let (files, file) = (SystemFiles(), OpenFile(try SystemFiles().openToRead(path)))
      size = try files.status(of: file.descriptor).size
      read = { try files.read(file.descriptor, at: $0, count: 1 << 16)[...] }
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
    name = path
  }

  /// Whether the last line is incomplete. Valid after ``next()`` has returned nil.
  package var isTruncated: Bool { !buffer.isEmpty }

  /// How much of the file has been read, from 0 to 1.
  package var fraction: Double { min(1, Double(offset) / Double(max(1, size))) }

  /// Returns the same lines, starting at another line.
  func from(offset: Int, number: Int) -> RecordingLines {
    var copy = self
    (copy.offset, copy.number, copy.buffer) = (offset, number, [])
    return copy
  }

  /// - Returns: A line as it was written, without its line break; nil at the end of the recording.
  mutating func next() throws(RecordingError) -> ArraySlice<UInt8>? {
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        offset += line.count + 1
        number += 1
        buffer = buffer[(end + 1)...]
        if CheckedLine.hasValidChecksum(line) { return line }
        throw damagedError("its checksum is wrong")
      }
      searched = buffer.endIndex
      do {
        let more = try read(offset + buffer.count)
        if more.isEmpty { return nil }
        buffer += more
      } catch {
        throw .cannotOpen(path: name, reason: "\(error)")
      }
      if offset == 0, !Self.isRecordingHeader(buffer) { throw .notARecording(path: name) }
    }
  }

  /// An error at the line that was read last, or at an earlier one.
  func damagedError(_ reason: String, at line: Int? = nil) -> RecordingError {
    .damaged(path: name, line: line ?? number, reason: reason)
  }
}
