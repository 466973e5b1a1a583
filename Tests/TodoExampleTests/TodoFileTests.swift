import MillraceDocument
import MillraceTesting
import Testing

@testable import TodoExample

@MainActor @Suite("File of a to-do list")
struct TodoFileTests {
  @Test("an item without other fields has only id and title, and a full one survives coding")
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
    "an invalid id, priority or due date is rejected",
    arguments: [
      #"{"id":""}"#, #"{"id":"-1"}"#, #"{"id":"+ff"}"#, #"{"id":"00000000000000001"}"#,
      #"{"id":1}"#,
      #"{"id":"1","priority":"a"}"#, #"{"id":"1","priority":"AB"}"#, #"{"id":"1","due":"fri"}"#,
      #"{"id":"1","due":"2026-11-25T25:00"}"#, #"{"id":"1","created":"2026-02-30"}"#,
    ])
  func refused(text: String) {
    #expect(throws: DecodingError.self) { try decoded(Todo.self, text) }
  }

  @Test("an id is a text of 16 digits, and random ids differ")
  func ids() {
    #expect(TodoID("00000000000000ff") == id(255))
    #expect(TodoID("FF") == id(255))
    #expect(Set((0..<1_000).map { _ in TodoID.random() }).count == 1_000)
  }

  @Test("the file has the list and its conflicts, without the state of the screen")
  func state() throws {
    let files = MemoryStorage()
    func makeApp() -> TodoApp {
      TodoApp(log: DocumentLog(file: "/todos.json", storage: files), settings: .todo(nil))
    }
    let app = makeApp()
    let store = app.makeStore()
    store.dispatch(.add(["one"], ids: [id(1)], at: at()))
    store.dispatch(.draftChanged("dr"))
    store.dispatch(.beginEdit(id(1), isForm: true, at: at()))
    let base = store.state.document.value
    var theirs = base
    theirs.items[id: id(1)]?.title = "uno"
    store.dispatch(.rename(id(1), "eins"))
    store.dispatch(.merge(theirs, base: base))
    store.finish()
    let text = String(decoding: try files.read("/todos.json", from: 0), as: UTF8.self)
    #expect(text.contains("\"conflicts\""))
    #expect(!text.contains("\"dr\"") && !text.contains("fields"))
    let again = makeApp().makeStore()
    #expect(again.state.document.value == store.state.document.value)
    #expect(again.state.conflicts == store.state.conflicts && again.state.conflicts.count == 1)
    #expect(again.state.draft == "dr")
    #expect(again.state.edit == store.state.edit)
  }

  @Test("a file of an earlier version is read without its state of the screen")
  func olderFile() throws {
    let files = MemoryStorage()
    let text = """
      {"commit":7,"state":{"draft":"dr","tab":"done","items":[
      {"id":"0000000000000001","isDone":true,"title":"one"}]},"version":2}
      """
    files["/todos.json"] = Array(text.utf8)
    let store = TodoApp(
      log: DocumentLog(file: "/todos.json", storage: files), settings: .todo(nil)
    ).makeStore()
    #expect(store.startupFailures.isEmpty)
    #expect(store.state.lines == ["x one"])
    #expect(store.state.draft == "")
  }

  @Test("an item is small in memory, and a sample is reproducible")
  func memory() {
    #expect(MemoryLayout<Todo>.stride == 56)
    #expect(MemoryLayout<Priority?>.size <= 2)
    #expect(MemoryLayout<Due>.size <= 8)
    let sample = TodoList.sample(1_000, today: today)
    #expect(sample == .sample(1_000, today: today))
    #expect(sample.items.count == 1_000)
    #expect(
      sample.lines.prefix(5) == [
        "(A) Call Ada due:2026-11-22", "Write to Grace +home", "Visit Edsger @phone",
        "Thank Barbara +work @desk due:2026-11-25", "x 2026-11-24 Ask Donald",
      ])
    #expect(TodoList.sample(-1, today: today).items.isEmpty)
  }
}
