import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import TodoExample

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Actions of users that involve several parts of the program.
@MainActor
@Suite("Seams of todo")
struct TodoSeamTests {
  private func click(_ text: String, on stage: TodoStage) throws {
    let y = try #require(stage.stage.rows.firstIndex { $0.contains(text) })
    let row = stage.stage.rows[y]
    let x = row.distance(from: row.startIndex, to: try #require(row.range(of: text)).lowerBound) + 1
    stage.terminal.mouse(.press, x: x, y: y)
    stage.terminal.mouse(.release, x: x, y: y)
    stage.settle()
  }

  @Test("a change of all of many items does not compare each with each")
  func many() throws {
    let stage = try TodoStage(40_000)
    stage.send(.control("a"), .space)
    #expect(stage.screen.contains("Tick 40000 items?"), "\(stage.screen)")
    stage.send(.character("y"))
    #expect(stage.state.list.items.count(where: { !$0.isDone }) == 0)
  }

  @Test("the dialog of the import reads no standard input")
  func importsNoInput() async throws {
    let stage = try TodoStage("one", columns: 80, rows: 24)
    stage.send(.character("i"))
    stage.type("-")
    stage.send(.enter)
    await stage.wait { $0.screen.contains("./-") }
  }

  @Test("a line edit that the last program left goes on in a form, which has the focus")
  func editAfterRestart() throws {
    let files = MemoryStorage()
    func makeStage() throws -> TodoStage {
      try TodoStage(
        TodoList(), columns: 80, rows: 30,
        log: DocumentLog(file: "/todos.json", storage: files))
    }
    let first = try makeStage()
    first.store.dispatch(.insert((1...50).map { Todo(id: id($0), title: "item \($0)") }))
    first.store.dispatch(
      .change(.prioritize([id(49)], Priority("A"))))
    first.store.dispatch(.beginEdit(id(49), isForm: false))
    first.store.dispatch(.edit(.changed(TodoFields(line: "(A) item 49 TYPED"))))
    first.store.finish()
    let second = try makeStage()
    #expect(second.screen.contains("Priority") && second.screen.contains("item 49 TYPED"))
    second.type("!")
    second.send(.control("s"))
    #expect(second.state.list.items[48].title == "item 49 TYPED!")
    #expect(second.state.list.items[48].priority == Priority("A"))
    second.send(.character("a"))
    second.type("buy milk\rcall Bob\r")
    #expect(second.titles.suffix(2) == ["buy milk", "call Bob"])
  }

  @Test("an untouched line edit ends with the program")
  func untouchedEditAfterRestart() throws {
    var state = TodoState("one")
    state.run(.beginEdit(id(1), isForm: false, at: at()))
    var next = TodoState("one")
    next.kept = state.kept
    #expect(next.edit == nil)
  }

  @Test("in search results the current item stays current when items change")
  func searchKeepsCurrent() throws {
    let stage = try TodoStage("banana milk", "milk apple", "buy milk", "call milkman", "remilk")
    stage.send(.character("/"))
    stage.type("milk")
    stage.send(.enter, .down, .down)
    let current = try #require(stage.current)
    stage.store.dispatch(.insert([Todo(id: id(9), title: "milk")]))
    stage.settle()
    #expect(stage.items.count == 6 && stage.current == current, "\(stage.screen)")
    stage.send(.character("/"), .backspace)
    #expect(stage.current != nil)
    stage.type("k")
    stage.send(.enter)
    #expect(
      stage.current?.hasSuffix("[ ] milk") == true,
      "the best hit of a new text is current: \(stage.screen)")
  }

  @Test("the pane of a screen that became wide shows the current item")
  func paneAfterResize() throws {
    let stage = try TodoStage("one due:2026-11-28", "two t:2026-12-24", columns: 80)
    stage.send(.down)
    stage.terminal.resize(columns: 120, rows: 16)
    stage.settle()
    #expect(stage.screen.contains("waits     24 Dec"), "\(stage.screen)")
    stage.terminal.resize(columns: 80, rows: 16)
    stage.settle()
    stage.send(.up)
    stage.terminal.resize(columns: 120, rows: 16)
    stage.settle()
    #expect(stage.screen.contains("due       tomorrow"), "\(stage.screen)")
  }

  @Test("after a click on a tab, the keys are those of the list")
  func clickedTab() throws {
    let stage = try TodoStage("one", "two")
    try click("All", on: stage)
    stage.send(.down, .space)
    #expect(stage.state.list.items.map(\.isDone) == [false, true], "\(stage.screen)")
  }

