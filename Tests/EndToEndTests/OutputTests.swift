import MillraceTerminal
import Testing

extension EndToEnd {
  @Suite("Amount of output")
  struct OutputTests {
    private static let frameBegin = Array("\u{1B}[?2026h".utf8)
    private static let frameEnd = Array("\u{1B}[?2026l".utf8)

    @Test(
      "an idle program writes nothing, and a key writes few bytes",
      arguments: [TodoProcess.SynchronizedOutput.known, .unknown, .notEvenTheQuestion])
    func idle(synchronizedOutput: TodoProcess.SynchronizedOutput) throws {
      let todo = try TodoProcess(
        ["--sample", "10000"], in: TestFolder(), columns: 80, rows: 24,
        synchronizedOutput: synchronizedOutput)
      // The counts of a long list come after the first frame.
      try todo.waitUntil("the whole screen") {
        $0.items.count == 19 && $0.rowText(0).contains("Done 2000 ")
      }
      let first = todo.output.count
      try todo.read(for: .milliseconds(150))
      #expect(todo.output.count == first)

      try todo.type(" ")
      try todo.waitUntil("the tick, and the counts") {
        $0.items.first == "[x] (A) Call Ada" && $0.rowText(0).contains("Done 2001 ")
      }
      let second = todo.output.count
      try todo.read(for: .milliseconds(150))
      #expect(todo.output.count == second)
      let frame = todo.output[first...]
      // The frame writes a few cells, and the message about the change.
      #expect(frame.count <= 400)
      let isSynchronized = synchronizedOutput == .known
      try todo.type("\u{1B}[B")
      try todo.waitUntil("another current item") { $0.current?.contains("Write to Grace") == true }
      try todo.read(for: .milliseconds(50))
      #expect(todo.output.count - second <= 240)
      #expect(frame.starts(with: Self.frameBegin) == isSynchronized)
      #expect(frame.suffix(Self.frameEnd.count).elementsEqual(Self.frameEnd) == isSynchronized)
    }

    @Test("a key without a meaning writes nothing")
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
