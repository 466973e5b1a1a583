import MillraceDocument
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceMiddleware
@testable import TodoExample

/// The reducer's behaviour on arrays, slow and simple.
private struct NaiveTodos {
  /// The part of the state that undo covers.
  struct Part: Equatable {
    var items: [Todo] = []
    var conflicts: [DocumentConflict<TodoList>] = []
  }

  var part = Part()
  var past: [Part] = []
  var future: [Part] = []
  var group: (name: String, time: Int)?
  var editing: EditState?

  var items: [Todo] {
    get { part.items }
    set { part.items = newValue }
  }

  mutating func run(_ action: ProgramAction) {
    let old = part
    var name: (name: String, time: Int)?
    switch action {
    case .undo:
      if let step = past.popLast() {
        future.append(part)
        (part, group) = (step, nil)
      }
    case .redo:
      if let step = future.popLast() {
        past.append(part)
        (part, group) = (step, nil)
      }
    case .list(.document(.change(.remove(_, let moment)))): name = ("remove", moment.milliseconds)
    case .list(.document(.change(.move(_, _, let moment)))): name = ("move", moment.milliseconds)
    default: break
    }
    if action != .undo, action != .redo {
      change(action)
      if part != old {
        let joins =
          group.map { group in
            group.name == name?.name && (0...1_000).contains(name!.time - group.time)
          } ?? false
        if !joins { past.append(old) }
        if past.count > 1_000 { past.removeFirst() }
        (future, group) = ([], name)
      }
    }
  }

  private mutating func each(_ ids: [TodoID], _ change: (inout Todo) -> Void) {
    for index in items.indices where ids.contains(items[index].id) { change(&items[index]) }
  }

  private mutating func endEdit(_ moment: Moment) {
    guard let edit = editing else { return }
    editing = nil
    if edit.hasChanges { self.edit(edit.edited(at: moment), since: edit.item) }
  }

  /// Field by field: what others changed stays, unless the edit changed it, too.
  private mutating func edit(_ edited: Todo, since begun: Todo) {
    if edited == begun { return }
    guard let index = items.firstIndex(where: { $0.id == begun.id }) else {
      items.append(edited)
      add(MergeConflict(id: .init(element: begun.id, field: nil), ours: edited, theirs: nil))
      return
    }
    let present = items[index]
    var new: [MergeConflict<Todo>] = []
    for field in Todo.Field.allCases where !edited.isEqual(to: begun, in: field) {
      let isOpen =
        !present.isEqual(to: begun, in: field) && !present.isEqual(to: edited, in: field)
      if isOpen {
        new.append(
          .init(id: .init(element: begun.id, field: field), ours: edited, theirs: present))
      }
      items[index].assign(field, from: edited)
    }
    for conflict in new { add(conflict) }
  }

  /// Adds a conflict, unless an open one has the same other value.
  private mutating func add(_ new: MergeConflict<Todo>) {
    let new = DocumentConflict<TodoList>.element(new)
    if !part.conflicts.contains(where: { $0.id == new.id && $0.theirs == new.theirs }) {
      part.conflicts.append(new)
    }
  }

