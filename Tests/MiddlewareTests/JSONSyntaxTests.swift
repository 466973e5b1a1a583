import Testing

@testable import MillraceMiddleware

@Suite("Where a text stops being JSON")
struct JSONSyntaxTests {
  @Test(
    "is told by line and column, from 1",
    arguments: [
      ("", 1, 1), ("{\"a\": 1,\n  \"b\": x}", 2, 8), ("[1, 2", 1, 6), ("[1 2]", 1, 4),
      ("{\"a\" 1}", 1, 6), ("{a: 1}", 1, 2), ("[1,]", 1, 4), ("\"open", 1, 6), ("[1] 2", 1, 5),
      ("[\n\n-]", 3, 1), ("[\"a\nb\"]", 1, 4), ("nul", 1, 1), ("[1.]", 1, 2),
    ])
  func faults(text: String, line: Int, column: Int) throws {
    let place = try #require(JSONSyntax.placeOfFault(in: Array(text.utf8)))
    #expect(place.line == line && place.column == column, "\(text): \(place)")
  }

  @Test(
    "is nowhere in a text that is JSON",
    arguments: [
      "{}", "[]", " [1, -2.5e+3, \"\\\"é\\n\", true, false, null, {\"a\": {\"b\": []}}]\n", "3",
      "\"x\"",
    ])
  func sound(text: String) { #expect(JSONSyntax.placeOfFault(in: Array(text.utf8)) == nil) }

  @Test("nesting deeper than the decoder goes is a fault, and not a crash")
  func deep() {
    let text = String(repeating: "[", count: 100_000)
    #expect(JSONSyntax.placeOfFault(in: Array(text.utf8)) != nil)
  }

  @Test(
    "names are told with their depth and line, in the order of the text, up to a depth or a fault")
  func names() {
    func names(_ text: String) -> [String] {
      JSONSyntax.names(in: Array(text.utf8), toDepth: 1).map { "\($0.text) \($0.depth) \($0.line)" }
    }
    let nested = "{\"a\": {\n\"b\": {\"c\": 1}, \"a\": [{\"d\": 1}]},\n\n \"a\": \"x\"}"
    #expect(names(nested) == ["a 0 1", "b 1 2", "a 1 2", "a 0 4"])
    #expect(names("[{\"\\u0065\": 1}]") == ["\\u0065 1 1"])
    #expect(names("{\"a\": 1, \"b\": x, \"c\": 1}") == ["a 0 1", "b 0 1"])
    #expect(names("3").isEmpty)
  }
}