  @Test("after a confirmed deletion of all items and its undo, the keys are those of the list")
  func deletedAll() throws {
    let stage = try TodoStage(30)
    stage.send(.control("a"), .character("d"), .character("y"))
    #expect(stage.titles.isEmpty)
    stage.send(.character("u"), .down)
    #expect(stage.titles.count == 30 && stage.current?.contains("Write to") == true)
    stage.send(.escape, .space)
    #expect(stage.state.list.items[1].isDone, "\(stage.screen)")
  }

  /// The list of a newer program.
  private func readOnlyStage(
    changing change: (inout Dependencies) -> Void = { _ in }
  ) throws -> TodoStage {
    let files = MemoryStorage()
    func log() -> DocumentLog<TodoList> { DocumentLog(file: "/todos.json", storage: files) }
    let first = TodoApp(log: log(), settings: .todo(nil)).makeStore()
    first.dispatch(.insert([Todo(id: id(1), title: "one")]))
    first.finish()
    let text = String(decoding: try #require(files["/todos.json"]), as: UTF8.self)
    files["/todos.json"] = Array(text.replacing("\"version\" : 2", with: "\"version\" : 9").utf8)
    return try TodoStage(
      TodoList(), columns: 80, rows: 24, log: log(), changing: change)
  }

  @Test("a list that cannot be changed keeps the draft and the edit")
  func readOnly() throws {
    let stage = try readOnlyStage()
    stage.send(.character("a"))
    stage.type("new\r")
    #expect(stage.state.draft == "new")
    #expect(stage.screen.contains("Read-only: nothing was changed"), "\(stage.screen)")
    stage.send(.escape, .character("e"))
    stage.type("!\r")
    #expect(stage.state.edit?.fields.line == "one!")
  }

  @Test("a list that cannot be changed keeps a pasted text, and an edit when another one begins")
  func readOnlyText() throws {
    let stage = try readOnlyStage()
    stage.send(.character("a"))
    stage.terminal.paste("p1\np2\n")
    stage.settle()
    #expect(stage.state.draft == "p1 p2 ", "\(stage.screen)")
    stage.send(.escape, .character("e"))
    stage.type(" zz")
    stage.store.dispatch(.beginEdit(id(1), isForm: true))
    #expect(stage.state.edit?.fields.line == "one zz" && stage.state.edit?.isForm == false)
  }

  @Test("a command from the palette runs on the line that is edited, which is not saved")
  func paletteInLine() throws {
    let stage = try TodoStage("one", "two", rows: 24)
    stage.send(.character("e"))
    stage.type(" zz")
    stage.send(.control("p"))
    #expect(stage.titles == ["one", "two"])
    stage.send(.escape)
    stage.type("!")
    #expect(stage.state.edit?.fields.line == "one zz!", "\(stage.screen)")
    stage.send(.control("p"))
    stage.type("discard")
    stage.send(.enter)
    #expect(stage.screen.contains("Discard what was typed?"), "\(stage.screen)")
    stage.send(.character("y"))
    #expect(stage.state.edit == nil && stage.titles == ["one", "two"])
  }

  @Test("an untouched line ends when its item is deleted elsewhere, and a changed one says so")
  func deletedElsewhere() throws {
    let stage = try TodoStage("one", "two", "three", columns: 80, rows: 24)
    stage.send(.character("e"))
    stage.store.dispatch(.remove([id(1)], at: at()))
    stage.settle()
    #expect(!stage.screen.contains("Priority"))
    stage.send(.escape, .character("e"))
    stage.type("!")
    let edited = try #require(stage.state.edit?.id)
    stage.store.dispatch(.remove([edited], at: at()))
    stage.settle()
    #expect(stage.screen.contains("Item, deleted meanwhile"), "\(stage.screen)")
  }

  @Test("a list that cannot be changed opens no editor")
  func readOnlyNotes() async throws {
    let stage = try readOnlyStage {
      $0[EditorKey.self] = .changing { _ in
        Issue.record("the editor ran")
        return ""
      }
    }
    stage.send(.character("o"))
    for _ in 0..<20 { await Task.yield() }
    stage.settle()
    #expect(stage.screen.contains("Read-only: nothing was changed"), "\(stage.screen)")
  }

  @Test("in a replay, and after it, the keys that need an editor or a file end nothing")
  func replay() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("r.jsonl")
    let first = try TodoStage(TodoList(["one"]), middleware: [.recorder(to: .file(path))])
    first.send(.space)
    first.store.finish()
    let replay = try TodoApp.replay(path)
    let stage = try TestStage(
      TodoApp(log: DocumentLog(), settings: .todo(nil)).terminalApp(replay.store), columns: 80)
    stage.terminal.send(.character("o"))
    #expect(try await replay.run(speed: .infinity) == nil)
    stage.settle()
    stage.terminal.send(.space)
    stage.settle()
    let todo = try #require(replay.store.state.list.items.first)
    #expect(!todo.isDone && replay.store.state.list.document.message?.text == "Reopened “one”")
    // The reducer's commands run, too.
    stage.terminal.send(.character("a"))
    stage.terminal.type("two")
    stage.terminal.send(.enter)
    stage.settle()
    #expect(replay.store.state.list.items.map(\.title) == ["one", "two"])
    let id = todo.id
    replay.store.dispatch(.beginEdit(id, isForm: false))
    replay.store.dispatch(.edit(.leave))
    #expect(replay.store.state.edit == nil)
  }

