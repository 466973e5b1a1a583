import Millrace
import Testing

@testable import MillraceTodo

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The to-do program")
struct TodoProgramTests {
  @Test("reads its command line")
  func arguments() throws {
    #expect(try Arguments([]).mode == .list(file: nil))
    #expect(try Arguments(["--file", "a b.json"]).mode == .list(file: "a b.json"))
    #expect(try Arguments(["--file=x=y"]).mode == .list(file: "x=y"))
    #expect(try Arguments(["--sample", "0"]).mode == .sample(0))
    #expect(try Arguments(["--sample=10000"]).mode == .sample(10_000))
    #expect(try Arguments(["--record", "r", "--sample", "1"]).recording == "r")
    #expect(try Arguments(["--replay", "r"]).mode == .replay("r"))
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
    #expect(throws: ArgumentError.replayAlone) { try Arguments(["--replay", "r", "--file", "x"]) }
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
    // The title that it has counts, and not one that may come.
    state.editing = .init(id: 1, title: "Call")
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

  @Test("actions are in the journal as they were from the first")
  func actionFormat() throws {
    let forms: [(TodoAction, String)] = [
      (.draftChanged("é"), #"{"draftChanged":{"_0":"é"}}"#), (.add, #"{"add":{}}"#),
      (.toggle(1), #"{"toggle":{"_0":1}}"#), (.remove(2), #"{"remove":{"_0":2}}"#),
      (.clearDone, #"{"clearDone":{}}"#), (.show(.active), #"{"show":{"_0":"active"}}"#),
      (.beginEdit(1), #"{"beginEdit":{"_0":1}}"#),
      (.titleChanged("a"), #"{"titleChanged":{"_0":"a"}}"#),
      (.commitEdit(1), #"{"commitEdit":{"_0":1}}"#), (.cancelEdit, #"{"cancelEdit":{}}"#),
      (.notify("n"), #"{"notify":{"_0":"n"}}"#), (.notify(nil), #"{"notify":{}}"#),
    ]
    for (action, form) in forms {
      #expect(String(decoding: try JSONEncoder().encode(action), as: UTF8.self) == form)
      #expect(try JSONDecoder().decode(TodoAction.self, from: Data(form.utf8)) == action)
    }
  }

  @Test("what is being typed is in the file, and missing in one that has nothing of it")
  func stateFormat() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func text(_ state: TodoState) throws -> String {
      String(decoding: try encoder.encode(state), as: UTF8.self)
    }
    var state = TodoState()
    state.list.items = [Todo(id: 1, title: "milk")]
    state.list.nextID = 2
    // Of one run of the program.
    state.newest = 1
    state.notice = "Not saved"
    let list = #""filter":"all","items":[{"id":1,"isDone":false,"title":"milk"}],"nextID":2}"#
    #expect(try text(state) == "{" + list)
    state.draft = "te"
    state.editing = .init(id: 1, title: "mil")
    let whole = #"{"draft":"te","editing":{"id":1,"title":"mil"},"# + list
    #expect(try text(state) == whole)
    state.newest = nil
    state.notice = nil
    #expect(try JSONDecoder().decode(TodoState.self, from: Data(whole.utf8)) == state)
    state.draft = ""
    state.editing = nil
    #expect(try JSONDecoder().decode(TodoState.self, from: Data(("{" + list).utf8)) == state)
  }
}
