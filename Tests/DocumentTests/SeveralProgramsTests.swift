import MillraceTesting
import TestSupport
import Testing

@testable import MillraceDocument

@MainActor @Suite("Document: several programs on one file", .timeLimit(.minutes(20)))
struct SeveralProgramsTests {
  private let desk = MemoDesk()

  private func look(_ stores: MemoDesk.MemoStore...) {
    for store in stores { store.savedFile?.checkForExternalChanges() }
  }

  private func titles(_ store: MemoDesk.MemoStore) -> [String] {
    store.state.document.items.map(\.title)
  }

  /// Waits for work in another task.
  private func wait(
    until isDone: () -> Bool, _ location: SourceLocation = #_sourceLocation
  ) async {
    if await !repeatUntil(isDone, { await Task.yield() }) {
      Issue.record("never done", sourceLocation: location)
    }
  }

  @Test("a second program reads the document, and has its own interface")
  func ownInterfaces() {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    let second = desk.open()
    #expect(second.state.access == .handingOver)
    second.dispatch(.interface(.drafted("mine")))
    first.dispatch(.interface(.drafted("yours")))
    first.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    look(second)
    #expect(titles(second) == ["milk", "bread"])
    #expect(second.state.interface.draft == "mine")
    #expect(second.state.undoNames.count == 2)
  }

  @Test("a second program's actions are written by the first, in order, and both show them")
  func handsOver() {
    let (first, second) = (desk.open(), desk.open())
    for id in 1...20 { second.dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    second.dispatch(.undo)
    #expect(titles(second).isEmpty)
    look(first, second)
    #expect(titles(first) == (1...19).map { "\($0)" })
    #expect(titles(second) == titles(first))
    desk.files.killProcess()
    #expect(titles(desk.open()) == (1...19).map { "\($0)" })
    withExtendedLifetime((first, second)) {}
  }

  @Test("when the writing program ends, the other one asks, takes over, and loses no change")
  func takesOver() async throws {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    let second = desk.open()
    second.dispatch(.interface(.drafted("half a li")))
    first.finish()
    desk.clock.advance(by: .seconds(1))
    await wait {
      desk.clock.advance(by: .seconds(1))
      return second.state.dialog == .takeOver
    }
    #expect(second.state.access == .abandoned)
    second.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    second.dispatch(.show(nil))
    second.dispatch(.takeOver)
    await wait {
      desk.clock.advance(by: .milliseconds(50))
      return second.state.access == .writing
    }
    await wait {
      look(second)
      return titles(second) == ["milk", "bread"]
    }
    #expect(second.state.interface.draft == "half a li")
    second.dispatch(.document(.add(Memo(id: 3, title: "eggs"))))
    #expect(desk.open().state.access == .handingOver)
    second.finish()
    #expect(titles(desk.open()) == ["milk", "bread", "eggs"])
  }

  @Test(
    "a command without a screen reads and changes the document, with or without a running program")
  func commands() async throws {
    try await desk.file.send(.document(.add(Memo(id: 1, title: "milk"))))
    let program = desk.open()
    let sent = Task {
      try await desk.file.send(.document(.rename(1, "bread")), timeout: .seconds(1_000_000))
    }
    await wait {
      look(program)
      return titles(program) == ["bread"]
    }
    try await sent.value
    #expect(try desk.file.read().document.items.map(\.title) == ["bread"])
    #expect(try desk.file.read().undoNames.first == "renamed")
  }

  @Test("a command on a large file appends a line, and the file, its history and undo stay right")
  func largeFile() async throws {
    let text = String(repeating: "long ", count: 300_000)
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk", text: text))))
    first.dispatch(.document(.rename(1, "oat milk")))
    first.finish()
    let before = desk.files[MemoDesk.path]
    for id in 2...4 {
      try await desk.file.send(.document(.add(Memo(id: id, title: "\(id)"))))
      #expect(desk.files[MemoDesk.path] == before)
    }
    #expect(desk.lines.count == 3)
    let titles = ["oat milk", "2", "3", "4"]
    #expect(try desk.file.read(includingUndo: false).document.items.map(\.title) == titles)
    let state = try desk.file.read()
    #expect(state.document.items.map(\.title) == titles)
    #expect(state.undoNames.count == 5)
    try await desk.file.send(.undo)
    #expect(try desk.file.read().document.items.map(\.title) == ["oat milk", "2", "3"])
    // The undo needed the history, and its store saved the state.
    #expect(desk.files[MemoDesk.path] != before)
    try await desk.file.send(.document(.remove(2, at: .zero)))
    desk.files.killProcess()
    let store = desk.open()
    #expect(self.titles(store) == ["oat milk", "3"])
    for _ in 1...4 { store.dispatch(.undo) }
    #expect(self.titles(store) == ["milk"])
    store.finish()
    #expect(try desk.file.read().document.items.map(\.title) == ["milk"])
  }

  @Test("a large file whose undo reaches behind it is read right, whether or not the file stays")
  func undoBehindLargeFile() async throws {
    let text = String(repeating: "long ", count: 300_000)
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk", text: text))))
    first.dispatch(.document(.rename(1, "oat milk")))
    first.finish()
    let program = desk.open()
    program.dispatch(.undo)
    #expect(try desk.file.read(includingUndo: false).document.items.map(\.title) == ["milk"])
    desk.files.killProcess()
    #expect(try desk.file.read(includingUndo: false).document.items.map(\.title) == ["milk"])
    desk.files[MemoDesk.path] = nil
    try await desk.file.send(.document(.add(Memo(id: 2, title: "2"))))
    #expect(try desk.file.read().document.items.map(\.title) == ["milk", "2"])
    #expect(try desk.file.read().undoNames.count == 2)
    withExtendedLifetime(program) {}
  }

  @Test("a command for an unreadable file does not move it away, undo neither")
  func unreadableFile() async {
    let nonsense = Array("nonsense".utf8)
    desk.files[MemoDesk.path] = nonsense
    for action: DocumentAction<MemoScreen> in [.document(.mark), .undo, .redo] {
      await #expect(throws: PersistenceError.self) { try await desk.file.send(action) }
      #expect(desk.files[MemoDesk.path] == nonsense)
    }
  }

  @Test("lines of commands that are longer than the file are saved into it")
  func longLines() async throws {
    let text = String(repeating: "long ", count: 250_000)
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk", text: text))))
    first.finish()
    let before = desk.files[MemoDesk.path]
    for id in 2...3 {
      try await desk.file.send(.document(.add(Memo(id: id, title: "\(id)", text: text))))
    }
    #expect(desk.files[MemoDesk.path] == before)
    try await desk.file.send(.document(.add(Memo(id: 4, title: "4"))))
    #expect(desk.files[MemoDesk.path] != before)
    #expect(try desk.file.read().document.items.count == 4)
    #expect(try desk.file.read().undoNames.count == 4)
  }

  @Test("a command for a broken file throws, and adds nothing")
  func brokenFile() async throws {
    let program = desk.open()
    program.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    desk.files[MemoDesk.path] = Array("nonsense".utf8)
    await #expect(throws: PersistenceError.self) {
      try await desk.file.send(.document(.add(Memo(id: 2, title: "twice"))))
    }
    look(program)
    #expect(titles(program) == ["milk"])
  }