  private mutating func change(_ action: ProgramAction) {
    switch action {
    case .list(.document(.change(.add(let lines, let ids, let moment)))):
      for (line, id) in zip(lines, ids) where !items.contains(where: { $0.id == id }) {
        guard var todo = Todo(line: line, id: id, now: moment) else { continue }
        if todo.created == nil { todo.created = moment.day }
        if todo.isDone, todo.completed == nil { todo.completed = moment.day }
        items.append(todo)
      }
    case .list(.document(.change(.insert(let todos)))):
      for todo in todos where !items.contains(where: { $0.id == todo.id }) { items.append(todo) }
    case .list(.document(.change(.tick(let ids, let isDone, let moment)))):
      for id in ids {
        guard let index = items.firstIndex(where: { $0.id == id }), items[index].isDone != isDone
        else { continue }
        items[index].setDone(isDone, on: moment.day)
        let next = isDone ? items[index].next(id: id.next, completedOn: moment.day) : nil
        if let next, !items.contains(where: { $0.id == next.id }) {
          items.insert(next, at: index + 1)
        }
      }
    case .list(.document(.change(.prioritize(let ids, let priority)))):
      each(ids) { $0.priority = priority }
    case .list(.document(.change(.schedule(let ids, let due)))): each(ids) { $0.due = due }
    case .list(.document(.change(.remove(let ids, _)))): items.removeAll { ids.contains($0.id) }
    case .list(.document(.change(.clearDone))): items.removeAll(where: \.isDone)
    case .list(.document(.change(.move(let ids, let next, _)))):
      if next != nil, !items.contains(where: { $0.id == next }) { return }
      let moved = items.filter { ids.contains($0.id) }
      // The items from `next` on stay behind the moved ones.
      let behind = next.map { next in items.drop { $0.id != next }.filter { !ids.contains($0.id) } }
      items.removeAll { ids.contains($0.id) }
      let count = behind?.count ?? 0
      items.insert(contentsOf: moved, at: items.count - count)
    case .list(.document(.change(.change(let id, let fields, let begun, let moment)))):
      each([id]) { fields.apply(to: &$0, since: begun, at: moment) }
    case .list(.document(.edit(let edited, let begun))): edit(edited, since: begun)
    case .list(.document(.merge(let patch, _))):
      var version = DocumentVersion(value: TodoList(items: IdentifiedList(items)))
      version.conflicts = part.conflicts
      version.apply(patch)
      (items, part.conflicts) = (Array(version.value.items), version.conflicts)
    case .beginEdit(let id, let isForm, let moment):
      let own = editing.flatMap { $0.id == id ? $0.edited(at: moment) : nil }
      guard let item = own ?? items.first(where: { $0.id == id }) else { return }
      endEdit(moment)
      editing = .init(item, isForm: isForm)
    case .edit(.changed(let fields)): editing?.fields = fields
    case .edit(.commit(let id, let moment)): if editing?.id == id { endEdit(moment) }
    case .edit(.discard): editing = nil
    case .list(.document(.resolve(let id, let takesTheirs))):
      guard let index = part.conflicts.firstIndex(where: { $0.id == id }),
        case .element(let conflict) = part.conflicts.remove(at: index), takesTheirs
      else { return }
      let element = conflict.id.element
      if let field = conflict.id.field {
        each([element]) { $0.assign(field, from: conflict.theirs!) }
      } else if let theirs = conflict.theirs {
        each([element]) { $0 = theirs }
        if !items.contains(where: { $0.id == element }) { items.append(theirs) }
      } else {
        items.removeAll { $0.id == element }
      }
    case .list(.document(.replace)), .list(.document(.restore)): Issue.record("of a log")
    case .list, .draft, .edit, .editClosed, .open, .refused: break
    }
  }
}

@MainActor @Suite("Random actions")
struct TodoModelTests {
  private func action(
    after state: TodoState, milliseconds: inout Int, _ generator: inout SeededGenerator
  ) -> ProgramAction {
    func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    func some() -> TodoID {
      chance(10) == 0 || state.list.items.isEmpty
        ? id(UInt64(chance(60))) : state.list.items[chance(state.list.items.count)].id
    }
    func several() -> [TodoID] { (0..<chance(4)).map { _ in some() } }
    let lines = [
      "(A) call +home due:fri", "x done", "  ", "buy @shop", "due:tom pay", "plain", "water rec:1w",
    ]
    func line() -> String { lines[chance(lines.count)] }
    milliseconds += chance(4) * 400
    let moment = Moment(day: today.advanced(by: chance(3)), minute: 600, milliseconds: milliseconds)
    func version() -> TodoList {
      var list = state.document.value
      list.items.remove(id: some())
      list.items[id: some()].map { list.items[id: $0.id]?.title = line() }
      let new = id(UInt64(chance(60)))
      list.items.insert(Todo(id: new, title: line()), at: chance(list.items.count + 1))
      return list
    }
    switch chance(30) {
    case 0...3:
      return .add(
        (0...chance(3)).map { _ in line() }, ids: (0..<3).map { _ in id(UInt64(chance(60))) },
        at: moment)
    case 4:
      let todo = Todo(
        id: id(UInt64(chance(60))), title: line(), notes: "n", subtasks: [.init(title: "a")])
      return .insert([todo])
    case 5...7: return .tick(several(), chance(3) > 0, at: moment)
    case 8: return .prioritize(several(), Priority(["A", "B", ""][chance(3)]))
    case 9:
      return .schedule(several(), chance(2) == 0 ? nil : Due(day: today, minute: chance(1_440)))
    case 10, 11: return .remove(several(), at: moment)
    case 12: return chance(4) == 0 || state.edit == nil ? .clearDone : .cancelEdit
    case 13...15: return .move(several(), before: chance(4) == 0 ? nil : some(), at: moment)
    case 16...18: return .undo
    case 19, 20: return .redo
    case 21:
      return chance(2) == 0
        ? .merge(version(), base: version()) : .merge(version(), base: state.document.value)
    case 22:
      return (state.conflicts.randomElement(using: &generator)?.id).map {
        .resolve($0, takingTheirs: chance(3) > 0)
      } ?? .draftChanged(line())
    case 23: return .show(TodoTab.allCases[chance(4)])
    case 24: return .sort(TodoSort.allCases[chance(4)])
    case 25: return chance(2) == 0 ? .filter(TodoFilter(parsing: line())) : .draftChanged(line())
    case 26, 27: return .beginEdit(some(), isForm: chance(2) == 0, at: moment)
    case 28:
      if chance(3) == 0, let todo = state.list.items[id: some()] {
        // An edit that began with another version.
        var (begun, edited) = (todo, todo)
        if chance(2) == 0 { begun.title = line() }
        edited.title = line()
        edited.notes = line()
        return .edit(edited, since: begun)
      }
      return state.edit == nil
        ? .draftChanged(line())
        : .editChanged(TodoFields(line: line(), due: "tom", notes: line(), subtasks: "x a\nb"))
    default:
      return state.edit.map { .commitEdit(chance(8) == 0 ? some() : $0.id, at: moment) }
        ?? .show(.all)
    }
  }

