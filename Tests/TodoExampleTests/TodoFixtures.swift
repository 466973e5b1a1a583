import MillraceDocument

@testable import MillraceMiddleware
@testable import TodoExample

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

func day(_ text: String) -> CalendarDay { CalendarDay(text)! }

/// A Wednesday.
let today = day("2026-11-25")

/// A moment of `today`, some seconds after 10:00.
func at(_ seconds: Double = 0) -> Moment {
  Moment(day: today, minute: 600, milliseconds: Int(seconds * 1_000))
}

func id(_ number: UInt64) -> TodoID { TodoID(number) }

func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

extension TodoList {
  /// Items from lines, with the ids 1, 2, …
  init(_ lines: [String]) {
    self.init(
      items: IdentifiedList(
        lines.enumerated().map { Todo(line: $1, id: id(UInt64($0 + 1)), now: at())! }))
  }

  /// The items as lines, without their creation days.
  var lines: [String] {
    items.map {
      var todo = $0
      todo.created = nil
      return todo.line
    }
  }
}

extension DocumentState<TodoList> {
  var items: IdentifiedList<Todo> { value.items }
}

extension TodoState {
  init(_ first: String, _ rest: String...) {
    self.init(list: DocumentState(TodoList([first] + rest)))
  }

  var lines: [String] { list.value.lines }
  /// The text of the last message to the user.
  var said: String? { list.message?.text }
  var conflicts: [DocumentConflict<TodoList>] { list.conflicts }
  var undoNames: [String] { Array(list.undoNames) }
  var message: DocumentMessage? { list.message }
  var redoNames: [String] { Array(list.redoNames) }

  var tab: TodoTab { interface.tab }
  var sort: TodoSort { interface.sort }
  var filter: TodoFilter { interface.filter }
  var draft: String { interface.draft }
  var editing: TodoInterface.Editing? { interface.editing }
  var newest: TodoID? { interface.newest }

  /// Applies actions, and the actions of their commands.
  mutating func run(_ actions: ProgramAction...) {
    let store = Store<TodoState, ProgramAction>(initial: self, reducer: todoReducer)
    for action in actions { store.dispatch(action) }
    self = store.state
  }
}

/// Shorthands: actions of the list and of the interface by the names of their cases.
extension ProgramAction {
  static var undo: Self { .list(.undo) }
  static var redo: Self { .list(.redo) }
  static func edit(_ todo: Todo, since old: Todo) -> Self { .list(.edit(todo, since: old)) }
  static func resolve(_ id: DocumentConflict<TodoList>.ID, takingTheirs: Bool) -> Self {
    .list(.resolve(id, takingTheirs: takingTheirs))
  }
  static func add(_ lines: [String], ids: [TodoID], at moment: Moment) -> Self {
    .change(.add(lines, ids: ids, at: moment))
  }
  static func insert(_ todos: [Todo]) -> Self { .change(.insert(todos)) }
  static func tick(_ ids: [TodoID], _ isDone: Bool, at moment: Moment) -> Self {
    .change(.tick(ids, isDone, at: moment))
  }
  static func prioritize(_ ids: [TodoID], _ priority: Priority?) -> Self {
    .change(.prioritize(ids, priority))
  }
  static func schedule(_ ids: [TodoID], _ due: Due?) -> Self { .change(.schedule(ids, due)) }
  static func remove(_ ids: [TodoID], at moment: Moment) -> Self {
    .change(.remove(ids, at: moment))
  }
  static var clearDone: Self { .change(.clearDone) }
  static func move(_ ids: [TodoID], before next: TodoID?, at moment: Moment) -> Self {
    .change(.move(ids, before: next, at: moment))
  }
  static func merge(_ theirs: TodoList, base: TodoList) -> Self {
    .list(
      .merge(
        DocumentPatch(from: DocumentVersion(value: base), to: DocumentVersion(value: theirs)),
        of: "\(UInt64.random(in: 0 ... .max))"))
  }

  static func rename(_ id: TodoID, _ title: String) -> Self {
    .change(.change(id, TodoFields(line: title), since: TodoFields(), at: at()))
  }

  static func submit(_ lines: [String], ids: [TodoID], at moment: Moment) -> Self {
    .interface(.submit(lines, ids: ids, at: moment))
  }
  static func draftChanged(_ text: String) -> Self { .interface(.draftChanged(text)) }
  static func show(_ tab: TodoTab) -> Self { .interface(.show(tab)) }
  static func sort(_ sort: TodoSort) -> Self { .interface(.sort(sort)) }
  static func filter(_ filter: TodoFilter) -> Self { .interface(.filter(filter)) }
  static func beginEdit(_ id: TodoID, isForm: Bool, at moment: Moment) -> Self {
    .interface(.beginEdit(id, isForm: isForm, at: moment))
  }
  static func editChanged(_ fields: TodoFields) -> Self { .interface(.editChanged(fields)) }
  static func commitEdit(_ id: TodoID, at moment: Moment) -> Self {
    .interface(.commitEdit(id, at: moment))
  }
  static var cancelEdit: Self { .interface(.cancelEdit) }
}
