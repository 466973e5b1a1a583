import Testing
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The samples of the README and the articles")
struct ReadmeSampleTests {
  private let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The README, the page about `todo` and the articles beside the targets, by their paths.
  private func pages() throws -> [String: String] {
    let sources = package.appending(path: "Sources")
    // The samples of the store's contract and recipes, and of the document's articles, are in their
    // own tests.
    let articles = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter {
        $0.hasSuffix(".md")
          && !["Contract.md", "OneProgram.md", "Recipes.md", "YourProgram.md"].contains(
            $0.split(separator: "/").last)
      }
      .map { "Sources/\($0)" }
    return try Dictionary(
      uniqueKeysWithValues: (["README.md", "CONTRIBUTING.md", "Documentation/todo.md"] + articles)
        .map {
          ($0, try String(contentsOf: package.appending(path: $0), encoding: .utf8))
        })
  }

  @Test("every Swift line of the README and the articles is compiled by this test target")
  func samplesAreCompiled() throws {
    let tests = package.appending(path: "Tests/MillraceTests")
    let samples = try FileManager.default.contentsOfDirectory(atPath: tests.path)
      .filter { $0.hasSuffix("Sample.swift") }
      .map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
    let example = try String(
      contentsOf: package.appending(path: "Examples/Todos/TodosProgram.swift"), encoding: .utf8)
    let compiled = Set((samples + [example]).flatMap { lines(of: $0) })
    let blocks = try pages().flatMap { path, page in
      codeBlocks("swift", in: page).map { (path, $0) }
    }
    #expect(blocks.count >= 15)
    for (path, block) in blocks {
      // The test of the first program imports a module of the reader's own.
      for line in lines(of: block) where line != "@testable import jot" {
        let line =
          line.hasPrefix("@main ") && path != "README.md" ? String(line.dropFirst(6)) : line
        if !compiled.contains(line) { Issue.record("\(path): in no *Sample.swift: \(line)") }
      }
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
  }
}
