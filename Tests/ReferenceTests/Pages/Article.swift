import Foundation
import TestSupport

/// An article of a DocC catalog.
struct Article {
  /// The file's name without its extension.
  let name: String
  /// Of its file, in the package.
  let folder: String
  let text: String

  static func all(in package: URL) throws -> [Article] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: package.appending(path: "Sources").path)
    return try paths.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }.sorted().map { path in
      let file = package.appending(path: "Sources/\(path)")
      return Article(
        name: file.deletingPathExtension().lastPathComponent,
        folder: "Sources/\(path.split(separator: "/").dropLast().joined(separator: "/"))",
        text: try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// Whether it is the page of a module.
  var isRoot: Bool { text.hasPrefix("# ``") }

  var title: String {
    text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }.filter { $0 != "`" }
  }

  /// The first paragraph after the title.
  var summary: String {
    text.split(separator: "\n\n", maxSplits: 2).dropFirst().first.map {
      String($0.replacing("\n", with: " "))
    } ?? ""
  }

  /// The text, with the addresses of files as they are seen from another folder, and a title without DocC's link.
  func lines(from other: String) -> [String] {
    let up = String(repeating: "../", count: other.split(separator: "/").count)
    // A subscript with a call after it looks like a link: `$0[Client.self](name)`.
    let lines = linesWithCode(text.split(separator: "\n", omittingEmptySubsequences: false)).map {
      line, isCode in
      guard !isCode else { return String(line) }
      return String(line).replacing(/\]\(([^)#:]+)\)/) { match in
        var parts = folder.split(separator: "/").map(String.init)
        for part in match.1.split(separator: "/").map(String.init) {
          if part == ".." { parts.removeLast() } else { parts.append(part) }
        }
        return "](\(up)\(parts.joined(separator: "/")))"
      }
    }
    return ["# \(title)"] + lines.dropFirst()
  }
}