  /// Writes the file as another program does.
  private func write(_ memos: [Memo]) throws {
    var other = Memos()
    for memo in memos { other.items.append(memo) }
    let file = DocumentFile<MemoScreen>("/other.json", storage: desk.files)
    let store = file.store(access: .write)
    store.dispatch(.merge(other, base: Memos(), keeping: []))
    store.finish()
    desk.files[MemoDesk.path] = desk.files["/other.json"]
    desk.files["/other.json"] = nil
  }

  @Test(
    "another program's file is merged by field, and a conflict shows both sides' current values")
  func merges() async throws {
    let store = desk.open()
    store.dispatch(.document(.add(Memo(id: 1, title: "milk", text: "two"))))
    try store.savedFile?.overwrite()
    store.dispatch(.document(.write(1, "three")))
    store.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    try write([Memo(id: 1, title: "oat milk", text: "four")])
    look(store)
    await wait { !store.state.conflicts.isEmpty }
    #expect(store.state.document.items[id: 1] == Memo(id: 1, title: "oat milk", text: "three"))
    #expect(titles(store) == ["oat milk", "bread"])
    let stage = try TestStage(desk.app.terminalApp(store), columns: 60, rows: 16)
    #expect(stage.terminal.screen.contains("! 1 conflict: m resolves"))
    stage.terminal.type("m")
    stage.settle()
    #expect(stage.terminal.screen.contains("oat milk: text"))
    #expect(stage.terminal.screen.contains("three") && stage.terminal.screen.contains("four"))
    // The dialog shows the current values, not the values from when it opened.
    store.dispatch(.document(.write(1, "five")))
    stage.settle()
    #expect(stage.terminal.screen.contains("five") && !stage.terminal.screen.contains("three"))
    store.dispatch(.resolve(store.state.conflicts[0].id, takingTheirs: true))
    #expect(store.state.document.items[id: 1]?.text == "four")
    store.dispatch(.undo)
    #expect(store.state.document.items[id: 1]?.text == "five")
    #expect(store.state.conflicts.count == 1)
  }

  @Test("an edit whose element another program removed brings it back, as a conflict")
  func keepsEdited() async throws {
    let store = desk.open()
    let milk = Memo(id: 1, title: "milk")
    store.dispatch(.document(.add(milk)))
    try store.savedFile?.overwrite()
    try write([])
    look(store)
    // The merge is shown before it is saved. Only a saved one survives the kill; once it is saved,
    // the file no longer counts as another program's.
    await wait { titles(store).isEmpty && store.savedFile?.failure == nil }
    store.dispatch(.edit(Memo(id: 1, title: "oat milk"), since: milk))
    #expect(titles(store) == ["oat milk"])
    #expect(store.state.conflicts.map(\.id) == [.init(element: 1, field: nil)])
    desk.files.killProcess()
    let again = desk.open()
    #expect(titles(again) == ["oat milk"])
    #expect(again.state.conflicts.count == 1)
    again.dispatch(.resolve(.init(element: 1, field: nil), takingTheirs: true))
    #expect(titles(again).isEmpty)
    again.dispatch(.undo)
    #expect(titles(again) == ["oat milk"])
  }

