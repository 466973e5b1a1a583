import Foundation
import Millrace
import Testing

@Suite("The version")
struct VersionTests {
  @Test("the version is the newest in CHANGELOG.md, and the README uses the newest with a date")
  func isDocumented() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    func page(_ name: String) throws -> String {
      try String(contentsOf: package.appending(path: name), encoding: .utf8)
    }
    let versions = try page("CHANGELOG.md").matches(of: #/\n## \[([^\]]+)\] – (.+)/#)
    let newest = try #require(versions.first)
    #expect(newest.1 == millraceVersion)
    // Before the first release there is none with a date.
    let released = versions.first { $0.2 != "unreleased" } ?? newest
    #expect(try page("README.md").contains("from: \"\(released.1)\""))
  }
}
