import Foundation
import Testing

@testable import MillraceTerminal

/// Tests against Unicode's data files, if they are available.
@Suite("Unicode data")
struct UnicodeDataTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/fixtures/unicode")

  private static var isAtHand: Bool { FileManager.default.fileExists(atPath: folder.path) }

  private func lines(of name: String) throws -> [Substring] {
    try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8).split(
      separator: "\n"
    )
    .map { $0.prefix { $0 != "#" } }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  @Test(
    "every scalar has the width in Unicode's data, or no width of its own",
    .enabled(if: isAtHand, "Unicode's files are missing"))
  func widths() throws {
    let lines = try lines(of: "EastAsianWidth-17.txt")
    var count = 0
    for line in lines {
      let fields = line.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      for value in ends[0]...(ends.last ?? ends[0]) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        count += 1
        let columns = GraphemeWidth.columns(of: scalar, ambiguous: 3)
        if columns == 0 {
          let category = scalar.properties.generalCategory
          let joins = [
            0x115F...0x11FF, 0x3164...0x3164, 0xD7B0...0xD7FF, 0xFFA0...0xFFA0,
          ].contains { $0.contains(Int(value)) }
          let hides: Set<Unicode.GeneralCategory> = [.nonspacingMark, .enclosingMark, .format]
          if !joins, !hides.contains(category), category != .unassigned {
            Issue.record("U+\(fields[0]), which is \(category), has no width")
          }
        } else {
          let expected = ["W": 2, "F": 2, "A": 3][fields[1]] ?? 1
          if columns != expected, value >= 0xA1 {
            Issue.record("U+\(String(value, radix: 16)): \(columns), not \(expected)")
          }
        }
      }
    }
    #expect(count > 300_000)
  }

  /// Conjuncts of Myanmar, Balinese and Khmer that Unicode 17 joins and the standard library of
  /// Swift 6.3 breaks.
  private static let missed: Set = [
    "÷ 1019 × 1039 × 1018 ÷ 102C × 1037 ÷", "÷ 1004 × 103A × 1039 × 1011 × 1039 × 1011 ÷",
    "÷ 1B12 × 1B01 ÷ 1B32 × 1B44 × 1B2F ÷ 1B32 × 1B44 × 1B22 × 1B44 × 1B2C ÷ 1B32 × 1B44 × 1B22 × 1B38 ÷",
    "÷ 179F × 17D2 × 178F × 17D2 × 179A × 17B8 ÷", "÷ 1B26 ÷ 1B17 × 1B44 × 1B13 ÷",
    "÷ 1B27 ÷ 1B13 × 1B44 × 1B0B ÷ 1B0B × 1B04 ÷", "÷ 1795 × 17D2 × 17AF ÷ 1798 ÷",
    "÷ 17A0 × 17D2 × 17AB ÷ 1791 × 17D0 ÷ 1799 ÷",
  ]

  @Test(
    "clusters break where Unicode breaks them, except for known gaps of the standard library",
    .enabled(if: isAtHand, "Unicode's files are missing"))
  func clusters() throws {
    let lines = try lines(of: "GraphemeBreakTest-17.txt")
    var failures: Set<String> = []
    for line in lines {
      let expected = line.split(separator: "÷").compactMap { part -> String? in
        let scalars = part.split { $0 == "×" || $0.isWhitespace }
          .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
      }
      let text: String = expected.joined()
      if text.map({ Array($0.unicodeScalars) }) != expected.map({ Array($0.unicodeScalars) }) {
        failures.insert(line.trimmingCharacters(in: .whitespaces))
      }
    }
    #expect(lines.count == 766)
    #expect(failures.subtracting(Self.missed) == [])
  }
}
