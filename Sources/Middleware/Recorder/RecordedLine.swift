import MillraceStore

/// A line of a recording: a commit, or the state that the commit before it led to.
struct RecordedLine<State: Codable & Sendable, Action: Codable & Sendable>: Codable, Sendable {
  /// When the recording began, and its format; only in a line with a state.
  var began: String?
  var format: Int?
  var version: UInt64
  /// Milliseconds since the recording began.
  var ms: Int
  var action: Action?
  /// Only in the line of a replacement.
  var reason: Replacement?
  var state: State?
  var parent: UInt64?
  var origin: String?
  /// What the commit changed, for a person to read.
  var change: String?
  /// The checksum of the JSON of the state after.
  var digest: String?

  var isCommit: Bool { action != nil || reason != nil }

  /// Reads the next of some lines.
  static func next(in lines: inout RecordingLines) throws(RecordingError) -> Self? {
    guard let bytes = try lines.next() else { return nil }
    do {
      return try JSONFormat.decode(Self.self, from: bytes)
    } catch {
      throw lines.damagedError(explain(error))
    }
  }
}

/// Stands for a state or an action that is not decoded.
struct Undecoded: Codable, Sendable {
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) {}
}
