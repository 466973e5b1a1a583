import Testing
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The pages of the store's contract and recipes")
struct ContractPageTests {
  @Test(
    "every sample of the page is compiled and run by this test target, line by line",
    // The contract's state and twelve points; the recipes' three samples.
    arguments: [("Contract", 13), ("Recipes", 3)])
  func pageIsCompiled(page name: String, sampleCount: Int) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let package = tests.deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: package.appending(path: "Sources/Store/MillraceStore.docc/\(name).md"),
      encoding: .utf8)
    let folder = tests.appending(path: name)
    let samples = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    let blocks = codeBlocks("swift", in: page)
    #expect(blocks.count == sampleCount)
    let compiled = samples.map { lines(of: $0).joined(separator: "\n") }
    for block in blocks {
      let sample = lines(of: block).joined(separator: "\n")
      #expect(compiled.contains { $0.contains(sample) }, "\(block)")
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }
}
