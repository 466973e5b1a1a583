import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The code in doc comments")
struct DocumentationCommentTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let sources = tests.appending(path: "../../Sources").standardized

  @Test("every line of Swift in a doc comment is compiled, in a sample")
  func codeIsCompiled() throws {
    let compiled = try Set(
      Self.swiftFiles(in: Self.tests.appending(path: "Samples")).flatMap { try Self.lines(of: $0) })
    var others: [String] = []
    for file in try Self.swiftFiles(in: Self.sources) {
      for line in Self.code(in: try Self.lines(of: file)) {
        if !compiled.contains(line) { others.append("\(file.lastPathComponent): \(line)") }
      }
    }
    #expect(others == [])
  }

  /// The lines of code in doc comments, trimmed: those of Swift fences, and those that are indented
  /// after an empty line.
  private static func code(in lines: [String]) -> [String] {
    var found: [String] = []
    var fence: String?
    var isIndented = false
    var isAfterEmpty = false
    for line in lines {
      guard line.hasPrefix("///") else {
        (fence, isIndented, isAfterEmpty) = (nil, false, false)
        continue
      }
      let text = line.dropFirst(3)
      let trimmed = text.trimmingPrefix { $0 == " " }
      isIndented = text.hasPrefix("     ") && (isIndented || isAfterEmpty)
      isAfterEmpty = trimmed.isEmpty
      if trimmed.hasPrefix("```") {
        fence = fence == nil ? String(trimmed.dropFirst(3)) : nil
      } else if !trimmed.isEmpty, fence == "swift" || fence == nil && isIndented {
        found.append(String(trimmed))
      }
    }
    return found
  }

  private static func swiftFiles(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }

  /// The lines of a file, without blanks around them.
  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map { line in
        var line = line.drop { $0 == " " }
        while line.last == " " { line.removeLast() }
        return String(line)
      }
  }
}
