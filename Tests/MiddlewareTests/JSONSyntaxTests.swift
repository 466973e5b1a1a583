import Testing

@testable import MillraceMiddleware

@Suite("JSON syntax errors")
struct JSONSyntaxTests {
  @Test(
    "a syntax error is located by line and column, counted from 1",
    arguments: [
      ("", 1, 1), ("{\"a\": 1,\n  \"b\": x}", 2, 8), ("[1, 2", 1, 6), ("[1 2]", 1, 4),
      ("{\"a\" 1}", 1, 6), ("{a: 1}", 1, 2), ("[1,]", 1, 4), ("\"open", 1, 6), ("[1] 2", 1, 5),
      ("[\n\n-]", 3, 1), ("[\"a\nb\"]", 1, 4), ("nul", 1, 1), ("[1.]", 1, 2),
      ("{\"a\": 01}", 1, 7), ("-.5", 1, 1), ("[-]", 1, 2), ("-01", 1, 1), ("1.e5", 1, 1),
      ("1e", 1, 1), ("1e+", 1, 1), ("+1", 1, 1), ("1-2", 1, 1), ("[\"a\\q\"]", 1, 4),
      ("\"\\u12g4\"", 1, 2), ("\"\\u123", 1, 2), ("\"\\", 1, 2),
    ])
  func faults(text: String, line: Int, column: Int) throws {
    let location = try #require(JSONSyntax.firstSyntaxError(in: Array(text.utf8)))
    #expect(location.line == line && location.column == column, "\(text): \(location)")
  }

  @Test(
    "valid JSON has no syntax error",
    arguments: [
      "{}", "[]", " [1, -2.5e+3, \"\\\"é\\n\", true, false, null, {\"a\": {\"b\": []}}]\n", "3",
      "\"x\"", "[0, -0, 0.10, 10, 1e999, 0E-07, -1.5e+30]",
      "\"\\\\ \\\" \\/ \\b \\f \\n \\r \\t \\u00e9 \\uABCD\"",
    ])
  func sound(text: String) { #expect(JSONSyntax.firstSyntaxError(in: Array(text.utf8)) == nil) }

  @Test("nesting deeper than the decoder supports is a syntax error, not a crash")
  func deep() {
    let text = String(repeating: "[", count: 100_000)
    #expect(JSONSyntax.firstSyntaxError(in: Array(text.utf8)) != nil)
  }

  @Test("names are listed with depth and line, in text order, up to a depth or a syntax error")
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
