import Millrace
import Testing

// The samples of the README and of doc comments, so that they are compiled. `ReadmeSampleTests`
// checks that the README says the same.

struct Todo: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var isDone = false
}

struct Todos: Codable, Equatable, Sendable {
  var items = IdentifiedList<Todo>()
  var draft = ""
  var nextID = 1
}

enum TodoAction: Codable, Equatable, Sendable {
  case draftChanged(String), add, toggle(Todo.ID), remove(Todo.ID)
}

let todos = Reducer<Todos, TodoAction> { state, action in
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

struct TodoRow: Component, Equatable {
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

struct TodoApp {
  static func main() async throws {
    let store = Store(
      initial: Todos(), reducer: todos,
      middleware: [
        .logging(to: .file("todo.log")), .thunk,
        .persistence(to: .file("todos.json"), version: 1),
      ])
    try await TerminalApp(store) { state, dispatch in
      Column {
        TextField(
          state.draft, placeholder: "What needs doing?",
          onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
        List(state.items) { TodoRow(todo: $0, dispatch: dispatch) }
        Text("\(state.items.count { !$0.isDone }) left").dim()
      }
    }.run()
  }
}

@MainActor @Test func addsAnItem() throws {
  let store = Store(initial: Todos(), reducer: todos)
  let app = TerminalApp(store) { state, dispatch in
    TextField(
      state.draft, onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
    List(state.items) { TodoRow(todo: $0, dispatch: dispatch) }
  }
  let stage = try TestStage(app, columns: 40, rows: 10)
  stage.terminal.type("milk")
  stage.terminal.send(.enter, .down, .space)
  stage.settle()
  #expect(stage.rows[1].hasPrefix("› [x] milk"))
}

func title() -> Node { Text("To do").bold() }

/// The table of parts.
@MainActor
func parts(_ store: Store<Todos, TodoAction>, path: String) -> [Node] {
  let scope = store.scope(state: \.draft, action: { .draftChanged($0) })
  let token = store.subscribe(to: \.items.count) { change in _ = change.new }
  let task = store.dispatch { context in context.dispatch(.add) }
  let middleware: [Middleware<Todos, TodoAction>] = [
    .persistence(to: .file(path), version: 1),
    .persistence(to: .file(path), part: \.items, version: 1),
    .logging(to: .file(path)),
  ]
  withExtendedLifetime((scope, token, task, middleware)) {}
  let app = TerminalApp(store) { state, dispatch, terminal in
    Text("\(terminal.size.columns)").onKey { key in
      terminal.quit()
      return key == .control("s")
    }
  }
  _ = app
  return [
    Connect(store, \.items.count) { count, dispatch in Text("\(count)") }.node,
    Counter().key("id").grow().width(.percent(50)).padding(1).absolute(top: 0),
    Spacer().node.bold().dim().foreground(.rgb(255, 128, 0)).background(.blue),
    Divider().autofocus().focusable().focusStyle(Style(attributes: .inverse)),
    Box { Text("") }.node,
  ]
}

/// The sample of `Local`.
struct Counter: Component {
  @Local var count = 0
  var body: Node { Button("\(count)") { count += 1 } }
}

/// The sample of `Connect`.
@MainActor
func connectSample(_ store: Store<Todos, TodoAction>) -> Node {
  Connect(store, \.items.count) { count, dispatch in Text("\(count) items") }.node
}

/// The sample of `TerminalApp`.
struct CountState: Sendable { var count = 0 }
enum CountAction: Sendable { case increment }

func terminalAppSample(_ store: Store<CountState, CountAction>) async throws {
  try await TerminalApp(store) { state, dispatch in
    Column {
      Text("\(state.count)")
      Button("more") { dispatch(.increment) }
    }
  }.run()
}
