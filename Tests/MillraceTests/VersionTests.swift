import Foundation
import Millrace
import Testing

@Suite("The version")
struct VersionTests {
  @Test("the version is the newest one in CHANGELOG.md and the one that the README uses")
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
