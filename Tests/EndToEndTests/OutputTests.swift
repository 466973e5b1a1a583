import MillraceTerminal
import Testing

extension EndToEnd {
  @Suite("writes no more than it must")
  struct OutputTests {
    private static let frameBegin = Array("\u{1B}[?2026h".utf8)
    private static let frameEnd = Array("\u{1B}[?2026l".utf8)

    @Test(
      "idle, it writes nothing; for a key, few bytes",
      arguments: [TodoProcess.FrameMarks.known, .unknown, .notEvenTheQuestion])
    func idle(frameMarks: TodoProcess.FrameMarks) throws {
      let todo = try TodoProcess(
        ["--sample", "10000"], in: TestFolder(), columns: 80, rows: 24, frameMarks: frameMarks)
      try todo.waitUntil("the whole screen") { $0.items.count == 19 }
      let first = todo.output.count
      try todo.read(for: .milliseconds(300))
      #expect(todo.output.count == first)

      try todo.type(" ")
      try todo.waitUntil("the tick, and the counts") {
        $0.items.first == "[x] Call Ada today" && $0.text.contains("‹Active 7999› ‹Done 2001›")
      }
      let second = todo.output.count
      try todo.read(for: .milliseconds(300))
      #expect(todo.output.count == second)
      let frame = todo.output[first...]
      #expect(frame.count <= 240)
      let isMarked = frameMarks == .known
      #expect(frame.starts(with: Self.frameBegin) == isMarked)
      #expect(frame.suffix(Self.frameEnd.count).elementsEqual(Self.frameEnd) == isMarked)
    }

    @Test("a key that means nothing writes nothing")
    func meaningless() throws {
      let folder = try TestFolder()
      try folder.save(["milk", "bread"])
      let todo = try TodoProcess(in: folder)
      try todo.read(for: .milliseconds(50))
      let before = todo.output.count
      try todo.type("zZ%\u{1B}[H\u{1B}[5~\u{1B}[19~")
      try todo.read(for: .milliseconds(150))
      #expect(todo.output.count == before)
      try todo.type("\u{1B}[B ")
      try todo.waitUntil("it answers keys") { $0.items == ["[ ] milk", "[x] bread"] }
    }
  }
}
