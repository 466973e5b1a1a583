import MillraceMarkup
import Testing

struct JSONErrorTests {
  @Test(
    "a JSON fault is reported with its position",
    arguments: [
      ("", "1:1: error: no element: write {\"element\": \"Name\"}"),
      ("{}", "1:1: error: this object has no name: write \"element\": \"Name\""),
      (
        "{\"element\": 1}", "1:13: error: the name must be a string: write \"element\": \"Name\""
      ),
      (
        "{\"element\": \"a b\"}",
        "1:14: error: \"a b\" is not a name: write one of letters and digits"
      ),
      (
        "{\"element\": \"a\",}",
        "1:17: error: no key: write \"key\": value, and no comma after the last"
      ),
      (
        "{\"element\": \"a\", \"b\": {}}",
        "1:23: error: no value: write a string, a number, true, false or null, or use children"
      ),
      (
        "{\"element\": \"a\", \"b\": 1, \"b\": 2}",
        "1:27: error: b is repeated, first at 1:19: remove one"
      ),
      (
        "{\"element\": \"a\", \"b\": 0-1}",
        "1:23: error: this is not a JSON number: write one such as -0.5, or a string"
      ),
      (
        "{\"element\": \"a\", \"b\": nul}",
        "1:23: error: no value: write a string, a number, true, false or null, or use children"
      ),
      (
        "{\"element\": \"a\", \"b\": \"\\ud83d\"}",
        "1:23: error: this string has a wrong escape or a character that is not allowed"
      ),
      (
        "{\"element\": \"a\", \"b\": \"\\x\"}",
        "1:23: error: this string has a wrong escape or a character that is not allowed"
      ),
      (
        "{\"element\": \"a\", \"b\": \"\t\"}",
        "1:23: error: this string has a wrong escape or a character that is not allowed"
      ),
      (
        "{\"element\": \"a\", \"b\": \"\\u0000\"}",
        "1:23: error: this string has a wrong escape or a character that is not allowed"
      ),
      (
        "{\"element\": \"a\", \"children\": [\"x\", {\"element\": \"b\", \"c\": [] }]}",
        "1:58: error: no value: write a string, a number, true, false or null, or use children"
      ),
      ("{\"element\": \"a", "1:13: error: this string has no end: write a quote"),
      ("{\"element\": \"a\\", "1:13: error: this string has no end: write a quote"),
      ("{\"element\": \"a\"} x", "1:18: error: text follows the value: remove it"),
    ])
  func fault(text: String, expected: String) {
    let issue = #expect(throws: MarkupIssue.self) {
      try MarkupJSON.read(MarkupSource(text, name: "A.json"))
    }
    #expect(issue?.description == "A.json:" + expected)
  }

  @Test("escapes in strings are decoded")
  func escapes() throws {
    let text = #"{"element": "a", "b": "\"\\\/\n\t\u00e9\ud83d\ude42"}"#
    let element = try MarkupJSON.read(MarkupSource(text, name: "A"))
    #expect(element["b"]?.value == "\"\\/\n\té🙂")
  }

  @Test("literals keep their text, and null is no attribute")
  func literals() throws {
    let text = "[{\"element\": \"a\", \"b\": 1.50, \"c\": true, \"d\": null, \"e\": -1e+3}]"
    let items = try MarkupJSON.read(MarkupSource(text, name: "A")).children
    #expect(items[0].attributes.map(\.name) == ["b", "c", "e"])
    #expect(items[0].attributes.map(\.value) == ["1.50", "true", "-1e+3"])
  }
}