  @Test(
    "an edit merges with what others changed since it began, and a field that both changed is a conflict"
  )
  func editsMerge() {
    let store = desk.open()
    let milk = Memo(id: 1, title: "milk", text: "two")
    store.dispatch(.document(.add(milk)))
    store.dispatch(.edit(Memo(id: 1, title: "oat milk", text: "two"), since: milk))
    #expect(store.state.message?.text == "Changed “milk”")
    // An edit that began before the last one.
    store.dispatch(.edit(Memo(id: 1, title: "milk", text: "three"), since: milk))
    #expect(store.state.document.items == [Memo(id: 1, title: "oat milk", text: "three")])
    #expect(store.state.conflicts.isEmpty)
    store.dispatch(.edit(Memo(id: 1, title: "soy milk", text: "two"), since: milk))
    #expect(store.state.document.items == [Memo(id: 1, title: "soy milk", text: "three")])
    let conflict = store.state.conflicts.first
    #expect(conflict?.id == .init(element: 1, field: .title))
    #expect(conflict?.theirs?.title == "oat milk")
    store.dispatch(.resolve(.init(element: 1, field: .title), takingTheirs: true))
    #expect(store.state.document.items == [Memo(id: 1, title: "oat milk", text: "three")])
    // An edit that changes nothing, or what the other one changed equally, is none.
    let version = store.state.undoNames.count
    store.dispatch(.edit(milk, since: milk))
    store.dispatch(.edit(Memo(id: 1, title: "oat milk", text: "two"), since: milk))
    #expect(store.state.conflicts.isEmpty)
    #expect(store.state.undoNames.count == version)
    store.dispatch(.undo)
    #expect(store.state.conflicts.count == 1)
  }

  @Test(
    "each value that edits of one field left behind is a conflict of its own", arguments: [1, 2])
  func threeEdits(sessions: Int) {
    let main = desk.open()
    let milk = Memo(id: 1, title: "milk")
    main.dispatch(.document(.add(milk)))
    let store = sessions == 1 ? main : desk.app.sessionStore(of: main)
    for title in ["oat", "soy", "rice"] {
      store.dispatch(.edit(Memo(id: 1, title: title), since: milk))
    }
    #expect(titles(store) == ["rice"])
    #expect(store.state.conflicts.compactMap(\.theirs?.title) == ["oat", "soy"])
    store.dispatch(.undo)
    #expect(titles(store) == ["soy"])
    #expect(store.state.conflicts.compactMap(\.theirs?.title) == ["oat"])
    store.dispatch(.redo)
    #expect(store.state.conflicts.compactMap(\.theirs?.title) == ["oat", "soy"])
    store.dispatch(.resolve(store.state.conflicts[0].id, takingTheirs: true))
    #expect(titles(store) == ["oat"])
    #expect(store.state.conflicts.compactMap(\.theirs?.title) == ["soy"])
  }

  @Test("two sessions that edit one field get a conflict, and each undoes its own edit")
  func sessionsEdit() {
    let main = desk.open()
    let milk = Memo(id: 1, title: "milk", text: "two")
    main.dispatch(.document(.add(milk)))
    let app = desk.app
    let (first, second) = (app.sessionStore(of: main), app.sessionStore(of: main))
    first.dispatch(.edit(Memo(id: 1, title: "oat milk", text: "two"), since: milk))
    second.dispatch(.edit(Memo(id: 1, title: "soy milk", text: "two"), since: milk))
    for store in [main, first, second] {
      #expect(titles(store) == ["soy milk"])
      #expect(store.state.conflicts.first?.theirs?.title == "oat milk")
    }
    second.dispatch(.undo)
    #expect(titles(main) == ["oat milk"])
    #expect(main.state.conflicts.isEmpty)
  }

  @Test("quitting asks for another path if the document cannot be saved")
  func notSaved() throws {
    let store = desk.open()
    let stage = try TestStage(desk.app.terminalApp(store), columns: 60, rows: 16)
    desk.files.setFault { operation, _ in operation == .write ? .fails(28) : nil }
    store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stage.settle()
    #expect(stage.terminal.screen.contains("Not saved: "))
    stage.terminal.type("q")
    stage.settle()
    #expect(stage.terminal.screen.contains("Save and quit"))
    desk.files.setFault(nil)
    stage.terminal.send(.escape)
    desk.clock.advance(by: .seconds(10))
    stage.settle()
    #expect(!stage.terminal.screen.contains("Not saved"))
    stage.terminal.type("q")
    stage.settle()
    #expect(stage.session.ended == .quit)
  }
}
