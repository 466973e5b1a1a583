import Foundation
import Testing
import TestSupport

@Suite("The links of the documentation")
struct LinkTests {
  private let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("every link between files, and to a heading, leads there")
  func linksLead() throws {
    var anchors: [String: Set<String>] = [:]
    let pages = try markdownFiles()
    for (path, text) in pages { anchors[path] = Self.anchors(of: text) }
    var broken: [String] = []
    for (path, text) in pages {
      let folder = package.appending(path: path).deletingLastPathComponent()
      for match in Self.prose(text).matches(of: /\]\(([^)\s]+)\)/) {
        let link = String(match.1)
        if link.contains("://") || link.hasPrefix("mailto:") { continue }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty
          ? package.appending(path: path) : folder.appending(path: String(parts[0]))
        let target = file.standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: target) else {
          broken.append("\(path): \(link)")
          continue
        }
        let name = String(target.dropFirst(package.standardizedFileURL.path.count + 1))
        if parts.count > 1, let known = anchors[name], !known.contains(String(parts[1])) {
          broken.append("\(path): \(link)")
        }
      }
    }
    #expect(broken == [])
  }

  /// The files in Markdown but those for DocC, by their paths.
  private func markdownFiles() throws -> [String: String] {
    var files: [String: String] = [:]
    for folder in ["", "Documentation", "Examples", "Scripts", "Sources/TodoExample"] {
      let root = package.appending(path: folder)
      let paths =
        folder.isEmpty
        ? try FileManager.default.contentsOfDirectory(atPath: root.path)
        : try FileManager.default.subpathsOfDirectory(atPath: root.path)
      for path in paths where path.hasSuffix(".md") {
        files[folder.isEmpty ? path : "\(folder)/\(path)"] = try String(
          contentsOf: root.appending(path: path), encoding: .utf8)
      }
    }
    return files
  }

  private static func anchors(of text: String) -> Set<String> {
    var anchors = Anchors()
    return Set(
      prose(text).split(separator: "\n").filter { $0.hasPrefix("#") }.map {
        anchors.add(String($0.drop { $0 == "#" }.dropFirst()))
      })
  }

  /// The text without blocks of code.
  private static func prose(_ text: String) -> String {
    linesWithCode(text.split(separator: "\n", omittingEmptySubsequences: false))
      .filter { !$0.isCode }.map(\.line).joined(separator: "\n")
  }
}
