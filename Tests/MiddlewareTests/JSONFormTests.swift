import Testing

@testable import MillraceMiddleware

@Suite("JSON encoding")
struct JSONFormTests {
  @Test("a decoded date encodes to the same text, and is within half a millisecond")
  func dates() throws {
    // Dates from before 1900 to after 2100.
    for step in 0..<2000 {
      let seconds = -4e9 + Double(step) * 4_999_999.753_1
      let json = try JSONFormat.encoder().encode([Date(timeIntervalSince1970: seconds)])
      let date = try JSONFormat.decoder().decode([Date].self, from: json)
      #expect(try JSONFormat.encoder().encode(date) == json, "\(seconds)")
      #expect(abs(date[0].timeIntervalSince1970 - seconds) < 0.000_501, "\(seconds)")
    }
  }
}
