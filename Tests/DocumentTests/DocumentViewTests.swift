import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@MainActor @Suite("Document: views")
struct DocumentViewTests {
  private let desk = MemoDesk()

  private func stage(
    _ store: MemoDesk.MemoStore, _ log: DocumentLog<Memos>?
  ) throws -> TestStage {
    try TestStage(desk.app(store, log), columns: 60, rows: 16)
  }

  @Test("a conflict is counted, and its dialog shows both sides' current values")
  func conflicts() throws {
    let log = desk.makeLog()
    let store = desk.open(log)
    let milk = Memo(id: 1, title: "milk", text: "two")
    store.dispatch(.document(.add(milk)))
    store.dispatch(.document(.write(1, "four")))
    store.dispatch(.edit(Memo(id: 1, title: "oat milk", text: "three"), since: milk))
    let stage = try stage(store, log)
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
    stage.settle()
    #expect(!stage.terminal.screen.contains("1 conflict"))
  }

  @Test(
    "without its server, a document says so and how many changes wait, and the program can be left")
  func offline() throws {
    let server = MemoryServer()
    let log = DocumentLog<Memos>(
      server: server.client(), copy: "/copy/memos", storage: desk.files)
    let store = desk.open(log)
    let stage = try stage(store, log)
    store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stage.settle()
    #expect(!stage.terminal.screen.contains("Offline"))
    server.stop()
    store.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    stage.settle()
    #expect(stage.terminal.screen.contains("Offline, 1 change waits: the server is stopped"))
    store.dispatch(.document(.add(Memo(id: 3, title: "tea"))))
    stage.settle()
    #expect(stage.terminal.screen.contains("Offline, 2 changes wait"))
    server.start()
    desk.clock.advance(by: .seconds(10))
    stage.settle()
    #expect(!stage.terminal.screen.contains("Offline"))
    server.stop()
    store.dispatch(.document(.add(Memo(id: 4, title: "jam"))))
    stage.settle()
    stage.terminal.type("q")
    stage.settle()
    #expect(stage.session.ended == .quit)
  }

  @Test("quitting asks for another path if the document cannot be saved")
  func notSaved() throws {
    let log = desk.makeLog()
    let store = desk.open(log)
    let stage = try stage(store, log)
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

  @Test("a document that cannot be saved replaces no other file that the user names")
  func savesToNoExistingFile() throws {
    let log = desk.makeLog()
    let store = desk.open(log)
    let stage = try stage(store, log)
    desk.files["/other.json"] = Array("other".utf8)
    desk.files.setFault { operation, path in
      operation == .write && path != "/other.json" ? .fails(28) : nil
    }
    store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stage.settle()
    stage.terminal.type("q")
    stage.settle()
    stage.terminal.type("/other.json")
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.terminal.screen.contains("/other.json already exists"))
    #expect(stage.session.ended == nil)
    #expect(desk.files["/other.json"] == Array("other".utf8))
  }

  @Test("every session shows a failed save, and only a session that quits asks about it")
  func notSavedInSessions() throws {
    let log = desk.makeLog()
    let stores = [desk.open(log), desk.open(log)]
    let stages = try stores.map { try stage($0, nil) }
    desk.files.setFault { operation, _ in operation == .write ? .fails(28) : nil }
    stores[1].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    for stage in stages {
      stage.settle()
      #expect(stage.terminal.screen.contains("Not saved: "))
    }
    stages[1].terminal.type("q")
    stages[1].settle()
    #expect(
      stages[1].terminal.screen.contains("The newest changes are not saved yet. Quit anyway?"))
    #expect(!stages[0].terminal.screen.contains("Quit anyway?"))
    stages[1].terminal.type("y")
    stages[1].settle()
    #expect(stages[1].session.ended == .quit && stages[0].session.ended == nil)
  }

  @Test("a document that is restored at the start says so once, and not in a toast, too")
  func restored() throws {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    first.finish()
    desk.files[MemoDesk.path] = Array("{bad".utf8)
    let log = desk.makeLog()
    let stage = try stage(desk.open(log), log)
    stage.settle()
    let screen = stage.rows.joined(separator: " ")
    #expect(screen.contains("milk") && screen.contains("restored from its log"))
    #expect(!screen.contains("│ !"), "\(stage.rows)")
  }

  @Test("a read-only document says why")
  func readOnly() throws {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    first.finish()
    let file = String(decoding: desk.files[MemoDesk.path] ?? [], as: UTF8.self)
    desk.files[MemoDesk.path] = Array(
      file.replacing("\"version\" : 1", with: "\"version\" : 9").utf8)
    desk.files[MemoDesk.path + ".log/entries"] = nil
    let store = desk.open()
    store.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    let stage = try stage(store, nil)
    #expect(
      stage.terminal.screen.contains("Read-only: /memos.json was saved by a newer program"))
    #expect(store.state.memos.value.items.map(\.title) == ["milk"])
    #expect(store.state.memos.message?.text == "Read-only: nothing was changed")
  }

  @Test("each store's commands find the terminal on which it is shown")
  func terminals() throws {
    let log = desk.makeLog()
    let stores = [desk.open(log), desk.open(log)]
    #expect(stores.map { $0.dependencies.terminal.isInteractive } == [false, false])
    let stages = try stores.enumerated().map { index, store in
      try TestStage(desk.app(store), columns: 60 + index, rows: 16)
    }
    for stage in stages { stage.settle() }
    #expect(stores.map { $0.dependencies.terminal.size.columns } == [60, 61])
  }
}
