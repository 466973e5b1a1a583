import MillraceTerminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("Window size")
  struct ResizeTests {
    @Test("a new size is drawn at once, wider and narrower")
    func resizes() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder, columns: 60, rows: 12, controlling: true)
      try todo.resize(columns: 90, rows: 30)
      try todo.waitUntil("the wide screen") {
        $0.rowText(2) == String(repeating: "─", count: 90) && $0.rowText(0).hasPrefix("All 2 ")
          && $0.rowText(28) == $0.rowText(2) && $0.rowText(29).contains("q Quit")
      }
      #expect(todo.screen.items == ["[ ] milk", "[ ] bread"])
      try todo.resize(columns: 20, rows: 6)
      try todo.waitUntil("the narrow screen") {
        $0.text == """
          A…  Tod…  Upco…  Do…
            What needs doing
          › [ ] milk
            [ ] bread
          """
      }
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { $0.items == ["[x] milk", "[ ] bread"] }
    }

    @Test("many resizes draw few frames, ending with the last size")
    func storm() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder, controlling: true, synchronizedOutput: .known)
      let before = todo.output.count
      let clock = ContinuousClock()
      let start = clock.now
      for width in 0..<200 { try todo.terminal.resize(columns: 40 + width % 20, rows: 12) }
      try todo.resize(columns: 50, rows: 12)
      try todo.waitUntil("the last size") {
        $0.rowText(2) == String(repeating: "─", count: 50) && $0.rowText(0).hasPrefix("All 1 ")
      }
      // The program may still have to handle the last resizes.
      let elapsed = clock.now - start
      try todo.read(for: .milliseconds(50))
      let text = String(decoding: todo.output[before...], as: UTF8.self)
      // A frame at once, one for each 16 ms of the resizes, and one after the last resize.
      #expect(text.split(separator: "\u{1B}[?2026h").count <= Int(elapsed / .milliseconds(16)) + 3)
    }

    @Test(
      "a window of one or two cells does not end the program, and a larger one shows everything")
    func tiny() throws {
      let folder = try TestFolder()
      try folder.save(["漢字 👩‍👩‍👧", "bread"])
      let todo = try TodoProcess(in: folder, controlling: true)
      let whole = todo.screen
      for (columns, rows) in [(1, 1), (2, 2), (1, 40), (200, 1), (3, 3)] {
        let before = todo.output.count
        try todo.resize(columns: columns, rows: rows)
        try todo.waitUntil("\(columns) × \(rows) is drawn") { _ in todo.output.count > before }
        try todo.type("\u{1B}[B\u{1B}[A")
      }
      try todo.resize(columns: whole.width, rows: whole.height)
      try todo.waitUntil("the first screen") { $0.styledText == whole.styledText }
      try todo.type("q")
      #expect(try todo.waitForEnd() == .status(0))
    }

    @Test("todo starts in a tiny window", arguments: [(1, 1), (2, 2), (20, 6)])
    func startsTiny(columns: Int, rows: Int) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(
        unwatched: [], in: folder, columns: columns, rows: rows, controlling: true)
      try todo.waitUntil("a frame") {
        $0.modes.contains(1049) && $0.queries.last == TodoProcess.lastQuestion
      }
      try todo.type(" ")
      try todo.waitUntil("it answers keys") { _ in try folder.listedItems() == ["[x] milk"] }
      try todo.resize(columns: 60, rows: 12)
      try todo.waitUntil("the whole screen") {
        $0.items == ["[x] milk"] && $0.rowText(0).hasPrefix("All 1 ")
      }
    }

    @Test("a terminal without a known size counts as 80 × 24")
    func unknownSize() throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(unwatched: [], in: folder, columns: 80, rows: 24)
      try todo.waitUntil("the first frame") {
        $0.rowText(0).hasPrefix("All 0 ") && $0.isCursorVisible
      }
      let whole = todo.screen.text
      try todo.terminal.resize(columns: 0, rows: 0)
      todo.send(SIGWINCH)
      let before = todo.output.count
      try todo.waitUntil("it is drawn again") { todo.output.count > before && $0.text == whole }
    }
  }
}
