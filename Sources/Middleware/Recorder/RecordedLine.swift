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
  /// Only in the line of a replacement.
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
  /// What the commit changed, for a person to read.
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
    if let format = line.format, format > RecordingLines.formatVersion {
      throw lines.damagedError(
        "a newer program recorded it in format \(format); this program knows format \(RecordingLines.formatVersion)"
      )
    }
    let isNext = last.map { line.version == (line.isCommit ? $0 &+ 1 : $0) && line.version >= $0 }
    if isNext == false || line.version >> 62 > 0
      || (line.state == nil && (last == nil || line.action == nil))
    {
      throw lines.damagedError("it does not follow the previous line")
    }
    return line
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