  @Test("random actions give the state of a naive list, also when replayed from their encoding")
  func random() throws {
    for seed in 0..<rounds(2, long: 60) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (state, model, milliseconds) = (TodoState(), NaiveTodos(), 0)
      var (lines, saved, savedCount) = ([String](), "", 0)
      for step in 0..<250 {
        let action = action(after: state, milliseconds: &milliseconds, &generator)
        model.run(action)
        state.run(action)
        let found = (state.undoNames.count, state.redoNames.count)
        let isEqual =
          state.list.items.elementsEqual(model.items) && state.conflicts == model.part.conflicts
          && state.edit == model.editing
        if !isEqual || found != (model.past.count, model.future.count) {
          Issue.record(
            """
            seed \(seed), step \(step): \(action)
            expected \(model.part), \(String(describing: model.editing)), \
            \(model.past.count) undo and \(model.future.count) redo steps
            got \(Array(state.list.items)), \(state.conflicts), \
            \(String(describing: state.edit)), \(found)
            """)
          return
        }
        lines.append(try json(action))
        if step == 239 { (saved, savedCount) = (try json(state), step + 1) }
      }
      var replayed = TodoState()
      for line in lines { replayed.run(try decoded(ProgramAction.self, line)) }
      #expect(replayed == state, "seed \(seed)")
      // The saved state and the later actions give the same final state.
      let tail = try lines[savedCount...].map {
        try decoded(ProgramAction.self, $0)
      }
      var restored = try decoded(TodoState.self, saved)
      for action in tail { restored.run(action) }
      #expect(try json(restored) == json(state), "seed \(seed)")
    }
  }

  @Test("the list and its undo history survive random kills")
  func killed() throws {
    for seed in 0..<rounds(2, long: 12) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let files = MemoryStorage()
      func makeApp() -> TodoApp {
        TodoApp(
          log: DocumentLog(file: "/todo.json", storage: files), settings: .todo(nil),
          dependencies: Dependencies(clock: ManualClock()))
      }
      var (milliseconds, state) = (0, TodoState())
      // Keeps the killed stores, because a released store would finish.
      var killed: [Store<TodoState, ProgramAction>] = []
      for _ in 0..<8 {
        let store = makeApp().makeStore()
        #expect(store.startupFailures.isEmpty)
        #expect(store.state.document.value == state.document.value, "seed \(seed)")
        #expect(store.state.conflicts == state.conflicts, "seed \(seed)")
        #expect(store.state.undoNames == state.undoNames, "seed \(seed)")
        #expect(store.state.redoNames == state.redoNames, "seed \(seed)")
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
          store.dispatch(action(after: store.state, milliseconds: &milliseconds, &generator))
        }
        state = store.state
        if Bool.random(using: &generator) {
          files.killProcess()
          killed.append(store)
        } else {
          store.finish()
        }
      }
      withExtendedLifetime(killed) {}
    }
  }
}
