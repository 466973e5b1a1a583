import Foundation
import Testing

@Suite("The names of the library's own bindings")
struct BindingNamesTests {
  private let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  @Test("the article about keys lists every name that the code gives to a binding or looks up")
  func listed() throws {
    let article = try String(
      contentsOf: sources.appending(path: "Millrace/Millrace.docc/Keys.md"), encoding: .utf8)
    let section = try #require(
      article.components(separatedBy: "### Names of the library's own bindings\n").last?
        .components(separatedBy: "\n### ").first)
    let listed = section.matches(of: /(?m)^\| `([^`]+)` \|/).map { String($0.1) }
    #expect(Set(listed) == (try names()))
    #expect(Set(listed).count == listed.count)
  }

  /// The names in `Bind(…, name: "…")` and `keyMap["…"]`, outside of comments. Those of the
  /// inspector begin with `inspector.`, and programs have names of their own.
  private func names() throws -> Set<String> {
    let programs = ["Inspector/", "Todo/", "TodoExample/"]
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { path in path.hasSuffix(".swift") && !programs.contains { path.hasPrefix($0) } }
    var names: Set<String> = []
    for file in files {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let code = text.split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
      for match in code.matches(of: /Bind\([^{]*?name: "([^"\\]+)"/) {
        names.insert(String(match.1))
      }
      for match in code.matches(of: /(?:keyMap|map)\["([^"]+)"\]/) { names.insert(String(match.1)) }
    }
    return names
  }
}
