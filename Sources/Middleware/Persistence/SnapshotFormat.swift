/// The format of a file: `{"commit": 12, "state": …, "version": 1}`.
enum SnapshotFormat {
  struct Content<Part> {
    /// The number of the log's last entry that is in the state; nil without a log.
    var entryNumber: UInt64?
    var state: Part
    var schemaVersion: Int

    private enum CodingKeys: String, CodingKey {
      case entryNumber = "commit"
      case state
      case schemaVersion = "version"
    }
  }

  /// A decoded file. Its state is decoded only if it has the expected schema version, because the
  /// state of another version may have any shape.
  struct DecodedSnapshot<Part: Decodable>: DecodableWithConfiguration {
    let schemaVersion: Int
    let entryNumber: UInt64?
    let state: Part?

    private enum CodingKeys: String, CodingKey {
      case schemaVersion = "version"
      case entryNumber = "commit"
      case state
    }

    init(from decoder: any Decoder, configuration known: Int?) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
      entryNumber = try container.decodeIfPresent(UInt64.self, forKey: .entryNumber)
      if let entryNumber, entryNumber > UInt64.max / 2 {
        throw DecodingError.dataCorruptedError(
          forKey: .entryNumber, in: container, debugDescription: "the number is too large")
      }
      state =
        known == nil || schemaVersion == known
        ? try container.decode(Part.self, forKey: .state) : nil
    }
  }

  static func encode(
    _ part: some Encodable, schemaVersion: Int, entryNumber: UInt64?
  ) throws -> [UInt8] {
    let content = Content(entryNumber: entryNumber, state: part, schemaVersion: schemaVersion)
    return try JSONFormat.encode(content, with: JSONFormat.encoder(isPretty: true))
      + [UInt8(ascii: "\n")]
  }

  /// Encodes a snapshot of a log, on one line.
  static func snapshot(
    _ part: some Encodable, schemaVersion: Int, entryNumber: UInt64
  ) throws -> LogSnapshot {
    let content = Content(entryNumber: entryNumber, state: part, schemaVersion: schemaVersion)
    return LogSnapshot(
      number: entryNumber, schema: schemaVersion, bytes: try JSONFormat.encode(content))
  }

  /// Encodes a state, and decodes it again, to make sure that it can be read.
  /// - Throws: The error of encoding or decoding, with the path of the value.
  static func encodeReadable<Part: Codable>(
    _ part: Part, schemaVersion: Int, entryNumber: UInt64?
  ) throws -> [UInt8] {
    let bytes = try encode(part, schemaVersion: schemaVersion, entryNumber: entryNumber)
    _ = try decode(bytes, as: Part.self, known: schemaVersion)
    return bytes
  }

  /// - Parameter known: The schema version whose state is decoded; nil for any.
  static func decode<Part: Decodable>(
    _ bytes: [UInt8], as type: Part.Type, known: Int?
  ) throws -> DecodedSnapshot<Part> {
    try JSONFormat.decoder().decode(
      DecodedSnapshot<Part>.self, from: Data(bytes), configuration: known)
  }
}

extension SnapshotFormat.Content: Decodable where Part: Decodable {}
extension SnapshotFormat.Content: Encodable where Part: Encodable {}

/// Describes an error in a few words, with its location in a text, without a full stop.
package func explain(_ error: any Error, in bytes: [UInt8] = []) -> String {
  if case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty,
    let location = JSONSyntax.firstSyntaxError(in: bytes)
  {
    return "line \(location.line), column \(location.column) is not JSON"
  }
  let words = words(for: error)
  return words.hasSuffix(".") ? String(words.dropLast()) : words
}

private func words(for error: any Error) -> String {
  func located(_ path: [any CodingKey], _ problem: String) -> String {
    if path.isEmpty { return problem }
    let path = path.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
    return "at \(path.joined(separator: ".")): \(problem)"
  }
  func located(_ context: DecodingError.Context) -> String {
    located(context.codingPath, context.debugDescription)
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context):
    context.codingPath.isEmpty
      ? "\"\(key.stringValue)\" is missing"
      : "\"\(key.stringValue)\" is missing \(located(context))"
  case DecodingError.typeMismatch(let type, let context)
  where context.debugDescription.hasPrefix("Invalid number of keys"):
    // This is the error of an enum's synthesized decoding.
    located(context.codingPath, "\(type) has no such case, or several are given")
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.dataCorrupted(let context):
    located(context)
  case EncodingError.invalidValue(_, let context):
    located(context.codingPath, context.debugDescription)
  default: "\(error)"
  }
}
