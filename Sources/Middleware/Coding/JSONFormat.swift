#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How states and actions are encoded as JSON: sorted keys, so that equal values give equal bytes,
/// and dates in ISO 8601, in UTC and to the millisecond.
///
/// A `Set`, and a dictionary whose keys are neither strings nor integers, have no order: a type
/// that needs stable bytes sorts them in its `encode(to:)`.
enum JSONFormat {
  /// - Parameters:
  ///   - isPretty: Whether the text is indented, on many lines, for people; else it is one line.
  ///   - isSorted: Whether equal values must give equal bytes.
  static func encoder(isPretty: Bool = false, isSorted: Bool = true) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    if isSorted { encoder.outputFormatting.insert(.sortedKeys) }
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      // The format truncates to milliseconds. Adding half a millisecond rounds instead, so that a
      // date that was decoded slightly too early is encoded unchanged.
      try container.encode(date.addingTimeInterval(0.0005).formatted(dateFormat))
    }
    return encoder
  }

  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = try? dateFormat.parse(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\"\(text)\" is not a date such as 2025-01-31T09:05:00Z."
        )
      }
      return date
    }
    return decoder
  }

  /// Encodes a value on one line.
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    Array(try encoder().encode(value))
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Sequence<UInt8>
  ) throws -> Value { try decoder().decode(type, from: Data(bytes)) }

  private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
