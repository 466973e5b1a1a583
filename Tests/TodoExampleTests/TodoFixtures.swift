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

extension TodoState {
  init(_ first: String, _ rest: String...) {
    self.init(TodoList([first] + rest))
  }

  init(_ list: TodoList) { self.init(list: ListState(document: DocumentState(list))) }

  var document: DocumentState<TodoList> { list.document }
  var lines: [String] { document.value.lines }
  /// The text of the last message to the user.
  var said: String? { document.message?.text }
  var conflicts: [DocumentConflict<TodoList>] { document.conflicts }
  var undoNames: [String] { Array(document.undoNames) }
  var message: DocumentMessage? { document.message }
  var redoNames: [String] { Array(document.redoNames) }

  var tab: TodoTab { list.view.tab }
  var sort: TodoSort { list.view.sort }
  var filter: TodoFilter { list.view.filter }
  var newest: TodoID? { list.view.newest }

  /// Applies actions, and the actions of their commands.
  mutating func run(_ actions: ProgramAction...) {
    let store = Store<TodoState, ProgramAction>(initial: self, reducer: todoReducer)
    for action in actions { store.dispatch(action) }
    self = store.state
  }
}

/// Shorthands: actions of the list and of the interface by the names of their cases.
extension ProgramAction {
  static var undo: Self { .document(.undo) }
  static var redo: Self { .document(.redo) }
  static func edit(_ todo: Todo, since old: Todo) -> Self { .document(.edit(todo, since: old)) }
  static func resolve(_ id: DocumentConflict<TodoList>.ID, takingTheirs: Bool) -> Self {
    .document(.resolve(id, takingTheirs: takingTheirs))
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
    .document(
      .merge(
        DocumentPatch(from: DocumentVersion(value: base), to: DocumentVersion(value: theirs)),
        of: "\(UInt64.random(in: 0 ... .max))"))
  }

  static func rename(_ id: TodoID, _ title: String) -> Self {
    .change(.change(id, TodoFields(line: title), since: TodoFields(), at: at()))
  }

  static func submit(_ lines: [String], ids: [TodoID], at moment: Moment) -> Self {
    .list(.add(lines, ids: ids, at: moment))
  }
  static func draftChanged(_ text: String) -> Self { .draft(.typed(text)) }
  static func show(_ tab: TodoTab) -> Self { .list(.show(tab)) }
  static func sort(_ sort: TodoSort) -> Self { .list(.sort(sort)) }
  static func filter(_ filter: TodoFilter) -> Self { .list(.filter(filter)) }
  static func editChanged(_ fields: TodoFields) -> Self { .edit(.changed(fields)) }
  static func commitEdit(_ id: TodoID, at moment: Moment) -> Self { .edit(.commit(id, at: moment)) }
  static var cancelEdit: Self { .edit(.discard) }
}
