import Layout
import Testing

@Suite("Frames as a browser has them")
struct BrowserTests {
  /// The file's frames round a size from absolute edges but a position relative to the parent.
  static let differences = ["rounding_fractial_input_3"]

  @Test(
    "trees get the browser's frames",
    .enabled(if: BrowserCases.isAtHand, "the cases are not part of the package"))
  func frames() throws {
    var agreed = 0
    var differing: [String] = []
    for browserCase in try BrowserCases.load() where !browserCase.disabled {
      guard let root = try? browserCase.root.node() else { continue }
      root.layout(width: .maxContent, height: .maxContent)
      let expected = try #require(browserCase.expected["ltr"])
      guard let difference = root.difference(from: expected, path: "root") else {
        agreed += 1
        continue
      }
      differing.append(browserCase.name)
      if !Self.differences.contains(browserCase.name) {
        Issue.record("\(browserCase.name): \(difference)")
      }
    }
    #expect(differing == Self.differences)
    #expect(agreed >= 451, "cases that this engine understands")
  }
}

extension LayoutNode {
  /// The first frame that differs, or nil.
  func difference(from expected: BrowserCase.Frame, path: String) -> String? {
    let origin = parent?.frame ?? .zero
    let mine = frame
    let actual = [mine.x - origin.x, mine.y - origin.y, mine.width, mine.height].map(Double.init)
    let wanted = [expected.left, expected.top, expected.width, expected.height]
    if actual != wanted { return "\(path): \(actual), the browser has \(wanted)" }
    for (index, (child, frame)) in zip(children, expected.children ?? []).enumerated() {
      if let found = child.difference(from: frame, path: "\(path).\(index)") { return found }
    }
    return nil
  }
}
