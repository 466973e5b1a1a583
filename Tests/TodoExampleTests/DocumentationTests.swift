import Foundation
import MillraceDocument
import Testing

@testable import MillraceDocument
@testable import TodoExample

@Suite("Documentation of todo")
struct DocumentationTests {
  private func page() throws -> [String] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: package.appending(path: "Documentation/todo.md"), encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  private func code(in text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.isMultiple(of: 2) ? nil : String($1) }
  }

  @Test("the page has a table of all keys with their names")
  func keys() throws {
    var found: [String: [String]] = [:]
    // A row can describe several names, with commas between their keys.
    for row in try page() {
      let cells = row.split(separator: "|")
      guard row.hasPrefix("|"), cells.count == 3 else { continue }
      let names = code(in: cells[0])
      let keys = names.count == 1 ? [cells[1]] : cells[1].split(separator: ", ")
      for (name, keys) in zip(names, keys) { found[name] = code(in: keys) }
    }
    #expect(found == KeyMap.todoTexts)
  }

  @Test("the settings on the page can be read")
  func settings() throws {
    let json = try page().drop { $0 != "```json" }.dropFirst().prefix { $0 != "```" }
    let settings = {
      var reader = SettingsReader(.todo(nil))
      reader.read(Array(json.joined(separator: "\n").utf8))
      return reader.settings
    }()
    #expect(settings.errors.isEmpty)
    #expect(settings.theme == .dark)
    #expect(settings.keys["quit"] == [.character("q"), .control("q")])
  }

  @Test("the dates on the page are understood")
  func dates() throws {
    let rows = try page().drop { $0 != "| words | day |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    let words = rows.flatMap { code(in: $0.split(separator: "|")[0]) }
    #expect(words.count > 10)
    for text in words { #expect(Due(parsing: text, now: at()) != nil, "\(text)") }
  }
}
