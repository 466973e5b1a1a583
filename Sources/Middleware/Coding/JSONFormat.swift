#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON of states and actions. Keys are sorted, except by ``quickEncoder``, so that equal
/// values give equal bytes. Dates are in ISO 8601, in UTC and to the millisecond. Values that these
/// forms cannot express are encoded differently: a floating-point number as the string `"NaN"`,
/// `"Infinity"` or `"-Infinity"`; a date before the year 1 or after 9999 as the number of seconds
/// since 1970.
///
/// A `Set`, and a dictionary whose keys are neither strings nor integers, are encoded in no fixed
/// order: a type that needs stable bytes sorts them in its `encode(to:)`.
enum JSONFormat {
  /// - Parameters:
  ///   - isPretty: Whether the text is indented, on many lines, for people; else it is one line.
  ///   - isSorted: Whether equal values must give equal bytes.
  static func encoder(isPretty: Bool = false, isSorted: Bool = true) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    if isSorted { encoder.outputFormatting.insert(.sortedKeys) }
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      if !writtenDates.contains(date.timeIntervalSince1970) {
        return try container.encode(date.timeIntervalSince1970)
      }
      // The format truncates to milliseconds. Adding half a millisecond rounds instead, so that a
      // date that was decoded slightly too early is encoded unchanged.
      try container.encode(date.addingTimeInterval(0.0005).formatted(dateFormat))
    }
    return encoder
  }

  /// An encoder that does not sort keys. It is shared, so no code may change its options.
  static let quickEncoder = encoder(isSorted: false)

  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: "-" + infinity, nan: notANumber)
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let seconds = try? container.decode(Double.self) {
        return Date(timeIntervalSince1970: seconds)
      }
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

  /// Encodes a value, on one line unless the encoder is pretty.
  /// - Throws: The error of the encoder; or an error with the path of a `Decimal` that is not a
  ///   number. The encoder writes such a value as a bare `NaN`, which no decoder reads.
  static func encode(
    _ value: some Encodable, with encoder: JSONEncoder = encoder()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try append(value, to: &bytes, with: encoder)
    return bytes
  }

  /// Appends the JSON of a value to some bytes. After an error, the bytes are as before.
  static func append(
    _ value: some Encodable, to bytes: inout [UInt8], with encoder: JSONEncoder = quickEncoder
  ) throws {
    let start = bytes.count
    try encoder.encode(value).withUnsafeBytes { bytes += $0 }
    // Checking the whole syntax takes longer than encoding. So only texts that may have a bare
    // `NaN` are checked.
    guard mayHaveBareNaN(bytes[start...]),
      let path = JSONSyntax.pathOfFirstError(in: Array(bytes[start...]))
    else { return }
    bytes.removeSubrange(start...)
    throw Unreadable(description: "JSON has no form for the value at \(path)")
  }

  /// Whether a text has `NaN` anywhere but at the beginning of a string.
  private static func mayHaveBareNaN(_ json: ArraySlice<UInt8>) -> Bool {
    let (capital, quote) = (UInt8(ascii: "N"), UInt8(ascii: "\""))
    return json.indices.dropLast(2).contains { at in
      json[at] == capital && json[at + 2] == capital && json[at + 1] == UInt8(ascii: "a")
        && (at == json.startIndex || json[at - 1] != quote)
    }
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Sequence<UInt8>
  ) throws -> Value { try decoder().decode(type, from: Data(bytes)) }

  private struct Unreadable: Error, CustomStringConvertible { let description: String }

  private static let (infinity, notANumber) = ("Infinity", "NaN")
  /// The dates that are written as text: those of the years 1 to 9999.
  private static let writtenDates = -62_135_596_800.0..<253_402_300_799.999
  private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
