import Millrace
import Testing

// The shape of a program, as the README gives it: it must compile, work, and stay this short.

private struct Todo: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

private struct Todos: Codable, Equatable, Sendable {
  var items = IdentifiedList<Todo>()
  var draft = ""
  var nextID = 1
}

private enum TodoAction: Codable, Equatable, Sendable {
  case draftChanged(String)
  case add
  case toggle(Todo.ID)
  case remove(Todo.ID)
}

private let todos = Reducer<Todos, TodoAction> { state, action in
  switch action {
  case .draftChanged(let text): state.draft = text
  case .add:
    state.items.append(Todo(id: state.nextID, title: state.draft))
    state.nextID += 1
    state.draft = ""
  case .toggle(let id): state.items[id: id]?.isDone.toggle()
  case .remove(let id): state.items.remove(id: id)
  }
}

private struct TodoRow: Component, Equatable {
  let todo: Todo
  let dispatch: Dispatcher<TodoAction>

  var body: Node {
    Row(gap: 1) {
      Checkbox(todo.isDone) { dispatch(.toggle(todo.id)) }
      Text(todo.title).strikethrough(todo.isDone).grow()
      Button("x") { dispatch(.remove(todo.id)) }
    }
  }
}

@MainActor
private func app(_ store: Store<Todos, TodoAction>) -> TerminalApp<Todos, TodoAction> {
  TerminalApp(store) { state, dispatch in
    Column {
      TextField(
        state.draft, placeholder: "What needs doing?",
        onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
      List(state.items) { TodoRow(todo: $0, dispatch: dispatch) }
      Text("\(state.items.count { !$0.isDone }) left").dim()
    }
  }
}

@MainActor
@Suite("The program of the README")
struct DesignSampleTests {
  @Test("adds, ticks and removes, by keys")
  func works() throws {
    let store = Store(initial: Todos(), reducer: todos, middleware: [.thunk])
    let stage = try AppStage(app(store), columns: 30, rows: 6)
    #expect(stage.rows == ["What needs doing?", "0 left"])

    stage.terminal.type("milk\rbread\r")
    stage.settle()
    #expect(
      stage.rows == [
        "What needs doing?",
        "› [ ] milk                 ‹x›",
        "  [ ] bread                ‹x›",
        "2 left",
      ])

    stage.terminal.send(.down, .space)
    stage.settle()
    #expect(stage.rows[1] == "› [x] milk                 ‹x›")
    #expect(stage.rows[3] == "1 left")

    stage.terminal.send(.tab, .tab, .enter)
    stage.settle()
    #expect(stage.rows == ["What needs doing?", "› [ ] bread                ‹x›", "1 left"])
  }

  @Test("is plain text where there is no terminal")
  func plainText() {
    var initial = Todos()
    initial.items = [Todo(id: 1, title: "milk", isDone: true), Todo(id: 2, title: "a\u{1B}[2Jb")]
    let lines = app(Store(initial: initial, reducer: todos)).plainTextLines()
    #expect(lines == ["[x] milk", "[ ] a␛[2Jb", "1 left"])
  }
}
