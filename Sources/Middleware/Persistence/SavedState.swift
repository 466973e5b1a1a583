#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an older version of a program saved, for the function that brings it over.
public struct SavedState: Sendable {
  /// The version that it was saved as.
  public let version: Int
  /// The whole file: `{"version": …, "state": …}`.
  public let data: Data

  /// The state, as the type that it was saved from.
  /// - Parameter type: The older type, or one that has what is needed of it.
  /// - Throws: `DecodingError`.
  public func decode<Old: Decodable>(_ type: Old.Type) throws -> Old {
    try JSONForm.decoder().decode(Content<Old>.self, from: data).state
  }

  private struct Content<Old: Decodable>: Decodable { let state: Old }
}

/// The form of a file.
enum Envelope {
  struct Written<Part: Encodable>: Encodable {
    let version: Int
    let state: Part
  }

  /// The state is only looked at if the version is the known one: another version's may have any
  /// shape.
  struct Read<Part: Decodable>: DecodableWithConfiguration {
    let version: Int
    let state: Part?

    private enum CodingKeys: CodingKey { case version, state }

    init(from decoder: any Decoder, configuration knownVersion: Int) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      state =
        version == knownVersion ? try container.decode(Part.self, forKey: .state) : nil
    }
  }

  static func encode(_ part: some Encodable, version: Int) throws -> [UInt8] {
    try Array(JSONForm.encoder(isPretty: true).encode(Written(version: version, state: part)))
      + [UInt8(ascii: "\n")]
  }

  static func decode<Part: Decodable>(
    _ data: Data, as type: Part.Type, knownVersion: Int
  ) throws -> Read<Part> {
    try JSONForm.decoder().decode(Read<Part>.self, from: data, configuration: knownVersion)
  }
}

/// What is wrong, and where in the file, in a few words and without a full stop.
func explain(_ error: any Error) -> String {
  let words = words(for: error)
  return words.hasSuffix(".") ? String(words.dropLast()) : words
}

private func words(for error: any Error) -> String {
  func place(_ context: DecodingError.Context) -> String {
    if context.codingPath.isEmpty { return context.debugDescription }
    let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
    return "at \(path.joined(separator: ".")): \(context.debugDescription)"
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context):
    context.codingPath.isEmpty
      ? "no \"\(key.stringValue)\"" : "no \"\(key.stringValue)\" \(place(context))"
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.dataCorrupted(let context):
    place(context)
  case EncodingError.invalidValue(_, let context): context.debugDescription
  default: "\(error)"
  }
}
