#if DEBUG
  import Foundation
  import Millrace
  import MillraceMarkupLoader
  import MillraceTesting
  import TestSupport
  import Testing

  @MainActor
  @Suite("Saves of a markup file", .serialized, .timeLimit(.minutes(20)))
  struct SavesTests {
    private static let ways = ["rename", "in place", "truncate and write", "remove and write"]

    @Test("every save is shown, for each way of saving", arguments: 1...rounds(1, long: 3))
    func saves(run: Int) async throws {
      let temporary = try TemporaryFolder()
      let file = URL(filePath: temporary.file("ButtonPage.ui.xml"))
      let page = URL.sourceFolder.appending(path: "Pages/ButtonPage.ui.xml")
      let markup = try String(contentsOf: page, encoding: .utf8)
      try markup.write(to: file, atomically: true, encoding: .utf8)

      let reload = makeMarkupReload()
      let reloads = Captured(0)
      let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
      let app = TerminalApp(store) { ButtonPage() }.liveMarkup(in: temporary.path) { files, say in
        reloads.value += 1
        return reload(files, say)
      }
      let stage = try TestStage(app, columns: 40, rows: 6)
      stage.terminal.send(.enter)
      stage.settle()
      #expect(stage.rows[2] == "Pressed 1 times")
      // The first reload reads the unchanged page; only later saves change the screen.
      while reloads.value == 0 { await Task.yield() }

      let clock = ContinuousClock()
      var times: [Duration] = []
      for save in 1...60 {
        let text = markup.replacing("Pressed {presses} times", with: "Save \(save): {presses}")
        let begin = clock.now
        try write(text, to: file, Self.ways[save % Self.ways.count])
        while stage.rows[2] != "Save \(save): 1" {
          await Task.yield()
          stage.settle()
        }
        times.append(clock.now - begin)
      }
      times.sort()
      print("From a save to the screen, run \(run): median \(times[30]), worst \(times[59])")
      stage.session.end()
    }

    private func write(_ text: String, to file: URL, _ way: String) throws {
      switch way {
      case "rename": try Data(text.utf8).write(to: file, options: .atomic)
      case "in place":
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data(text.utf8))
        try handle.truncate(atOffset: UInt64(text.utf8.count))
        try handle.close()
      case "truncate and write": try Data(text.utf8).write(to: file)
      default:
        try FileManager.default.removeItem(at: file)
        try Data(text.utf8).write(to: file)
      }
    }
  }

  extension URL {
    fileprivate static let sourceFolder = URL(filePath: #filePath).deletingLastPathComponent()
  }
#endif
