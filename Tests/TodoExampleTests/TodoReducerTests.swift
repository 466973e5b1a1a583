import MillraceDocument
import Testing

@testable import MillraceDocument
@testable import MillraceMiddleware
@testable import TodoExample

@Suite("Reducer of a to-do list")
struct TodoReducerTests {
  private var three: TodoState { TodoState("one", "two", "three") }

  @Test("add reads lines, sets the day and skips blank lines")
  func add() {
    var state = three
    state.run(
      .add(
        ["(A) call +home due:fri", " ", "x done"], ids: [id(4), id(5), id(6)], at: at())
    )
    #expect(
      state.lines == [
        "one", "two", "three", "(A) call +home due:2026-11-27", "x 2026-11-25 done",
      ])
    #expect(state.list.items.suffix(2).map(\.created) == [today, today])
    #expect(state.said == "Added 2 items")
    state.run(.add([" more "], ids: [id(7)], at: at()))
    #expect(state.lines.last == "more")
    #expect(state.said == nil, "the message of an earlier change is not left")
    let before = state
    state.run(
      .add(["again"], ids: [id(7)], at: at()),
      .add(["no id"], ids: [], at: at()))
    #expect(state.document.content == before.document.content)
  }

  @Test("the submitted draft becomes an item, and lines from elsewhere leave it alone")
  func addDraft() {
    var state = TodoState()
    state.run(.draftChanged("milk "), .submit(["bread", "tea"], ids: [id(1), id(3)], at: at()))
    #expect(state.draft == "milk ")
    state.run(.submit(["one line"], ids: [id(4)], at: at()))
    #expect(state.draft == "milk ")
    state.run(.draft(.submitted(id(2), at: at())))
    #expect(state.draft == "")
    #expect(state.newest == id(2))
    #expect(state.lines == ["bread", "tea", "one line", "milk"])
  }

  @Test("submit resets a tab and a filter that would hide the new item")
  func addShows() {
    var state = TodoState()
    let filter = TodoFilter(parsing: "+home")
    state.run(.filter(filter), .submit(["a +home"], ids: [id(1)], at: at()))
    #expect(state.filter == filter)
    state.run(.show(.today), .submit(["b +home due:today"], ids: [id(2)], at: at()))
    #expect((state.tab, state.filter) == (.today, filter))
    state.run(.submit(["c +home"], ids: [id(3)], at: at()))
    #expect((state.tab, state.filter) == (.all, TodoFilter()))
  }

  @Test("submit ends a search that would hide the new item, and no other")
  func addEndsSearch() {
    var state = TodoState("tea")
    state.run(.list(.search("mlk")), .submit(["milk"], ids: [id(2)], at: at()))
    #expect(state.list.view.search == "mlk")
    state.run(.submit(["milk", "bread"], ids: [id(3), id(4)], at: at()))
    #expect(state.list.view.search == nil)
    #expect(state.newest == id(4))
    state.run(.list(.search("")), .submit(["salt"], ids: [id(5)], at: at()))
    #expect(state.list.view.search == "")
  }

  @Test("an item that is due at midnight is reported, even if the program started a minute before")
  func dueAtMidnight() {
    let midnight = Moment(day: today, minute: 0, milliseconds: 0)
    var state = TodoState(
      "at midnight due:2026-11-25T00:00", "before due:2026-11-24T23:59",
      "after due:2026-11-25T00:01", "any time due:2026-11-24")
    state.run(.list(.minutePassed(at: midnight)))
    #expect(state.list.reminded == [id(1)])
  }

  @Test("insert adds items from elsewhere, except for existing ids")
  func insert() {
    var state = three
    state.run(.insert([Todo(id: id(1), title: "again"), Todo(id: id(4), title: "four")]))
    #expect(state.lines == ["one", "two", "three", "four"])
    #expect(state.said == "Added “four”")
    #expect(state.newest == nil, "the user has moved the focus")
  }

  @Test("tick sets the day, and reports how many items it ticked")
  func tick() {
    var state = three
    state.run(.tick([id(1)], true, at: at()))
    #expect(state.said == "Ticked “one”")
    state.run(.tick([id(1), id(2), id(3), id(9)], true, at: at()))
    #expect(state.lines == ["x 2026-11-25 one", "x 2026-11-25 two", "x 2026-11-25 three"])
    #expect(state.said == "Ticked 2 items")
    state.run(.tick([id(2)], false, at: at()))
    #expect(state.lines[1] == "two")
    #expect(state.said == "Reopened “two”")
    state.run(.undo)
    #expect(state.said == "Undone: reopened “two”")
  }

  @Test("prioritize and schedule set or clear a field")
  func fields() {
    var state = three
    state.run(.prioritize([id(1), id(2), id(9)], Priority("B")))
    #expect(state.said == "Priority B: 2 items")
    state.run(.schedule([id(2)], Due("2026-11-27T09:00")))
    #expect(state.said == "Due 2026-11-27T09:00: “two”")
    #expect(state.lines == ["(B) one", "(B) two due:2026-11-27T09:00", "three"])
    state.run(.prioritize([id(1)], nil))
    #expect(state.said == "No priority: “one”")
    state.run(.schedule([id(2)], nil))
    #expect(state.said == "No due date: “two”")
    #expect(state.lines == ["one", "(B) two", "three"])
  }

  @Test("removals within a second are one step with one count")
  func remove() {
    var state = three
    state.run(.remove([id(1), id(9)], at: at()))
    #expect(state.said == "Deleted “one”")
    state.run(.remove([id(2)], at: at(0.9)))
    #expect(state.said == "Deleted 2 items")
    state.run(.remove([id(3)], at: at(2)))
    #expect(state.said == "Deleted “three”")
    state.run(.undo)
    #expect(state.lines == ["three"])
    state.run(.undo)
    #expect(state.lines == ["one", "two", "three"])
    #expect(state.said == "Undone: deleted 2 items")
    state.run(.redo)
    #expect(state.said == "Redone: deleted 2 items")
    // A removal does not join a step that was undone, or a step that is not the last.
    state.run(.remove([id(3)], at: at(2)), .undo, .remove([id(3), id(3)], at: at(2.1)))
    #expect(state.said == "Deleted “three”")
    state.run(.undo, .undo, .remove([id(1)], at: at(3)), .tick([id(2)], true, at: at(3)))
    state.run(.remove([id(2), id(3), id(2)], at: at(3)))
    #expect(state.said == "Deleted 2 items")
  }

  @Test("clearDone removes done items")
  func clearDone() {
    var state = three
    state.run(.tick([id(1), id(3)], true, at: at()), .clearDone)
    #expect(state.lines == ["two"])
    #expect(state.said == "Deleted 2 items")
    let said = state.said
    state.run(.clearDone)
    #expect(state.said == said)
  }

  @Test(
    "move keeps the order of several items, also at the ends",
    arguments: [
      ([3, 1], 2, "1 3 2 4"), ([4], 1, "4 1 2 3"), ([1, 2], nil, "3 4 1 2"), ([2], 2, "1 2 3 4"),
      ([1, 2], 2, "1 2 3 4"), ([1, 3, 4], 3, "2 1 3 4"), ([9, 4], 1, "4 1 2 3"),
      ([1], 9, "1 2 3 4"),
      ([], 1, "1 2 3 4"), ([1, 2, 3, 4], 1, "1 2 3 4"), ([3, 3], 1, "3 1 2 4"),
    ] as [([UInt64], UInt64?, String)])
  func move(ids: [UInt64], next: UInt64?, order: String) {
    var state = TodoState("1", "2", "3", "4")
    state.run(.move(ids.map(id), before: next.map(id), at: at()))
    #expect(state.lines.joined(separator: " ") == order)
  }

  @Test("moves within a second are one step")
  func moveGroup() {
    var state = three
    state.run(.move([id(3)], before: id(2), at: at()), .move([id(3)], before: id(1), at: at(0.5)))
    #expect(state.said == nil, "the element counts as changed")
    state.run(.move([id(3)], before: nil, at: at(5)), .undo)
    #expect(state.lines == ["three", "one", "two"])
    state.run(.undo)
    #expect(state.lines == ["one", "two", "three"])
  }

  @Test("undo and redo report their step, or that there is none")
  func undo() {
    var state = three
    state.run(.undo)
    #expect(state.message == .init(number: 1, text: "Nothing to undo", isUndoable: false))
    state.run(.redo)
    #expect(state.message == .init(number: 2, text: "Nothing to redo", isUndoable: false))
    state.run(.prioritize([id(1)], Priority("A")))
    #expect(state.message == .init(number: 3, text: "Priority A: “one”", isUndoable: true))
    state.run(.show(.done), .sort(.due), .filter(TodoFilter(parsing: "x")), .undo)
    #expect(state.message == .init(number: 4, text: "Undone: priority A: “one”", isUndoable: false))
    #expect(state.lines == ["one", "two", "three"])
    #expect((state.tab, state.sort, state.filter.words) == (.done, .due, ["x"]))
    state.run(.redo)
    #expect(state.lines[0] == "(A) one")
  }

  @Test("merge takes the other side's changes, and conflicts remain until they are resolved")
  func merge() throws {
    var state = three
    let base = state.document.value
    var theirs = base
    theirs.items[id: id(1)]?.title = "theirs"
    theirs.items[id: id(2)]?.title = "zwei"
    theirs.items.remove(id: id(3))
    state.run(.rename(id(1), "ours"), .rename(id(3), "drei"))
    state.run(.merge(theirs, base: base))
    #expect(state.lines == ["ours", "zwei", "drei"])
    #expect(state.said == "Merged with the file")
    state.run(.merge(theirs, base: base))
    #expect(state.conflicts.count == 2)
    let ids = state.conflicts.map(\.id).sorted { "\($0)" < "\($1)" }
    state.run(.resolve(ids[0], takingTheirs: true))
    #expect(state.lines == ["theirs", "zwei", "drei"])
    #expect(state.said == "Resolved a conflict")
    state.run(.resolve(ids[1], takingTheirs: false))
    #expect(state.conflicts == [])
    state.run(.undo)
    #expect(state.conflicts.map(\.id) == [ids[1]], "also a conflict that was resolved with ours")
    state.run(.undo)
    #expect(state.lines == ["ours", "zwei", "drei"])
    #expect(Set(state.conflicts.map(\.id)) == Set(ids))
    state.run(.redo)
    #expect(state.lines == ["theirs", "zwei", "drei"])
  }

  @Test(
    "resolving with theirs removes an item that they removed, and restores one that they changed")
  func settleRemoval() throws {
    var state = TodoState("one", "two", "three", "nine")
    let base = state.document.value
    var theirs = base
    theirs.items.remove(id: id(1))
    theirs.items[id: id(4)]?.title = "neun"
    state.run(.rename(id(1), "uno"), .remove([id(4)], at: at()), .merge(theirs, base: base))
    #expect(state.lines == ["uno", "two", "three"])
    for id in state.conflicts.map(\.id) { state.run(.resolve(id, takingTheirs: true)) }
    #expect(state.lines == ["two", "three", "neun"])
    #expect(state.conflicts.isEmpty)
  }

  @Test(
    "an item that is being edited and that they removed comes back with the edit, as a conflict")
  func mergeWhileEditing() {
    var state = three
    let base = state.document.value
    var theirs = base
    theirs.items.remove(id: id(1))
    theirs.items.remove(id: id(2))
    state.run(.beginEdit(id(2), isForm: false, at: at()))
    state.run(.editChanged(TodoFields(line: "zwei")))
    #expect(!state.isFormShown)
    state.run(.merge(theirs, base: base))
    #expect(state.lines == ["three"])
    #expect(state.isFormShown, "the row is gone")
    state.run(.commitEdit(id(2), at: at()))
    #expect(state.lines == ["three", "zwei"])
    #expect(state.conflicts.map(\.id) == [.element(id(2), field: nil)])
    state.run(.undo)
    #expect(state.lines == ["three"])
    #expect(state.conflicts.isEmpty)
  }

  @Test("a title that was changed elsewhere during an edit of the title is a conflict")
  func editedElsewhere() {
    var state = three
    state.run(.beginEdit(id(2), isForm: true, at: at()))
    state.run(.rename(id(2), "deux"))
    state.run(.schedule([id(2)], Due(day: today)))
    state.run(.editChanged(TodoFields(line: "zwei")))
    state.run(.commitEdit(id(2), at: at()))
    #expect(state.lines[1] == "zwei due:\(today)")
    #expect(state.conflicts.map(\.id) == [.element(id(2), field: .title)])
    #expect(state.conflicts.first?.theirs == "deux")
  }

  @Test("show, sort and filter set the view without a message")
  func showing() {
    var state = TodoState()
    state.run(.show(.upcoming), .sort(.title), .filter(TodoFilter(parsing: "a")))
    #expect((state.tab, state.sort, state.filter.words) == (.upcoming, .title, ["a"]))
    #expect(state.said == nil)
  }

  @Test("ticking a recurring item adds the next one, with the same id on each machine")
  func recurs() {
    var state = TodoState("water due:2026-11-20 rec:1w", "rent due:2026-11-01 rec:+1m", "milk")
    var other = state
    state.run(.tick([id(1), id(2), id(3)], true, at: at()))
    #expect(
      state.lines == [
        "x 2026-11-25 water due:2026-11-20 rec:1w", "water due:2026-12-02 rec:1w",
        "x 2026-11-25 rent due:2026-11-01 rec:+1m", "rent due:2026-12-01 rec:+1m",
        "x 2026-11-25 milk",
      ])
    other.run(.tick([id(1)], true, at: at()))
    #expect(other.list.items[1].id == state.list.items[1].id)
    state.run(.undo)
    #expect(state.lines.count == 3)
  }

  // MARK: Editing

  @Test("an edit in a line changes title, priority and due date in plain words")
  func editLine() {
    var state = TodoState("(A) one due:fri", "two")
    state.run(.beginEdit(id(1), isForm: false, at: at()))
    #expect(state.edit?.fields.line == "(A) one due:2026-11-27")
    state.run(.editChanged(TodoFields(line: "(B) uno +home due:tom")))
    #expect(state.lines[0] == "(A) one due:2026-11-27")
    state.run(.commitEdit(id(1), at: at()))
    #expect(state.lines[0] == "(B) uno +home due:2026-11-26")
    #expect(state.said == "Changed “one”")
    #expect(state.edit == nil)
    state.run(.beginEdit(id(1), isForm: false, at: at()), .editChanged(TodoFields(line: "x uno")))
    state.run(.commitEdit(id(1), at: at()))
    #expect(state.lines[0] == "x 2026-11-25 uno")
    state.run(.beginEdit(id(1), isForm: false, at: at()))
    #expect(state.edit?.fields.line == "uno")
    state.run(.undo, .undo)
    #expect(state.lines[0] == "(A) one due:2026-11-27")
  }

  @Test("an edit in a form has a text for each field")
  func editForm() throws {
    var state = TodoState("(A) one +home due:\"fri 9am\"")
    var todo = state.list.items[0]
    todo.notes = "note"
    todo.subtasks = [.init(title: "a", isDone: true), .init(title: "b")]
    state = TodoState(TodoList(items: [todo]))
    state.run(.beginEdit(id(1), isForm: true, at: at()))
    let begun = TodoFields(
      line: "one +home", priority: "A", due: "2026-11-27T09:00", notes: "note", subtasks: "x a\nb")
    #expect(state.edit?.fields == begun)
    #expect(state.edit?.isForm == true)
    state.run(
      .editChanged(
        TodoFields(
          line: "uno", priority: " b ", due: "in 3 days", notes: "n\nm", subtasks: "x  b\n\n c \nx "
        )))
    state.run(.commitEdit(id(1), at: at()))
    todo = try #require(state.list.items[id: id(1)])
    #expect(state.lines == ["(B) uno due:2026-11-28"])
    #expect(todo.notes == "n\nm")
    #expect(todo.subtasks.map(\.description) == ["x b", "c", "x"])
    state.run(
      .beginEdit(id(1), isForm: true, at: at()), .editChanged(TodoFields(line: "(C) due:tom uno")))
    state.run(.commitEdit(id(1), at: at()))
    #expect(state.list.items[0] == Todo(id: id(1), title: "uno", created: todo.created))
  }

  @Test("an edit ignores invalid fields, and keeps untouched fields")
  func editNonsense() throws {
    var state = TodoState("(A) one due:fri")
    state.run(.beginEdit(id(1), isForm: true, at: at()))
    var fields = try #require(state.edit?.fields)
    (fields.line, fields.priority, fields.due) = (" \n", "AB", "soon")
    state.run(.editChanged(fields), .schedule([id(1)], Due(day: today)))
    state.run(.prioritize([id(1)], Priority("C")), .commitEdit(id(1), at: at()))
    #expect(state.lines == ["(C) one due:2026-11-25"])
  }

  @Test("starting another edit commits the current one, and cancelling drops it")
  func beginAnother() {
    var state = three
    state.run(.beginEdit(id(1), isForm: false, at: at()), .editChanged(TodoFields(line: "uno")))
    state.run(.beginEdit(id(9), isForm: false, at: at()))
    #expect(state.edit?.id == id(1))
    state.run(.beginEdit(id(2), isForm: true, at: at()))
    #expect(state.edit?.id == id(2))
    #expect(state.said == "Changed “one”")
    state.run(.editChanged(TodoFields(line: "dos")), .commitEdit(id(1), at: at()))
    #expect(state.edit?.fields.line == "dos")
    state.run(.cancelEdit)
    #expect(state.edit == nil && state.lines == ["uno", "two", "three"])
    // A new edit of the same item starts with the committed text.
    state.run(.beginEdit(id(2), isForm: false, at: at()), .editChanged(TodoFields(line: "dos")))
    state.run(.beginEdit(id(2), isForm: false, at: at()))
    #expect(state.edit?.fields.line == "dos")
  }

  @Test("an edit of a removed item brings it back, as a conflict, and undo removes it again")
  func editedItemGoes() {
    for action: ProgramAction in [.remove([id(1)], at: at()), .clearDone, .undo] {
      var state = TodoState()
      state.run(.add(["x one"], ids: [id(1)], at: at()))
      state.run(.beginEdit(id(1), isForm: false, at: at()), action)
      state.run(.editChanged(TodoFields(line: "a")))
      #expect(state.lines == [] && state.isFormShown)
      state.run(.commitEdit(id(1), at: at()))
      #expect(state.lines == ["x 2026-11-25 a"])
      #expect(state.conflicts.map(\.id) == [.element(id(1), field: nil)])
      state.run(.undo)
      #expect(state.lines == [] && state.conflicts.isEmpty)
    }
  }
}
