import Foundation
import MillraceTesting
import Testing

/// Recordings of other programs, with screens on which pyte and tmux agree, made by
/// `Scripts/check_emulator.py --write`.
@Suite("Virtual screen with recorded output")
struct RecordingTests {
  private struct Expected: Decodable {
    struct Shot: Decodable {
      var offset: Int
      var rows: [String]
    }

    var width: Int
    var height: Int
    var shots: [Shot]
  }

  @Test("recorded output gives the screens of other terminals", arguments: ["less", "vim", "htop"])
  func recording(name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
    let bytes = try Array(Data(contentsOf: folder.appending(path: name + ".bytes")))
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(contentsOf: folder.appending(path: name + ".json")))
    var screen = VirtualScreen(width: expected.width, height: expected.height)
    var start = 0
    for shot in expected.shots {
      screen.feed(bytes[start..<shot.offset])
      start = shot.offset
      #expect((0..<screen.height).map(screen.rowText) == shot.rows, "after \(start) bytes")
    }
    #expect(start == bytes.count)
  }
}
