import Foundation
import MillraceMarkup
import Testing
import TestSupport

@Suite("Article about markup")
struct ArticleTests {
  @Test("the article's samples have no issues, and Swift can be made from them")
  func samples() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: package.appending(
        path: "Sources/MarkupLoader/MillraceMarkupLoader.docc/Markup.md"),
      encoding: .utf8)
    let blocks = codeBlocks("xml", in: article)
    #expect(blocks.count >= 6)
    for block in blocks {
      let source = MarkupSource(block, name: "Sample.ui.xml")
      let (component, issues) = MarkupChecker.check(source)
      #expect(issues.map(\.description) == [])
      guard let component else { continue }
      // Swift can be generated from the component.
      let swift = SwiftGenerator.make(component, of: source, file: source.name)
      let head = component.isDeclaredByProgram ? "extension Sample {" : "struct Sample: Component"
      #expect(swift.contains(head))
    }
  }
}
