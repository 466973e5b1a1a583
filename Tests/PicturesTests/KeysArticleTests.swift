import Foundation
import Millrace
import Testing

@Suite("The article about keys")
struct KeysArticleTests {
  @Test("the article lists the keys of all widgets; Scripts/make_pictures.sh writes the list")
  func keys() throws {
    let rows = WidgetKeys.all.map { entry in
      let keys = entry.keys.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(entry.id)` | \(keys.replacing("|", with: "\\|")) | \(entry.title) |\n"
    }
    let table = "| name | keys | what they do |\n|---|---|---|\n" + rows.joined()
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Millrace/Millrace.docc/Keys.md")
    let article = try String(contentsOf: url, encoding: .utf8)
    let parts = article.components(separatedBy: "### The keys of the widgets\n\n")
    try #require(parts.count == 2)
    let end = try #require(parts[1].range(of: "\n\n", options: [])?.lowerBound)
    let written = parts[1][..<end] + "\n"
    if ProcessInfo.processInfo.environment["MILLRACE_WRITE_PICTURES"] != nil {
      let new = parts[0] + "### The keys of the widgets\n\n" + table + parts[1][end...].dropFirst()
      try new.write(to: url, atomically: true, encoding: .utf8)
    } else {
      #expect(written == table, "run Scripts/make_pictures.sh")
    }
  }
}
