// The program of the README, word by word.
import Millrace

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
    if state.draft.isEmpty { return }
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

@main struct TodoApp: TerminalProgram {
  static func run() async throws {
    let store = Store(
      initial: Todos(), reducer: todos,
      middleware: [
        .logging(to: .file("todo.log")), .thunk,
        .persistence(to: .file("todos.json"), version: 1),
      ])
    try await TerminalApp(store) { state, dispatch in
      Column {
        Row(gap: 1) {
          TextField(
            state.draft, placeholder: "What needs doing?",
            onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) }
          ).grow()
          Button("Add") { dispatch(.add) }
        }
        List(state.items) { TodoRow(todo: $0, dispatch: dispatch) }
        Text("\(state.items.count { !$0.isDone }) left").dim()
      }
    }.run()
  }
}
