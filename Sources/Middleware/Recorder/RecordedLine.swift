import Dispatch
import MillraceStore

/// A line of a recording: a commit, or the state after the previous commit.
package struct RecordedLine<State: Codable, Action: Codable>: Codable {
  /// When the recording began, and its format; only in a line with a state.
  package var began: String?
  var format: Int?
  package var version: UInt64
  /// Milliseconds since the recording began.
  package var ms: Int
  package var action: Action?
  /// Why the state was replaced; only in the line of a replacement.
  package var reason: Replacement?
  package var state: State?
  package var parent: UInt64?
  package var origin: String?
  /// The key or click that led to the action, and the effect that sent it; nil if unknown.
  package var input: String?
  package var effect: String?
  /// In the first line, the types of the state. In the first line with a case of an action, the
  /// types that this case holds. See ``typeFingerprint(of:)``.
  package var types: [String: String]?
  /// A description of the changes by the commit, for a person to read.
  package var change: String?
  /// The checksum of the JSON of the state after the commit.
  package var digest: String?

  package init(version: UInt64, ms: Int, action: Action? = nil) {
    (self.version, self.ms, self.action) = (version, ms, action)
  }

  package var isCommit: Bool { action != nil || reason != nil }

  /// Reads the next line.
  static func next(in lines: inout RecordingLines) throws(RecordingError) -> Self? {
    guard let bytes = try lines.next() else { return nil }
    do {
      return try JSONFormat.decode(Self.self, from: bytes)
    } catch {
      throw lines.damagedError(explain(error))
    }
  }

  /// Reads the next line, and checks that it follows the previous one.
  /// - Parameter last: The version of the previous line; nil for the first line.
  package static func next(
    in lines: inout RecordingLines, after last: UInt64?
  ) throws(RecordingError) -> Self? {
    guard let line = try next(in: &lines) else { return nil }
    if let mistake = line.mistake(after: last) { throw lines.damagedError(mistake) }
    return line
  }

  /// Why the line cannot follow another one; nil if it can.
  private func mistake(after last: UInt64?) -> String? {
    if let format, format > RecordingLines.formatVersion {
      return "a newer program recorded it in format \(format); this program knows format "
        + "\(RecordingLines.formatVersion)"
    }
    let isNext = last.map { version == (isCommit ? $0 &+ 1 : $0) && version >= $0 }
    let hasContent = state != nil || (last != nil && action != nil)
    return isNext == false || version >> 62 > 0 || !hasContent
      ? "it does not follow the previous line" : nil
  }

  /// Reads the next lines, as ``next(in:after:)`` does, and decodes them on all processors.
  /// - Returns: No lines at the end of the recording.
  /// - Complexity: The returned lines, at most 4,096, are in memory.
  package static func batch(
    in lines: inout RecordingLines, after last: UInt64
  ) throws(RecordingError) -> [Self] {
    let first = lines.number + 1
    var (texts, failure) = ([ArraySlice<UInt8>](), RecordingError?.none)
    do throws(RecordingError) {
      while texts.count < 4_096, let text = try lines.next() { texts.append(text) }
    } catch { failure = error }
    let size = 128
    let parts = (texts.count + size - 1) / size
    let decoded = [[Self]?](unsafeUninitializedCapacity: parts) { [texts] buffer, count in
      count = parts
      let start = buffer.baseAddress
      // Safe: each call initializes its own element, and reads values that do not change. All calls
      // have returned when `concurrentPerform` does.
      nonisolated(unsafe) let work = { (part: Int) in
        let lines = texts[part * size..<min(texts.count, (part + 1) * size)]
        start?.advanced(by: part).initialize(to: try? decode(lines))
      }
      DispatchQueue.concurrentPerform(iterations: parts) { work($0) }
    }
    var (all, last) = ([Self](), last)
    for (part, known) in decoded.enumerated() {
      for index in part * size..<min(texts.count, (part + 1) * size) {
        let line: Self
        do {
          line = try known?[index % size] ?? JSONFormat.decode(Self.self, from: texts[index])
        } catch { throw lines.damagedError(explain(error), at: first + index) }
        if let mistake = line.mistake(after: last) {
          throw lines.damagedError(mistake, at: first + index)
        }
        last = line.version
        all.append(line)
      }
    }
    if let failure { throw failure }
    return all
  }

  /// Decodes lines as one array, which is faster than one by one.
  private static func decode(_ lines: ArraySlice<ArraySlice<UInt8>>) throws -> [Self] {
    let all = try JSONFormat.decode(
      [Self].self, from: Array("[".utf8) + lines.joined(separator: ",".utf8) + "]".utf8)
    // Lines that are invalid JSON one by one can be valid JSON when joined.
    if all.count != lines.count { throw RecordingError.notARecording(path: "") }
    return all
  }
}

extension KeyedDecodingContainer {
  /// Decodes null as a value, because the state of a store may be an optional.
  fileprivate func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? { contains(key) ? try decode(type, forKey: key) : nil }
}

extension RecordedLine: Sendable where State: Sendable, Action: Sendable {}

/// Stands for a state or an action that is not decoded.
struct Undecoded: Codable, Sendable {
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) {}
}
