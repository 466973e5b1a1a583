import Millrace

/// The version of the file.
let todoVersion = 2

/// How older files become this version's.
///
/// The journal of version 1 is refused and left as it is: its actions added items whose ids are in no file of this
/// version. Only a program that was killed leaves one; started again and ended, it leaves a file without.
let todoMigrations = [
  Migration(from: 1) { (old: FirstState) in
    var state = TodoState()
    state.list.items = IdentifiedList(
      old.items.map { Todo(id: id($0.id), title: $0.title, isDone: $0.isDone ?? false) })
    state.tab = old.filter == "done" ? .done : .all
    state.draft = old.draft ?? ""
    if let editing = old.editing, let todo = state.list.items[id: id(editing.id)] {
      let begun = TodoFields(todo, isForm: false)
      state.editing = .init(
        id: todo.id, fields: TodoFields(line: editing.title), isForm: false, begun: begun)
    }
    return state
  }
]

private func id(_ number: Int) -> TodoID { TodoID(UInt64(bitPattern: Int64(number))) }

/// What version 1 saved.
private struct FirstState: Decodable, Sendable {
  struct Item: Decodable, Sendable {
    let id: Int
    let title: String
    var isDone: Bool?
  }
  let items: [Item]
  let filter: String?
  let draft: String?
  let editing: Item?
}
