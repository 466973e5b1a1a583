import Millrace
import MillraceTesting
import Testing

@testable import todo

@Suite("What is in the file of a to-do list")
struct TodoFileTests {
  @Test("an item without anything is its id and title; one with everything comes back")
  func items() throws {
    let plain = Todo(id: id(255), title: "milk")
    #expect(try json(plain) == #"{"id":"00000000000000ff","title":"milk"}"#)
    let full = Todo(
      id: id(.max), title: "milk", isDone: true, priority: Priority("Z"),
      due: Due(day: today, minute: 540), created: today, completed: today, notes: "n",
      subtasks: [Subtask(title: "a", isDone: true), Subtask(title: "")])
    let text =
      #"{"completed":"2026-11-25","created":"2026-11-25","due":"2026-11-25T09:00","id":"ffffffffffffffff","#
      + #""isDone":true,"notes":"n","priority":"Z","subtasks":["x a",""],"title":"milk"}"#
    #expect(try json(full) == text)
    #expect(try decoded(Todo.self, text) == full)
    #expect(try decoded(Todo.self, #"{"id":"ff"}"#) == Todo(id: id(255), title: ""))
  }

  @Test(
    "what is no id, priority or due date is refused",
    arguments: [
      #"{"id":""}"#, #"{"id":"-1"}"#, #"{"id":"+ff"}"#, #"{"id":"00000000000000001"}"#,
      #"{"id":1}"#,
      #"{"id":"1","priority":"a"}"#, #"{"id":"1","priority":"AB"}"#, #"{"id":"1","due":"fri"}"#,
      #"{"id":"1","due":"2026-11-25T25:00"}"#, #"{"id":"1","created":"2026-02-30"}"#,
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try decoded(Todo.self, text) }
  }

  @Test("an id is a text of 16 digits, and random ones differ")
  func ids() {
    #expect(TodoID("00000000000000ff") == id(255))
    #expect(TodoID("FF") == id(255))
    #expect(Set((0..<1_000).map { _ in TodoID.random() }).count == 1_000)
  }

  @Test("a state leaves out what is of one run, and takes a file that lacks a key")
  func state() throws {
    var state = TodoState("one")
    state.run(.beginEdit(id(1), isForm: true, at: at()), .draftChanged("dr"), .show(.today))
    state.run(.sort(.due), .filter(TodoFilter(parsing: "+home")), .notify("n"))
    state.run(.add(["two"], ids: [id(2)], after: nil, at: at()))
    state.list.conflicts = [
      Conflict(id: .init(todo: id(1), field: .title), ourItem: nil, theirItem: nil)
    ]
    let restored = try decoded(TodoState.self, try json(state))
    #expect(try json(restored) == json(state))
    #expect(restored.editing == state.editing && restored.editing != nil)
    #expect(restored.list.conflicts == state.list.conflicts)
    #expect((restored.newest, restored.said, restored.notice) == (nil, nil, nil))
    #expect(try decoded(TodoState.self, #"{"items":[]}"#) == TodoState())
    #expect(throws: DecodingError.self, "it is no list") { try decoded(TodoState.self, "{}") }
    #expect(
      try json(TodoState("one")).contains(
        #""items":[{"id":"0000000000000001","title":"one"}]"#))
  }

  @Test("an item is small, and a sample is a million at once")
  func memory() {
    #expect(MemoryLayout<Todo>.stride == 56)
    #expect(MemoryLayout<Priority?>.size <= 2)
    #expect(MemoryLayout<Due>.size <= 8)
    let sample = TodoState.sample(1_000, today: today)
    #expect(sample == .sample(1_000, today: today))
    #expect(sample.list.items.count == 1_000)
    #expect(
      sample.list.lines.prefix(5) == [
        "(A) Call Ada due:2026-11-22", "Write to Grace +home", "Visit Edsger @phone",
        "Thank Barbara +work @desk due:2026-11-25", "x 2026-11-24 Ask Donald",
      ])
    #expect(TodoState.sample(-1, today: today).list.items.isEmpty)
  }

