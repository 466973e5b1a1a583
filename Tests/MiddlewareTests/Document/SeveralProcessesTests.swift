import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware

@Suite("Document: several processes on one file")
struct SeveralProcessesTests {
  private let desk = MemoDesk()

  private func titles(_ store: MemoDesk.MemoStore) -> [String] {
    store.state.document.items.map(\.title)
  }

  /// Opens a process, and returns its store and its log.
  private func process() -> (MemoDesk.MemoStore, DocumentLog<Memos>) {
    let log = desk.makeLog()
    return (desk.open(log), log)
  }

  @Test("two processes show each other's changes, and each has its own draft and undo")
  func twoProcesses() throws {
    let ((first, one), (second, two)) = (process(), process())
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    second.dispatch(.drafted("mine"))
    second.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    // A process that appends takes in what it has missed.
    #expect(titles(second) == ["milk", "bread"])
    #expect(second.state.undoNames == ["added a memo"])
    one.checkForChanges()
    #expect(titles(first) == ["milk", "bread"] && first.state.draft == "")
    first.dispatch(.undo)
    two.checkForChanges()
    #expect(titles(second) == ["bread"])
    second.dispatch(.undo)
    #expect(titles(second).isEmpty && second.state.redoNames.count == 1)
    second.finish()
    first.finish()
    #expect(try desk.makeLog().read().value.items.isEmpty)
  }

  @Test("a process that is behind applies its change again, behind the others'")
  func rebases() {
    let ((first, _), (second, _)) = (process(), process())
    for id in 1...3 { first.dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    // The second has not looked yet: its own offset is counted from an empty list.
    second.dispatch(.document(.insert(Memo(id: 9, title: "9"), at: 1)))
    #expect(titles(second) == ["1", "9", "2", "3"])
    second.dispatch(.undo)
    #expect(titles(second) == ["1", "2", "3"])
    second.dispatch(.redo)
    #expect(titles(second) == ["1", "9", "2", "3"])
    #expect(desk.lines.count == 6)
  }

  @Test("what was dispatched survives a kill of every process, with the undo steps of each seat")
  func kill() {
    let ((first, _), (second, _)) = (process(), process())
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    second.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    second.dispatch(.document(.rename(1, "oat milk")))
    desk.files.killProcess()
    let ((third, _), (fourth, _)) = (process(), process())
    #expect(titles(third) == ["oat milk", "bread"])
    #expect(third.state.undoNames == ["added a memo"])
    #expect(fourth.state.undoNames == ["renamed", "added a memo"])
    fourth.dispatch(.undo)
    fourth.dispatch(.undo)
    third.dispatch(.undo)
    #expect(titles(third).isEmpty)
    withExtendedLifetime((first, second)) {}
  }

  @Test("a command redoes what a command has undone, whichever author made the step")
  func redoCommands() throws {
    let (program, log) = process()
    program.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    try desk.makeLog().send(.change(.add(Memo(id: 2, title: "bread"))))
    log.checkForChanges()
    program.finish()
    func titles() throws -> [String] { try desk.makeLog().read().value.items.map(\.title) }
    #expect(try titles() == ["milk", "bread"])
    try desk.makeLog().send(.undo)
    try desk.makeLog().send(.undo)
    #expect(try titles() == [])
    try desk.makeLog().send(.redo)
    #expect(try titles() == ["milk"])
    try desk.makeLog().send(.redo)
    #expect(try titles() == ["milk", "bread"])
  }

  @Test("a command reads and changes the document, with or without a running program")
  func commands() throws {
    try desk.makeLog().send(.change(.add(Memo(id: 1, title: "milk"))))
    #expect(desk.files[MemoDesk.path] != nil, "a short document is exported at once")
    let (program, log) = process()
    #expect(
      program.state.undoNames == ["added a memo"], "a command has the first seat if it is free")
    try desk.makeLog().send(.change(.rename(1, "bread")))
    log.checkForChanges()
    #expect(titles(program) == ["bread"])
    #expect(program.state.undoNames == ["added a memo"])
    #expect(try Array(desk.makeLog().read().undoNames) == ["renamed"])
    try desk.makeLog().send(.undo)
    log.checkForChanges()
    #expect(titles(program) == ["milk"])
    program.dispatch(.undo)
    #expect(try desk.makeLog().read().value.items.isEmpty)
  }

  @Test("a command on a large document appends an entry, and the next program exports it")
  func largeFile() throws {
    let text = String(repeating: "long ", count: 40_000)
    let (first, _) = process()
    for id in 1...6 {
      first.dispatch(.document(.add(Memo(id: id, title: "\(id)", text: text))))
    }
    first.finish()
    let before = desk.files[MemoDesk.path]
    func isUnchanged() -> Bool { desk.files[MemoDesk.path] == before }
    for id in 7...9 {
      try desk.makeLog().send(.change(.add(Memo(id: id, title: "\(id)"))))
      #expect(isUnchanged())
    }
    #expect(desk.lines.count == 3)
    #expect(try desk.makeLog().read().value.items.map(\.id) == Array(1...9))
    try desk.makeLog().send(.undo)
    let (program, _) = process()
    #expect(titles(program) == (1...8).map { "\($0)" })
    program.finish()
    #expect(!isUnchanged() && desk.lines.isEmpty)
    // Entries that are longer than the document are saved into it.
    for id in 10...30 {
      try desk.makeLog().send(.change(.add(Memo(id: id, title: "\(id)", text: text))))
    }
    #expect(desk.lines.count < 21)
    #expect(try desk.makeLog().read().value.items.count == 29)
  }

