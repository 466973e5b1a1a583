import Millrace
import Testing

@testable import MillraceTodo

@Suite("The to-do program")
struct TodoProgramTests {
  @Test("reads its command line")
  func arguments() throws {
    #expect(try Arguments([]).mode == .list(file: nil))
    #expect(try Arguments(["--file", "a b.json"]).mode == .list(file: "a b.json"))
    #expect(try Arguments(["--file=x=y"]).mode == .list(file: "x=y"))
    #expect(try Arguments(["--sample", "0"]).mode == .sample(0))
    #expect(try Arguments(["--sample=10000"]).mode == .sample(10_000))
    #expect(try Arguments(["-h"]).mode == .help)
    #expect(try Arguments(["--version"]).mode == .version)
  }

  @Test("says what is wrong with a command line")
  func wrongArguments() {
    #expect(throws: ArgumentError.unknown("--fil")) { try Arguments(["--fil", "x"]) }
    #expect(throws: ArgumentError.unknown("x")) { try Arguments(["x"]) }
    #expect(throws: ArgumentError.missingValue(flag: "--file")) { try Arguments(["--file"]) }
    #expect(throws: ArgumentError.missingValue(flag: "--file")) { try Arguments(["--file="]) }
    for count in ["x", "-1", "1.5", "1000001", "99999999999999999999"] {
      #expect(throws: ArgumentError.badCount(count)) { try Arguments(["--sample", count]) }
    }
    #expect(throws: ArgumentError.fileAndSample) {
      try Arguments(["--sample", "1", "--file", "x"])
    }
  }

  @Test("keeps its file where the XDG rules say")
  func dataFile() {
    func path(_ environment: [String: String]) -> String? {
      DataFile.defaultPath(environment: environment)
    }
    #expect(path(["HOME": "/h"]) == "/h/.local/share/todo/todos.json")
    #expect(path(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == "/d/todo/todos.json")
    #expect(path(["HOME": "/h", "XDG_DATA_HOME": ""]) == "/h/.local/share/todo/todos.json")
    #expect(path(["HOME": "/h", "XDG_DATA_HOME": "rel"]) == "/h/.local/share/todo/todos.json")
    #expect(path([:]) == nil)
  }

  @MainActor
  @Test("prints the list as text where there is no terminal")
  func plainText() {
    var state = TodoState.sample(5)
    state.list.items[id: 2]?.title = "evil\u{1B}[2J"
    let store = Store(initial: state, reducer: todoReducer)
    let views = TodoViews()
    let lines = TerminalApp(store) { state, dispatch, terminal in
      todoView(state, dispatch, terminal, views, startsInList: true)
    }.plainTextLines()
    #expect(
      lines == [
        "[ ] Call Ada today", "[ ] evil␛[2J", "[ ] Visit Edsger on Monday",
        "[ ] Thank Barbara next week", "[x] Ask Donald before lunch", "4 left, 1 done",
      ])
  }

  @Test("a new item gets an id of its own, whatever the file says of the next one")
  func freshID() {
    for next in [2, 0, -5, Int.max] {
      var state = TodoState.sample(3)
      state.list.nextID = next
      state.draft = "new"
      let store = Store(initial: state, reducer: todoReducer)
      store.dispatch(.add)
      store.dispatch(.draftChanged("newer"))
      store.dispatch(.add)
      #expect(store.state.list.items.map(\.title).suffix(2) == ["new", "newer"], "nextID \(next)")
    }
  }

  @Test("editing another item keeps the edit before")
  func overtakenEdit() {
    let store = Store(initial: TodoState.sample(2), reducer: todoReducer)
    store.dispatch(.beginEdit(1))
    store.dispatch(.titleChanged("one"))
    store.dispatch(.beginEdit(2))
    #expect(store.state.list.items[id: 1]?.title == "one")
  }

  @Test("an edit ends only the edit of its own item")
  func commitOfOther() {
    let store = Store(initial: TodoState.sample(2), reducer: todoReducer)
    store.dispatch(.beginEdit(1))
    store.dispatch(.titleChanged("one"))
    store.dispatch(.beginEdit(2))
    store.dispatch(.commitEdit(1))
    #expect(store.state.editing?.id == 2)
    #expect(store.state.list.items[id: 1]?.title == "one")
  }

  @Test("an edit ends with its item")
  func editedItemGoes() {
    let store = Store(initial: TodoState.sample(5), reducer: todoReducer)
    store.dispatch(.beginEdit(5))
    store.dispatch(.clearDone)
    #expect(store.state.editing == nil)
    store.dispatch(.beginEdit(1))
    store.dispatch(.remove(1))
    #expect(store.state.editing == nil)
  }
}
