import MillraceTesting
import TestSupport
import Testing

@testable import MillraceDocument

@MainActor @Suite("Document: several sessions in one process")
struct SessionsTests {
  private let desk = MemoDesk()

  private func open(_ count: Int) -> (app: DocumentApp<MemoScreen>, stores: [MemoDesk.MemoStore]) {
    let app = desk.app
    let main = app.makeStore()
    return (app, [main] + (1..<count).map { _ in app.sessionStore(of: main) })
  }

  private func titles(_ store: MemoDesk.MemoStore) -> [String] {
    store.state.document.items.map(\.title)
  }

  @Test(
    "when dispatch returns, every session has the change, and the journal has one line for it")
  func shared() {
    let (_, stores) = open(3)
    stores[2].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    for store in stores { #expect(titles(store) == ["milk"]) }
    stores[0].dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    for store in stores { #expect(titles(store) == ["milk", "bread"]) }
    stores[1].dispatch(.interface(.addSoon(Memo(id: 3, title: "eggs"))))
    for store in stores { #expect(titles(store) == ["milk", "bread", "eggs"]) }
    #expect(desk.lines.count == 3)
  }

  @Test("each session has its own drafts, dialogs and messages")
  func ownInterface() {
    let (_, stores) = open(3)
    stores[1].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stores[1].dispatch(.interface(.drafted("mine")))
    stores[2].dispatch(.show(.conflicts))
    stores[1].dispatch(.document(.remove(1, at: .zero)))
    #expect(stores.map(\.state.interface.draft) == ["", "mine", ""])
    #expect(stores.map(\.state.dialog) == [nil, nil, .conflicts])
    #expect(stores.map { $0.state.message?.text } == [nil, "Deleted 1 memos", nil])
    stores[0].dispatch(.undo)
    #expect(stores[0].state.message?.text == "Nothing to undo")
    #expect(titles(stores[0]).isEmpty)
    stores[1].dispatch(.undo)
    #expect(
      stores.map { $0.state.message?.text }
        == ["Nothing to undo", "Undone: deleted 1 memos", nil])
    #expect(stores.map(\.state.message?.isUndoable) == [false, false, nil])
    for store in stores { #expect(titles(store) == ["milk"]) }
  }

  @Test("undo reverts the newest step of its own session only, and redo restores it")
  func ownUndo() {
    let (_, stores) = open(3)
    for id in 0..<3 { stores[id].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    stores[1].dispatch(.document(.rename(0, "zero")))
    stores[2].dispatch(.document(.write(0, "text")))
    stores[0].dispatch(.document(.add(Memo(id: 9, title: "9"))))
    #expect(stores[1].state.undoNames == ["renamed", "added a memo"])
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == ["0", "1", "2", "9"])
    #expect(stores[0].state.document.items[id: 0]?.text == "text")
    stores[1].dispatch(.undo)
    stores[0].dispatch(.undo)
    #expect(titles(stores[2]) == ["0", "2"])
    #expect(stores[1].state.redoNames == ["added a memo", "renamed"])
    stores[1].dispatch(.redo)
    stores[1].dispatch(.redo)
    stores[0].dispatch(.redo)
    #expect(titles(stores[2]) == ["zero", "1", "2", "9"])
    #expect(stores.allSatisfy { $0.state.conflicts.isEmpty })
  }

  @Test("undo puts removed elements back in order, even if their neighbours were removed")
  func places() {
    let (_, stores) = open(3)
    for id in 0..<8 { stores[0].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    for id in [3, 4, 0] { stores[1].dispatch(.document(.remove(id, at: .zero))) }
    for id in [2, 6] { stores[2].dispatch(.document(.remove(id, at: .zero))) }
    stores[2].dispatch(.document(.add(Memo(id: 8, title: "8"))))
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == ["0", "1", "3", "4", "5", "7", "8"])
    stores[2].dispatch(.undo)
    stores[2].dispatch(.undo)
    #expect(titles(stores[0]) == ["0", "1", "2", "3", "4", "5", "6", "7"])
  }

  @Test(
    "an undo of a field that another session changed is a conflict that any session can resolve")
  func conflicts() {
    let (_, stores) = open(3)
    stores[0].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stores[1].dispatch(.document(.rename(1, "oat milk")))
    stores[2].dispatch(.document(.rename(1, "soy milk")))
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == ["soy milk"])
    for store in stores { #expect(store.state.conflicts.map(\.theirs?.title) == ["milk"]) }
    stores[2].dispatch(.resolve(.init(element: 1, field: .title), takingTheirs: true))
    for store in stores { #expect(store.state.conflicts.isEmpty && titles(store) == ["milk"]) }
    stores[2].dispatch(.undo)
    for store in stores {
      #expect(store.state.conflicts.count == 1 && titles(store) == ["soy milk"])
    }
    stores[0].dispatch(.undo)
    #expect(
      titles(stores[0]) == ["soy milk"], "an element that another session changed is not removed")
    #expect(stores[0].state.conflicts.contains { $0.id == .init(element: 1, field: nil) })
  }

  @Test("a typed word is one undo step even while another session types")
  func groups() {
    let (_, stores) = open(3)
    for id in 1...2 { stores[0].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    for text in ["a", "ab", "abc"] {
      stores[1].dispatch(.document(.write(1, text)))
      stores[2].dispatch(.document(.write(2, text)))
      stores[0].dispatch(.document(.rename(1, "title \(text)")))
    }
    #expect(stores[1].state.undoNames == ["wrote"])
    stores[1].dispatch(.undo)
    #expect(stores[0].state.document.items.map(\.text) == ["", "abc"])
    #expect(titles(stores[0]) == ["title abc", "2"])
    stores[1].dispatch(.redo)
    #expect(stores[0].state.document.items.map(\.text) == ["abc", "abc"])
    for id in [1, 2] { stores[2].dispatch(.document(.remove(id, at: .milliseconds(300 * id)))) }
    #expect(stores[2].state.message?.text == "Deleted 2 memos")
  }

  @Test("the main store can undo steps from before its first session, but no session's steps")
  func stepsBefore() {
    let app = desk.app
    let main = app.makeStore()
    for id in 1...4 { main.dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    main.dispatch(.undo)
    let session = app.sessionStore(of: main)
    #expect(main.state.undoNames.count == 3 && main.state.redoNames.count == 1)
    #expect(session.state.undoNames.isEmpty && session.state.redoNames.isEmpty)
    session.dispatch(.document(.add(Memo(id: 9, title: "9"))))
    main.dispatch(.redo)
    #expect(titles(session) == ["1", "2", "3", "4", "9"])
    main.dispatch(.undo)
    main.dispatch(.undo)
    #expect(titles(session) == ["1", "2", "9"])
    main.dispatch(.redo)
    #expect(titles(main) == ["1", "2", "3", "9"])
  }

  @Test("the journal line of an undo has only the elements that it changed")
  func journaled() {
    let (_, stores) = open(2)
    for id in 0..<300 { stores[0].dispatch(.document(.add(Memo(id: id, title: "memo \(id)")))) }
    stores[1].dispatch(.document(.rename(150, "changed")))
    stores[1].dispatch(.document(.remove(200, at: .zero)))
    stores[1].dispatch(.undo)
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == (0..<300).map { "memo \($0)" })
    for line in desk.lines.suffix(2) { #expect(line.utf8.count < 500, "\(line)") }
  }

  @Test("after kill -9, the document is restored, and undo reverts the newest step of any session")
  func reopened() {
    let (_, stores) = open(3)
    for id in 0..<3 { stores[id].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    stores[1].dispatch(.document(.rename(1, "one")))
    stores[2].dispatch(.document(.rename(1, "uno")))
    stores[1].dispatch(.undo)
    stores[0].dispatch(.undo)
    let (document, conflicts) = (stores[1].state.document, stores[1].state.conflicts)
    desk.files.killProcess()
    let again = desk.open()
    #expect(again.state.document == document && again.state.conflicts == conflicts)
    #expect(again.state.undoNames.first == "undone: added a memo")
    again.dispatch(.undo)
    #expect(titles(again).contains("0"))
    withExtendedLifetime(stores) {}
  }

  @Test("a released or finished session is removed from the main store")
  func released() {
    let app = desk.app
    let main = app.makeStore()
    let parts = main.deliveryPlan.partCount
    weak var released: MemoDesk.MemoStore?
    var context: StoreContext<DocumentState<MemoScreen>, DocumentAction<MemoScreen>>?
    do {
      let session = app.sessionStore(of: main)
      (released, context) = (session, session.context)
      #expect(main.deliveryPlan.partCount == parts + 1)
    }
    #expect(released == nil)
    main.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    #expect(context?.state.document.items.isEmpty == true, "the list no longer follows its end")
    let ended = app.sessionStore(of: main)
    ended.finish()
    main.dispatch(.document(.mark))
    #expect(ended.state.document.marks == 0)
    #expect(main.deliveryPlan.partCount == parts)
    #expect(titles(main) == ["milk"], "the main store continues")
  }

  @Test("a session of a read-only main store cannot change the document")
  func readOnly() {
    desk.open().finish()
    let app = desk.app
    let main = app.makeStore(isReadOnly: true)
    let session = app.sessionStore(of: main)
    #expect(session.state.access == main.state.access && session.state.access != .writing)
    session.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    #expect(titles(session).isEmpty && titles(main).isEmpty && session.state.undoNames.isEmpty)
    #expect(session.state.message == nil)
  }

  @Test("a change by a command without a screen belongs to no session")
  func commands() async throws {
    let (_, stores) = open(2)
    stores[0].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    let sent = Task {
      try await desk.file.send(.document(.rename(1, "bread")), timeout: .seconds(1_000_000))
    }
    await repeatUntil({ titles(stores[1]) == ["bread"] }) {
      stores[0].savedFile?.checkForExternalChanges()
      await Task.yield()
    }
    try await sent.value
    #expect(titles(stores[1]) == ["bread"])
    for store in stores { #expect(store.state.undoNames.first != "renamed") }
    #expect(try desk.file.read().undoNames.first == "renamed")
  }

  @Test("every session shows a failed save, and only a session that quits asks about it")
  func notSaved() throws {
    let (app, stores) = open(2)
    let stages = try stores.map { try TestStage(app.terminalApp($0), columns: 60, rows: 16) }
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
    #expect(!stages[0].terminal.screen.contains("Leave?"))
    stages[1].terminal.type("y")
    stages[1].settle()
    #expect(stages[1].session.ended == .quit && stages[0].session.ended == nil)
  }

  @Test("each session uses its own terminal")
  func terminals() throws {
    let (app, stores) = open(3)
    let stages = try stores.enumerated().map { index, store in
      try TestStage(app.terminalApp(store), columns: 60 + index, rows: 16)
    }
    for stage in stages { stage.settle() }
    let columns = stores.map { $0.dependencies[TerminalKey.self]().size.columns }
    #expect(columns == [60, 61, 62])
  }

  @Test(
    "a change of the document calls each of many sessions once, and any other change calls none")
  func work() throws {
    var document = Memos()
    let (memos, count) = (rounds(2_000, long: 10_000), rounds(200, long: 1_000))
    for id in 0..<memos { document.items.append(Memo(id: id, title: "memo \(id)")) }
    let app = DocumentApp(document: document, interface: MemoScreen.self, file: nil) { _, _, _ in
      Node.empty
    }
    let main = app.makeStore()
    let stores = (0..<count).map { _ in app.sessionStore(of: main) }
    let calls = Log<Int>()
    let tokens = stores.enumerated().map { index, store in store.subscribe { _ in calls.add(index) }
    }
    func called(_ dispatch: () -> Void) -> [Int] {
      let before = calls.entries.count
      dispatch()
      return calls.entries[before...].sorted()
    }
    #expect(main.deliveryPlan.partCount == 1, "all sessions listen to one part")
    for store in [main, stores[count - 1]] {
      // The session that makes the change is also called for its own step and message.
      let own = store === main ? [] : [count - 1]
      let action = DocumentAction<MemoScreen>.document(.rename(memos / 2, "by \(own)"))
      #expect(called { store.dispatch(action) } == Array(0..<count) + own)
    }
    // The elements are shared, not copied.
    let items = main.state.document.items
    for store in stores { #expect(store.state.document.items.unsharedElements(with: items) == 0) }
    #expect(called { main.dispatch(.interface(.drafted("x"))) }.isEmpty)
    #expect(called { main.dispatch(.show(.conflicts)) }.isEmpty)
    #expect(called { main.dispatch(.document(.rename(memos / 2, "by \([count - 1])"))) }.isEmpty)
    #expect(called { stores[3].dispatch(.interface(.drafted("x"))) } == [3])
    withExtendedLifetime(tokens) {}
  }

  @Test("a run with sessions ends when its closure returns, and saves every session's changes")
  func run() async throws {
    let app = desk.app
    var stages: [TestStage] = []
    try await app.run(isReadOnly: false) { terminal, session in
      let programs = [terminal, session(), session()]
      stages = try programs.map { try TestStage($0, columns: 40, rows: 8) }
      programs[2].store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
      for stage in stages {
        stage.settle()
        #expect(stage.terminal.screen.contains("milk"))
      }
      return .quit
    }
    #expect(try desk.file.read().document.items.map(\.title) == ["milk"])
    #expect(desk.open().state.access == .writing, "the file's lock was released")
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await app.run(isReadOnly: false) { _, _ in throw Failure() }
    }
    withExtendedLifetime(stages) {}
  }

  @Test("sessions send their changes to the writing process, and undo only their own")
  func handingOver() async {
    let writer = desk.open()
    let (_, stores) = open(3)
    #expect(stores.map(\.state.access) == [.handingOver, .handingOver, .handingOver])
    func look() { for store in [writer, stores[0]] { store.savedFile?.checkForExternalChanges() } }
    /// Another thread may be delivering the change to a session.
    func expectTitles(_ expected: [String], _ location: SourceLocation = #_sourceLocation) async {
      let all = [writer] + stores
      await repeatUntil({ all.allSatisfy { titles($0) == expected } }) {
        look()
        await Task.yield()
      }
      for store in all { #expect(titles(store) == expected, sourceLocation: location) }
    }
    for id in 0..<3 {
      stores[id].dispatch(.document(.add(Memo(id: id, title: "\(id)"))))
      look()
    }
    await expectTitles(["0", "1", "2"])
    stores[1].dispatch(.undo)
    await expectTitles(["0", "2"])
    stores[1].dispatch(.redo)
    stores[2].dispatch(.undo)
    await expectTitles(["0", "1"])
    // The first session of a process that does not write has the history of the writing process.
    stores[0].dispatch(.undo)
    await expectTitles(["0", "1", "2"])
  }
}