  @Test("after a search, the found item stays current, not the one that was added last")
  func afterSearch() throws {
    let stage = try TodoStage("one", "quick", "three", columns: 80, rows: 24)
    stage.send(.character("a"))
    stage.type("er\r")
    stage.send(.escape)
    stage.send(.character("g"), .character("/"))
    stage.type("quick")
    stage.send(.escape)
    stage.send(.space)
    #expect(stage.items.filter { $0.hasPrefix("[x]") } == ["[x] quick"])
  }

  @Test("a message with the text of an earlier one is shown after a change without a message")
  func messageAgain() throws {
    let stage = try TodoStage(TodoList())
    func add(_ ids: UInt64...) {
      stage.store.dispatch(.insert(ids.map { Todo(id: id($0), title: "item \($0)") }))
      stage.settle()
    }
    add(1, 2)
    #expect(stage.screen.contains("Added 2 items"))
    stage.advance(by: .seconds(5))
    #expect(!stage.screen.contains("Added"))
    stage.send(.escape, .character("J"))
    add(3, 4)
    #expect(stage.screen.contains("Added 2 items"), "\(stage.screen)")
  }

  @Test("only a changed line is said to have a word that looks like a field")
  func unchangedLine() throws {
    var state = TodoState("one (A)")
    state.run(.beginEdit(id(1), isForm: true, at: at()))
    var fields = try #require(state.edit?.fields)
    fields.notes = "note"
    state.run(.editChanged(fields), .commitEdit(id(1), at: at()))
    #expect(state.problem == nil && state.list.items[0].notes == "note")
    state.run(.beginEdit(id(1), isForm: false, at: at()))
    state.run(.editChanged(TodoFields(line: "uno (A)")), .commitEdit(id(1), at: at()))
    #expect(state.problem?.hasPrefix("(A) is not a priority here") == true)
  }

  @Test("the editor does not open on a form that cannot be saved")
  func editorInWrongForm() async throws {
    let stage = try TodoStage(["one"], rows: 30) {
      $0[EditorKey.self] = .changing { _ in "from the editor" }
    }
    stage.send(.enter, .tab, .tab)
    stage.type("zz")
    try click("‹Editor›", on: stage)
    for _ in 0..<20 { await Task.yield() }
    stage.settle()
    #expect(stage.state.edit != nil && stage.state.list.items[0].notes.isEmpty)
  }

  @Test("a word of an edited line that looks like a date and is none is said when it is saved")
  func editedField() throws {
    let stage = try TodoStage("one", columns: 80)
    stage.send(.character("e"))
    stage.type(" due:12/1\r")
    #expect(stage.titles == ["one due:12/1"])
    #expect(stage.screen.contains("due:12/1 is 12 Jan or 1 Dec"), "\(stage.screen)")
    stage.send(.down)
    stage.send(.space)
    #expect(!stage.screen.contains("is 12 Jan"))
  }

  @Test("a half-typed line is kept when the program ends, and not saved", arguments: [true, false])
  func editAtTheEnd(isSignal: Bool) throws {
    let stage = try TodoStage("one", "two")
    stage.send(.character("e"))
    stage.type("!")
    if isSignal { stage.session.end() } else { stage.send(.control("c")) }
    #expect(stage.titles == ["one", "two"])
    #expect(stage.state.edit?.fields.line == "one!")
  }
}