  @Test("a command that appends to a long log reads its head and its entries, and no document")
  func bytesRead() throws {
    let store = desk.open()
    store.dispatch(
      .document(.add(Memo(id: 1, title: String(repeating: "x", count: 2_000_000)))))
    store.finish()
    for id in 2...4 {
      let before = desk.files.bytesRead
      try desk.makeLog().send(.change(.add(Memo(id: id, title: "\(id)"))))
      #expect(desk.files.bytesRead - before < 10_000)
    }
    let memos = try desk.makeLog().read().value.items
    #expect(memos.map(\.id) == [1, 2, 3, 4])
  }

  @Test("a command on a long log keeps what follows a damaged entry aside")
  func damagedLongLog() throws {
    let (store, path) = (desk.open(), "/memos.json.log/entries")
    store.dispatch(
      .document(.add(Memo(id: 1, title: String(repeating: "x", count: 2_000_000)))))
    store.finish()
    for id in 2...4 {
      try desk.makeLog().send(.change(.add(Memo(id: id, title: "\(id)"))))
    }
    let text = String(decoding: desk.files[path] ?? [], as: UTF8.self)
    desk.files[path] = Array(text.replacing(#""title":"3""#, with: #""title":"5""#).utf8)
    try desk.makeLog().send(.change(.add(Memo(id: 9, title: "9"))))
    #expect(try desk.makeLog().read().value.items.map(\.id) == [1, 2, 9])
    let kept = try #require(desk.files.allFiles.first { $0.key.contains("log-damaged-") })
    #expect(String(decoding: kept.value, as: UTF8.self).contains(#""title":"4""#))
  }

  @Test("in memory, a command undoes what the names of undo say, and opens no dialog")
  func commandsInMemory() throws {
    let log = DocumentLog<Memos>(memory: Memos())
    try log.send(.change(.add(Memo(id: 1, title: "milk"))))
    #expect(try Array(log.read().undoNames) == ["added a memo"])
    try log.send(.show(.conflicts))
    try log.send(.undo)
    #expect(try log.read().value.items.isEmpty)
  }

  @Test("a command does not append to a long log of a newer program, and throws")
  func commandBesideNewer() throws {
    let path = "/memos.json.log/entries"
    let store = desk.open()
    store.dispatch(
      .document(.add(Memo(id: 1, title: String(repeating: "x", count: 2_000_000)))))
    store.finish()
    let lines = String(decoding: desk.files[path] ?? [], as: UTF8.self).split(separator: "\n")
    let head = lines[0].replacing("\"schema\":1", with: "\"schema\":2").dropFirst(26)
    let text = CheckedLine.make(Array("{\(head)".utf8)) + Array(lines[1].utf8) + [10]
    desk.files[path] = text
    let snapshot = lines[1].replacing("\"version\":1,\"state\"", with: "\"version\":2,\"state\"")
      .dropFirst(26)
    desk.files[path] =
      CheckedLine.make(Array("{\(head)".utf8)) + CheckedLine.make(Array("{\(snapshot)".utf8))
    let before = desk.files[path]
    #expect(throws: PersistenceError.self) {
      try desk.makeLog().send(.change(.rename(1, "milk")))
    }
    #expect(desk.files[path] == before)
  }

  @Test("many commands at once are all applied")
  func manyCommands() async throws {
    let desk = desk
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 0..<50 {
        group.addTask { try desk.makeLog().send(.change(.add(Memo(id: id, title: "\(id)")))) }
      }
      try await group.waitForAll()
    }
    #expect(try desk.makeLog().read().value.items.count == 50)
  }

