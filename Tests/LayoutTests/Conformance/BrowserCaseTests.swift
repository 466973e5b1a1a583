import Foundation
import layout_conformance
import Testing

@Suite("Files of browser cases")
struct BrowserCaseTests {
  private func disagreement(style: String, children: String = "", frames: String = "") throws
    -> String?
  {
    let text = """
      {"defaults": {}, "cases": [{"name": "case", "root": {"style": {\(style)}, "children": [\(children)]},
      "expected": {"ltr": {"left": 0, "top": 0, "width": 0, "height": 0, "children": [\(frames)]}}}]}
      """
    let cases = try JSONDecoder().decode(BrowserCases.self, from: Data(text.utf8))
    return try cases.run(cases.cases[0], direction: "ltr").disagreement
  }

  private let box = #"{"style": {}}"#
  private let frame = #"{"left": 0, "top": 0, "width": 0, "height": 0}"#

  @Test("a case agrees when all boxes have the expected frames")
  func agreement() throws {
    #expect(try disagreement(style: "", children: box, frames: frame) == nil)
    #expect(try disagreement(style: #""width": 1"#, children: box, frames: frame) != nil)
  }

  @Test("a case disagrees when it has frames for more or fewer boxes")
  func counts() throws {
    #expect(try disagreement(style: "", children: "\(box), \(box)", frames: frame) != nil)
    #expect(try disagreement(style: "", children: box, frames: "\(frame), \(frame)") != nil)
  }

  @Test(
    "a case with an unknown style throws",
    arguments: [
      #""order": 1e300"#, #""order": 1.5"#, #""overflow": "banana""#, #""width": "wide""#,
      #""colour": "red""#,
    ])
  func unknownStyles(style: String) {
    #expect(throws: UnknownStyle.self) { try disagreement(style: style) }
  }
}
