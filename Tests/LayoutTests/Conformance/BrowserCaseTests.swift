import Foundation
import layout_conformance
import Testing

@Suite("A file of cases")
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

  @Test("agrees where all boxes have the frames that it has")
  func agreement() throws {
    #expect(try disagreement(style: "", children: box, frames: frame) == nil)
    #expect(try disagreement(style: #""width": 1"#, children: box, frames: frame) != nil)
  }

  @Test("disagrees where it has frames for more boxes, or fewer")
  func counts() throws {
    #expect(try disagreement(style: "", children: "\(box), \(box)", frames: frame) != nil)
    #expect(try disagreement(style: "", children: box, frames: "\(frame), \(frame)") != nil)
  }

  @Test(
    "with a style that is not known says so",
    arguments: [
      #""order": 1e300"#, #""order": 1.5"#, #""overflow": "banana""#, #""width": "wide""#,
      #""colour": "red""#,
    ])
  func unknownStyles(style: String) {
    #expect(throws: UnknownStyle.self) { try disagreement(style: style) }
  }
}