  @Test("an edit merges with what others changed since it began; a field of both is a conflict")
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
    #expect(store.state.conflicts.first?.id == .element(1, field: .title))
    #expect(store.state.conflicts.first?.theirs == "oat milk")
    store.dispatch(.resolve(.element(1, field: .title), takingTheirs: true))
    #expect(store.state.document.items == [Memo(id: 1, title: "oat milk", text: "three")])
    // An edit that changes nothing, or what the other one changed equally, is none.
    let count = store.state.undoNames.count
    store.dispatch(.edit(milk, since: milk))
    store.dispatch(.edit(Memo(id: 1, title: "oat milk", text: "two"), since: milk))
    #expect(store.state.conflicts.isEmpty)
    #expect(store.state.undoNames.count == count)
    store.dispatch(.undo)
    #expect(store.state.conflicts.count == 1)
  }

  @Test(
    "each value that edits of one field left behind is a conflict of its own", arguments: [1, 2])
  func threeEdits(sessions: Int) {
    let log = desk.makeLog()
    let main = desk.open(log)
    let milk = Memo(id: 1, title: "milk")
    main.dispatch(.document(.add(milk)))
    let store = sessions == 1 ? main : desk.open(log)
    for title in ["oat", "soy", "rice"] {
      store.dispatch(.edit(Memo(id: 1, title: title), since: milk))
    }
    #expect(titles(store) == ["rice"])
    #expect(store.state.conflicts.map(\.theirs) == ["oat", "soy"])
    store.dispatch(.undo)
    #expect(titles(store) == ["soy"])
    #expect(store.state.conflicts.map(\.theirs) == ["oat"])
    store.dispatch(.redo)
    #expect(store.state.conflicts.map(\.theirs) == ["oat", "soy"])
    store.dispatch(.resolve(store.state.conflicts[0].id, takingTheirs: true))
    #expect(titles(store) == ["oat"])
    #expect(store.state.conflicts.map(\.theirs) == ["soy"])
  }

  @Test("an edit in one process of an element that another removed comes back as a conflict")
  func removedElsewhere() {
    let ((first, _), (second, two)) = (process(), process())
    let milk = Memo(id: 1, title: "milk")
    first.dispatch(.document(.add(milk)))
    two.checkForChanges()
    first.dispatch(.document(.remove(1, at: .zero)))
    second.dispatch(.edit(Memo(id: 1, title: "oat milk"), since: milk))
    #expect(titles(second) == ["oat milk"])
    #expect(second.state.conflicts.map(\.id) == [.element(1, field: nil)])
    second.dispatch(.resolve(.element(1, field: nil), takingTheirs: true))
    #expect(titles(second).isEmpty)
    second.dispatch(.undo)
    #expect(titles(second) == ["oat milk"])
  }

  @Test("a replacement by a tool is an entry that can be undone, and the numbers are the log's")
  func replacement() {
    let ((first, _), (second, two)) = (process(), process())
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    let past = first.state
    first.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    two.checkForChanges()
    second.dispatch(.document(.rename(1, "oat milk")))
    first.context.replaceState(reason: .timeTravel) { $0 = past }
    // The changes that the other process made meanwhile stay.
    #expect(titles(first) == ["oat milk"])
    #expect(first.state.undoNames.count == 3)
    two.checkForChanges()
    #expect(titles(second) == ["oat milk"])
    first.dispatch(.undo)
    two.checkForChanges()
    #expect(titles(first) == ["oat milk", "bread"] && titles(second) == ["oat milk", "bread"])
    first.dispatch(.redo)
    #expect(titles(first) == ["oat milk"])
    first.dispatch(.document(.add(Memo(id: 3, title: "eggs"))))
    two.checkForChanges()
    #expect(second.state.document == first.state.document)
    desk.files.killProcess()
    #expect(titles(desk.open()) == ["oat milk", "eggs"])
  }

  @Test("a replacement by a tool does not bring back the access and the messages of another time")
  func replacedModes() throws {
    let ((first, one), _) = (process(), process())
    let empty = first.state
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    first.dispatch(.undo)
    first.dispatch(.redo)
    let past = first.state
    #expect(past.memos.message != nil)
    first.dispatch(.undo)
    let message = try #require(first.state.memos.message)
    first.context.replaceState(reason: .timeTravel) { $0 = past }
    #expect(titles(first) == ["milk"] && first.state.memos.message == message)
    first.dispatch(.undo)
    let number = try #require(first.state.memos.message?.number)
    #expect(number > message.number, "an equal text is a new message")
    // A newer program adds to the log.
    let next = first.state.memos.content.number + 1
    let entry =
      "{\"number\":\(next),\"author\":\"1\",\"writer\":\"x\",\"schema\":9,\"action\":{\"new\":{}}}"
    desk.files["/memos.json.log/entries"]? += CheckedLine.make(entry.utf8)
    one.checkForChanges()
    let now = first.state
    guard case .readOnly = now.memos.access else {
      Issue.record("\(now.memos.access)")
      return
    }
    for past in [empty, past] {
      first.context.replaceState(reason: .timeTravel) { $0 = past }
      #expect(first.state.memos == now.memos)
    }
  }

  @Test("a change that cannot be encoded is taken back, and named; the others are kept")
  func notEncodable() throws {
    let log = DocumentLog<Prices>(file: "/prices.json", storage: desk.files)
    let issues = Log<String>()
    let store = Store(
      initial: DocumentState(Prices()), reducer: Reducer.document(),
      middleware: [.document(in: log)], dependencies: Dependencies(clock: desk.clock),
      onIssue: { issues.add("\($0)") })
    store.dispatch(.change(.add(Price(id: 1, amount: 2))))
    store.dispatch(.change(.add(Price(id: 2, amount: .nan))))
    store.dispatch(.change(.add(Price(id: 3, amount: 4))))
    #expect(store.state.value.items.map(\.id) == [1, 3])
    #expect(
      issues.entries.count == 1 && issues.entries[0].contains("change._0.add._0.amount"),
      "\(issues.entries)")
    desk.files.killProcess()
    let again = DocumentLog<Prices>(file: "/prices.json", storage: desk.files)
    #expect(try again.read().value.items.map(\.id) == [1, 3])
  }
}
