/// The format of a file: `{"commit": 12, "state": …, "version": 1}`.
enum SnapshotFormat {
  struct Content<Part> {
    /// The number of the log's last entry that is in the state; nil without a log.
    var commit: UInt64?
    var state: Part
    var version: Int
  }

  /// The state is decoded only if its version is the known one, because the state of another
  /// version may have any shape.
  struct DecodedSnapshot<Part: Decodable>: DecodableWithConfiguration {
    let version: Int
    let commit: UInt64?
    let state: Part?

    private enum CodingKeys: CodingKey { case version, commit, state }

    init(from decoder: any Decoder, configuration known: Int?) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      commit = try container.decodeIfPresent(UInt64.self, forKey: .commit)
      if let commit, commit > UInt64.max / 2 {
        throw DecodingError.dataCorruptedError(
          forKey: .commit, in: container, debugDescription: "the number is too large")
      }
      state =
        known == nil || version == known ? try container.decode(Part.self, forKey: .state) : nil
    }
  }

  static func encode(_ part: some Encodable, version: Int, commit: UInt64?) throws -> [UInt8] {
    let content = Content(commit: commit, state: part, version: version)
    return try JSONFormat.encode(content, with: JSONFormat.encoder(isPretty: true))
      + [UInt8(ascii: "\n")]
  }

  /// A snapshot of a log, on one line.
  static func snapshot(
    _ part: some Encodable, version: Int, _ commit: UInt64
  ) throws -> LogSnapshot {
    let content = Content(commit: commit, state: part, version: version)
    return LogSnapshot(
      number: commit, schema: version, bytes: try JSONFormat.encode(content))
  }

  /// Encodes a state, and decodes it again: what is saved can be read.
  /// - Throws: The error of encoding or decoding, with the path of the value.
  static func encodeReadable<Part: Codable>(
    _ part: Part, version: Int, commit: UInt64?
  ) throws -> [UInt8] {
    let bytes = try encode(part, version: version, commit: commit)
    _ = try decode(bytes, as: Part.self, known: version)
    return bytes
  }

  /// - Parameter known: The version whose state is decoded; nil for any.
  static func decode<Part: Decodable>(
    _ bytes: [UInt8], as type: Part.Type, known: Int?
  ) throws -> DecodedSnapshot<Part> {
    try JSONFormat.decoder().decode(
      DecodedSnapshot<Part>.self, from: Data(bytes), configuration: known)
  }
}

extension SnapshotFormat.Content: Decodable where Part: Decodable {}
extension SnapshotFormat.Content: Encodable where Part: Encodable {}

/// Describes an error in a few words, with its position in a text, without a full stop.
package func explain(_ error: any Error, in bytes: [UInt8] = []) -> String {
  if case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty,
    let place = JSONSyntax.firstSyntaxError(in: bytes)
  {
    return "line \(place.line), column \(place.column) is not JSON"
  }
  let words = words(for: error)
  return words.hasSuffix(".") ? String(words.dropLast()) : words
}

private func words(for error: any Error) -> String {
  func place(_ path: [any CodingKey], _ problem: String) -> String {
    if path.isEmpty { return problem }
    let path = path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
    return "at \(path.joined(separator: ".")): \(problem)"
  }
  func place(_ context: DecodingError.Context) -> String {
    place(context.codingPath, context.debugDescription)
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context):
    context.codingPath.isEmpty
      ? "\"\(key.stringValue)\" is missing"
      : "\"\(key.stringValue)\" is missing \(place(context))"
  case DecodingError.typeMismatch(let type, let context)
  where context.debugDescription.hasPrefix("Invalid number of keys"):
    // What the synthesized decoding of an enum says.
    place(context.codingPath, "\(type) has no such case, or several are given")
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.dataCorrupted(let context):
    place(context)
  case EncodingError.invalidValue(_, let context):
    place(context.codingPath, context.debugDescription)
  default: "\(error)"
  }
}
