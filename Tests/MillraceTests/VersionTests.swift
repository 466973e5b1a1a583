import Foundation
import Millrace
import Testing

@Suite("The version")
struct VersionTests {
  @Test("is the newest one of CHANGELOG.md, and the one that the README depends on")
  func isDocumented() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func page(_ name: String) throws -> String {
      try String(contentsOf: package.appending(path: name), encoding: .utf8)
    }
    let newest = try page("CHANGELOG.md").firstMatch(of: #/\n## \[([^\]]+)\] – /#)?.1
    #expect(newest.map(String.init) == millraceVersion)
    #expect(try page("README.md").contains("from: \"\(millraceVersion)\""))
  }
}
