#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How states and actions are written as JSON: keys in order, so that equal values give equal bytes, and
/// dates after ISO 8601, in UTC and to the millisecond.
///
/// A `Set`, and a dictionary whose keys are neither strings nor integers, have no order: a type that is to
/// give stable bytes sorts them in its `encode(to:)`.
enum JSONForm {
  /// - Parameter isPretty: Whether the text is for a person to read, on many lines; else it is one line.
  static func encoder(isPretty: Bool = false) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(dateFormat))
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
          in: container, debugDescription: "\"\(text)\" is no date as 2025-01-31T09:05:00Z is.")
      }
      return date
    }
    return decoder
  }

  private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