  // MARK: Files of version 1

  private let files = MemoryStorage()

  private func put(_ text: String, at path: String) throws {
    let file = try files.open(path, .any)
    try files.writeAll(Array(text.utf8), to: file, at: 0)
    files.close(file)
  }

  private func open() -> Store<TodoState, TodoAction> {
    Store(
      initial: TodoState(), reducer: todoReducer,
      middleware: [
        .persistence(
          to: .file("/todo.json"), version: todoVersion, durability: .journal,
          migrations: todoMigrations, unreadable: .fail, storage: files)
      ])
  }

  private let first = """
    {"commit":7,"state":{"draft":"dr","editing":{"id":2,"title":"(A) zwei"},"filter":"done","items":[
    {"id":1,"isDone":false,"title":"(B) one"},{"id":2,"isDone":true,"title":"two"}],"nextID":3},"version":1}
    """

  @Test("a file of version 1 is read: ids, titles as they are, filter, draft and edit")
  func migration() throws {
    try put(first, at: "/todo.json")
    let store = open()
    #expect(store.startupFailures.isEmpty)
    #expect(
      Array(store.state.list.items) == [
        Todo(id: id(1), title: "(B) one"), Todo(id: id(2), title: "two", isDone: true),
      ])
    #expect(store.state.tab == .done)
    #expect(store.state.draft == "dr")
    store.dispatch(.commitEdit(id(2), at: at()))
    #expect(store.state.list.items[id: id(2)]?.title == "zwei")
    #expect(store.state.list.items[id: id(2)]?.priority == Priority("A"))
    store.finish()
    #expect(open().state.list == store.state.list)
  }

  @Test("a file of version 1 may lack what was not typed, and have an id below 0")
  func smallMigration() throws {
    try put(
      #"{"state":{"filter":"active","items":[{"id":-1,"isDone":false,"title":"a"}],"nextID":1},"version":1}"#,
      at: "/todo.json")
    let store = open()
    #expect(Array(store.state.list.items) == [Todo(id: id(.max), title: "a")])
    #expect(store.state.tab == .all)
  }

  @Test("a journal that a killed program of version 1 left is refused, told of, and not touched")
  func oldJournal() throws {
    enum OldAction: Codable { case draftChanged(String), add }
    struct OldState: Codable {
      struct Item: Codable, Identifiable {
        let id: Int
        var title: String
        var isDone = false
      }
      var items: [Item] = []
      var filter = "all"
      var nextID = 1
      var draft = ""
    }
    let reducer = Reducer<OldState, OldAction> { state, action in
      switch action {
      case .draftChanged(let text): state.draft = text
      case .add:
        state.items.append(.init(id: state.nextID, title: state.draft))
        state.nextID += 1
      }
    }
    func old() -> Store<OldState, OldAction> {
      Store(
        initial: OldState(), reducer: reducer,
        middleware: [
          .persistence(to: .file("/todo.json"), version: 1, durability: .journal, storage: files)
        ])
    }
    let killed = old()
    killed.dispatch(.draftChanged("milk"))
    killed.dispatch(.add)
    files.killProcess()
    let lines = try files.read("/todo.json.journal/lines", from: 0)
    let refused = open()
    #expect("\(refused.startupFailures)".contains("no migration for actions of version 1"))
    refused.finish()
    #expect(try files.read("/todo.json.journal/lines", from: 0) == lines)
    // The older program can still save it.
    let again = old()
    #expect(again.state.items.map(\.title) == ["milk"])
    again.finish()
    let store = open()
    #expect(store.startupFailures.isEmpty)
    #expect(store.state.lines == ["milk"])
    #expect(store.state.draft == "milk")
    withExtendedLifetime(killed) {}
  }
}
