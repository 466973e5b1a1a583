#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import MillraceTerminal

/// An answer of an inspector: a value with a JSON form for programs and a text form for people.
public protocol InspectorAnswer: Codable, Equatable, Sendable {
  /// Lines for a terminal.
  var text: String { get }
}

extension InspectorAnswer {
  /// The answer as JSON, with keys in alphabetical order.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension [String] {
  var asLines: String { map { $0 + "\n" }.joined() }

  /// Formats rows as lines with aligned columns, two spaces apart.
  static func columns(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? displayWidth(of: $0[column]) : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map {
        $0 + String(repeating: " ", count: $1 - displayWidth(of: $0) + 2)
      }
      return String(cells.joined().reversed().drop { $0 == " " }.reversed())
    }
  }
}

/// Formats a duration in a unit of its magnitude: `850 ns`, `12.3 µs`, `4.0 ms`, `1.2 s`.
func durationText(microseconds: Double) -> String {
  func text(_ value: Double, _ unit: String) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
  return switch microseconds {
  case ..<1: "\(Int((microseconds * 1_000).rounded())) ns"
  case ..<1_000: text(microseconds, "µs")
  case ..<1_000_000: text(microseconds / 1_000, "ms")
  default: text(microseconds / 1_000_000, "s")
  }
}
