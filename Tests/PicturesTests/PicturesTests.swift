import Foundation
import Testing

private let isWriting = ProcessInfo.processInfo.environment["MILLRACE_WRITE_PICTURES"] != nil

@Suite("Pictures of the documentation")
@MainActor
struct PicturesTests {
  private let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("pictures match their programs; Scripts/make_pictures.sh draws them")
  func areUpToDate() throws {
    for picture in Picture.all {
      let file = package.appending(path: "\(picture.folder)/\(picture.name).svg")
      let drawn = try picture.svg()
      if isWriting { try Data(drawn.utf8).write(to: file) }
      let kept = try? String(contentsOf: file, encoding: .utf8)
      if kept != drawn {
        Issue.record("\(picture.name).svg is out of date: run Scripts/make_pictures.sh")
      }
    }
  }

  @Test("all picture files are in the list that draws them", .disabled(if: isWriting))
  func areListed() throws {
    for (folder, pictures) in Dictionary(grouping: Picture.all, by: \.folder) {
      let files = try FileManager.default
        .contentsOfDirectory(atPath: package.appending(path: folder).path)
        .filter { $0.hasSuffix(".svg") }
      #expect(files.sorted() == pictures.map { $0.name + ".svg" }.sorted())
    }
  }
}
