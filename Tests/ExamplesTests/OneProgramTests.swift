import Foundation
import Testing
import TestSupport

@Suite("The article about one program with all of it")
struct OneProgramTests {
  @Test("the article shows every line of reading and its tests, in order, and they are 250 at most")
  func shown() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }
    let files = try [
      "Examples/Reading/Finder.swift", "Examples/Reading/Reading.swift",
      "Examples/Reading/ReadingProgram.swift", "Tests/ExamplesTests/ReadingTests.swift",
    ].map(text)
    let article = try text("Sources/Document/MillraceDocument.docc/OneProgram.md")
    let blocks = codeBlocks("swift", in: article)
    func lines(_ texts: [String]) -> [Substring] {
      texts.flatMap { $0.split(separator: "\n" as Character) }
    }
    #expect(lines(blocks) == lines(files))
    #expect(files.reduce(0) { $0 + $1.count { $0 == "\n" } } <= 250)
  }
}
