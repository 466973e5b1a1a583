import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The page of the store's contract")
struct ContractPageTests {
  @Test("every sample of the page is compiled and run by this test target, line by line")
  func pageIsCompiled() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let package = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: package.appending(path: "Sources/Store/MillraceStore.docc/Contract.md"),
      encoding: .utf8)
    let sample = try String(
      contentsOf: here.appending(path: "ContractTests.swift"), encoding: .utf8)
    let blocks = page.split(separator: "```swift\n").dropFirst().map {
      String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex))
    }
    // The state, and one for each of the twelve points.
    #expect(blocks.count == 13)
    let compiled = lines(of: sample).joined(separator: "\n")
    for block in blocks {
      #expect(compiled.contains(lines(of: block).joined(separator: "\n")), "\(block)")
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }
}
