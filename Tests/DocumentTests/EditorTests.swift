import MillraceSystem
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceDocument

@MainActor
@Suite("Text in an editor")
struct EditorTests {
  /// Runs an editor on a text, and returns the edited text and the path of its file.
  private func edit(
    _ text: String, suffix: String = ".txt", end: EditorEnd = .status(0),
    _ work: @escaping @Sendable (String) throws -> Void = { _ in }
  ) async throws(EditorError) -> (text: String?, path: String) {
    let path = Slot<String>()
    let terminal = Slot<TerminalControl>()
    let store = Store<Int, Int>(initial: 0, reducer: Reducer { _, _ in })
    _ = TerminalApp(store) { _, _, control in
      let _ = terminal.value = control
    }.plainTextLines()
    let editor = Editor {
      path.value = $0
      do { try work($0) } catch { Issue.record(error) }
      return end
    }
    let edited = try await terminal.value?.edit(text, suffix: suffix, by: editor)
    return (edited ?? nil, path.value ?? "")
  }

  nonisolated private static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    let files = SystemFiles()
    let file = try files.open(path, .existing)
    defer { files.close(file) }
    try files.resize(file, to: 0)
    try files.writeAll(Array(bytes), to: file)
  }

  @Test(
    "the file for the editor has the given suffix, is private to the owner, and is removed")
  func file() async throws {
    let (text, path) = try await edit("milk", suffix: ".md") { path in
      let status = try #require(try SystemFiles().status(of: path))
      #expect(status.permissions == 0o600)
      #expect(path.hasSuffix(".md"))
      #expect(try SystemFiles().read(path, from: 0) == Array("milk\n".utf8))
      try Self.write("bread\n".utf8, to: path)
    }
    #expect(text == "bread")
    #expect(try SystemFiles().status(of: path) == nil)
  }

  @Test(
    "the edited text has no added line end, and the result is nil for an unchanged text",
    arguments: [
      ("", "", nil), ("", "a\n", "a"), ("", "\n", nil), ("a", "a\n", nil), ("a", "a", nil),
      ("a\n", "a\n", nil), ("a\n", "b\n", "b\n"), ("a\n", "a", "a"), ("a", "a\r\n", "a\r"),
      ("\u{E9}", "e\u{301}\n", "e\u{301}"),
    ] as [(String, String, String?)])
  func lineEnd(text: String, written: String, expected: String?) async throws {
    let edited = try await edit(text) { try Self.write(written.utf8, to: $0) }
    #expect(edited.text.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    #expect(try SystemFiles().status(of: edited.path) == nil)
  }

  @Test(
    "a failed editor leaves a changed text in its file, and the error names the file",
    arguments: [.status(3), .signal(9), .notStarted] as [EditorEnd])
  func failed(end: EditorEnd) async throws {
    await #expect(throws: EditorError.failed(end, keptAt: nil)) { try await edit("a", end: end) }
    let path = Slot<String>()
    let error = await #expect(throws: EditorError.self) {
      try await edit("a", end: end) {
        path.value = $0
        try Self.write("b\n".utf8, to: $0)
      }
    }
    let kept = try #require(path.value)
    #expect(error == .failed(end, keptAt: kept))
    #expect(error?.description.hasSuffix("the edited text is kept in \(kept)") == true)
    #expect(try SystemFiles().read(kept, from: 0) == Array("b\n".utf8))
    try SystemFiles().remove(kept)
  }

  @Test("a text that is not UTF-8 stays in its file, and a deleted file is an error")
  func broken() async throws {
    let path = Slot<String>()
    let error = await #expect(throws: EditorError.self) {
      try await edit("a") {
        path.value = $0
        try Self.write([0xE9, 0x0A], to: $0)
      }
    }
    let kept = try #require(path.value)
    #expect(error == .notUTF8(keptAt: kept))
    try SystemFiles().remove(kept)
    let gone = await #expect(throws: EditorError.self) {
      try await edit("a") {
        path.value = $0
        try SystemFiles().remove($0)
      }
    }
    #expect(gone == .notRead(path: path.value ?? ""))
  }

  @Test("a cancelled task ends its process, even if it is cancelled before the process starts")
  func cancelled() async {
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return await ForegroundProcess().run(["/bin/sh", "-c", "exec sleep 1000"])
    }
    await gate.arrived()
    task.cancel()
    gate.open()
    #expect(await task.value == .signal(15))
    #expect(await ForegroundProcess().run(["/bin/sh", "-c", "exit 5"]) == .status(5))
    #expect(await ForegroundProcess().run(["/no/such/program"]) == .notStarted)
  }

  private enum Action: Sendable {
    case edit(TerminalControl)
    case edited(String)
  }

  @Test("a command uses the editor from its dependencies")
  func command() async throws {
    let stage = try TestStage(columns: 20, rows: 2) { dependencies in
      dependencies[EditorKey.self] = .changing { $0.uppercased() }
      let store = Store<String, Action>(
        initial: "milk",
        reducer: Reducer { notes, action -> Command<Action> in
          switch action {
          case .edit(let terminal):
            return .task { [notes] dependencies in
              let editor = dependencies[EditorKey.self]
              return .edited(try await terminal.edit(notes, suffix: ".md", by: editor) ?? notes)
            }
          case .edited(let text):
            notes = text
            return .none
          }
        }, dependencies: dependencies)
      return TerminalApp(store) { notes, dispatch, terminal in
        Button(notes) { dispatch(.edit(terminal)) }
      }
    }
    stage.terminal.send(.enter)
    await stage.settleEffects()
    #expect(stage.rows == ["‹MILK›"])
    #expect(stage.terminal.suspensions == 1)
  }

  @Test("an edit while another program has the terminal throws")
  func unavailable() async throws {
    let control = Slot<TerminalControl>()
    let stage = try TestStage(
      TerminalApp(Store<Int, Int>(initial: 0, reducer: Reducer { _, _ in })) { _, _, terminal in
        let _ = control.value = terminal
      })
    let terminal = try #require(control.value)
    try await terminal.suspend {
      let error = await #expect(throws: EditorError.self) { try await terminal.edit("a") }
      #expect(error == .unavailable(reason: "\(TerminalError.suspended)"))
    }
    stage.session.end()
  }
}
