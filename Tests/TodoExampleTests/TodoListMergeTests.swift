import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import TodoExample

extension TodoList {
  fileprivate func merged(
    with theirs: TodoList, base: TodoList
  ) -> (list: TodoList, conflicts: [MergeConflict<Todo>]) {
    let merged = items.merged(with: theirs.items, base: base.items)
    let fields = Todo.Field.allCases
    // Sorts the conflicts by the order of the list, then of the fields.
    let order = Array(items.ids) + theirs.items.ids.filter { !items.contains(id: $0) }
    return (
      TodoList(items: merged.list),
      merged.conflicts.sorted { first, second in
        func rank(_ conflict: MergeConflict<Todo>) -> Int {
          (order.firstIndex(of: conflict.id.element) ?? 0) * 100
            + (conflict.id.field.flatMap { fields.firstIndex(of: $0) } ?? -1)
        }
        return rank(first) < rank(second)
      }
    )
  }
}

extension MergeConflict<Todo> {
  fileprivate func text(_ todo: Todo?) -> String {
    todo.map { todo in id.field.map { todo.text(of: $0) } ?? todo.title } ?? "removed"
  }
  fileprivate var oursText: String { text(ours) }
  fileprivate var theirsText: String { text(theirs) }
}

@Suite("Merging two versions of a list")
struct TodoListMergeTests {
  private let base = TodoList(["one", "two", "three"])

  /// Returns a changed version of the base.
  private func changed(_ change: (inout IdentifiedList<Todo>) -> Void) -> TodoList {
    var list = base
    change(&list.items)
    return list
  }

  @Test("a merge takes one-sided changes field by field")
  func fields() {
    let ours = changed { $0[id: id(1)]?.title = "ONE" }
    let theirs = changed {
      $0[id: id(1)]?.priority = Priority("A")
      $0[id: id(2)]?.setDone(true, on: today)
      $0[id: id(3)]?.notes = "note"
    }
    let (list, conflicts) = ours.merged(with: theirs, base: base)
    #expect(list.lines == ["(A) ONE", "x 2026-11-25 two", "three"])
    #expect(list.items[id: id(3)]?.notes == "note")
    #expect(conflicts == [])
  }

  @Test(
    "a merge keeps our value of a field that both changed, and reports a conflict if they differ")
  func conflict() throws {
    let ours = changed {
      $0[id: id(1)]?.title = "ours"
      $0[id: id(2)]?.due = Due(day: today)
    }
    let theirs = changed {
      $0[id: id(1)]?.title = "theirs"
      $0[id: id(2)]?.due = Due(day: today)
    }
    let (list, conflicts) = ours.merged(with: theirs, base: base)
    #expect(list == ours)
    #expect(conflicts.map(\.id) == [.init(element: id(1), field: .title)])
    #expect(conflicts.map(\.oursText) == ["ours"])
    #expect(conflicts.map(\.theirsText) == ["theirs"])
  }

  @Test("a conflict describes each field in words")
  func words() throws {
    func version(_ line: String, _ notes: String, _ subtasks: [Subtask]) throws -> TodoList {
      var todo = try #require(Todo(line: line, id: id(1)))
      (todo.notes, todo.subtasks) = (notes, subtasks)
      return TodoList(items: [todo])
    }
    let ours = try version("(A) 2026-11-01 a", "n", [.init(title: "s", isDone: true)])
    let theirs = try version("x 2026-11-03 2026-11-02 b due:2026-11-27", "", [])
    let (_, conflicts) = ours.merged(with: theirs, base: TodoList())
    #expect(
      conflicts.map(\.id.field) == [
        .title, .isDone, .priority, .due, .notes, .subtasks, .created,
      ])
    #expect(conflicts.map(\.oursText) == ["a", "open", "A", "none", "n", "x s", "2026-11-01"])
    #expect(
      conflicts.map(\.theirsText) == [
        "b", "done 2026-11-03", "none", "2026-11-27", "", "", "2026-11-02",
      ])
  }

  @Test("a merge removes items that one side removed, unless the other changed them")
  func removal() {
    let ours = changed {
      $0.remove(id: id(1))
      $0.remove(id: id(2))
    }
    let theirs = changed {
      $0[id: id(2)]?.title = "TWO"
      $0.remove(id: id(3))
    }
    let merged = ours.merged(with: theirs, base: base)
    #expect(merged.list.lines == [])
    #expect(merged.conflicts.map(\.id) == [.init(element: id(2), field: nil)])
    #expect(merged.conflicts.map { [$0.oursText, $0.theirsText] } == [["removed", "TWO"]])
    let other = theirs.merged(with: ours, base: base)
    #expect(other.list.lines == ["TWO"])
    #expect(other.conflicts.map { [$0.oursText, $0.theirsText] } == [["TWO", "removed"]])
  }

  @Test("a merge puts the other side's new items after their predecessors there")
  func newOnes() {
    let ours = changed { $0.insert(Todo(id: id(9), title: "ours"), at: 1) }
    let theirs = changed {
      $0.insert(Todo(id: id(8), title: "first"), at: 0)
      $0.insert(Todo(id: id(7), title: "theirs"), at: 2)
      $0.append(Todo(id: id(6), title: "last"))
    }
    #expect(
      ours.merged(with: theirs, base: base).list.lines == [
        "first", "one", "theirs", "ours", "two", "three", "last",
      ])
  }

  @Test("a merge takes the other side's order only if our side has moved nothing")
  func order() {
    let theirs = changed { $0.reverse() }
    let ours = changed { $0.insert(Todo(id: id(9), title: "ours"), at: 1) }
    #expect(ours.merged(with: theirs, base: base).list.lines == ["three", "two", "one", "ours"])
    let moved = changed { $0.move(from: 0, to: 1) }
    #expect(moved.merged(with: theirs, base: base).list.lines == ["two", "one", "three"])
  }

  // MARK: Random versions

  /// Another version of a list, by a random program.
  private func version(
    of base: TodoList, newIDs: ClosedRange<UInt64>, _ generator: inout SeededGenerator
  ) -> TodoList {
    var items = base.items
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let index = items.isEmpty ? nil : Int.random(in: 0..<items.count, using: &generator)
      let word = ["a", "b", "c"].randomElement(using: &generator)!
      let target = index.map { items[$0].id } ?? id(0)
      switch Int.random(in: 0...10, using: &generator) {
      case 0, 1:
        let new = Todo(id: id(.random(in: newIDs, using: &generator)), title: word)
        items.insert(new, at: .random(in: 0...items.count, using: &generator))
      case 2, 3: items.remove(id: target)
      case 4:
        if let index {
          items.move(from: index, to: .random(in: 0..<items.count, using: &generator))
        }
      case 5: items[id: target]?.title = word
      case 6: items[id: target]?.setDone(Bool.random(using: &generator), on: today)
      case 7: items[id: target]?.priority = Priority(word.uppercased())
      case 8: items[id: target]?.due = Bool.random(using: &generator) ? Due(day: today) : nil
      case 9: items[id: target]?.notes = word
      default: items[id: target]?.subtasks = [Subtask(title: word)]
      }
    }
    return TodoList(items: items)
  }

  @Test("random merges equal naive merges, and merging again changes nothing")
  func laws() {
    for seed in 0..<rounds(300, long: 800) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let base = version(of: TodoList(["a", "b", "c", "d"]), newIDs: 10...12, &generator)
      let ours = version(of: base, newIDs: 20...23, &generator)
      // Some new ids are added on both sides.
      let theirs = version(of: base, newIDs: 22...26, &generator)
      let note = Comment(rawValue: "seed \(seed)")
      let merged = ours.merged(with: theirs, base: base)
      let expected = naive(ours, theirs, base)
      #expect(Array(merged.list.items) == expected.items, note)
      #expect(Set(merged.conflicts.map(\.id)) == expected.conflicts, note)
      #expect(merged.conflicts.count == expected.conflicts.count, note)
      let again = merged.list.merged(with: theirs, base: base)
      #expect(again.list == merged.list, note)
      #expect(ours.merged(with: ours, base: ours) == (ours, []), note)
      #expect(ours.merged(with: ours, base: base) == (ours, []), note)
      #expect(ours.merged(with: base, base: base) == (ours, []), note)
      #expect(base.merged(with: theirs, base: base) == (theirs, []), note)
      // A side that has taken the merged list has nothing left to merge.
      #expect(theirs.merged(with: merged.list, base: theirs) == (merged.list, []), note)
    }
  }

  /// Slow and simple, with each field as a text.
  private func naive(
    _ ours: TodoList, _ theirs: TodoList, _ base: TodoList
  ) -> (items: [Todo], conflicts: Set<MergeConflict<Todo>.ID>) {
    func find(_ list: TodoList, _ id: TodoID) -> Todo? { list.items.first { $0.id == id } }
    func text(_ todo: Todo, _ field: Todo.Field) -> String {
      switch field {
      case .title: todo.title
      case .isDone: "\(todo.isDone) \(String(describing: todo.completed))"
      case .priority: "\(String(describing: todo.priority))"
      case .due: "\(String(describing: todo.due))"
      case .notes: todo.notes
      case .subtasks: "\(todo.subtasks)"
      case .created: "\(String(describing: todo.created))"
      case .threshold, .recurrence: ""
      }
    }
    func shared(_ list: TodoList) -> [TodoID] {
      list.items.map(\.id).filter { id in
        [ours, theirs, base].allSatisfy { find($0, id) != nil }
      }
    }
    let isTheirs = shared(ours) == shared(base) && shared(theirs) != shared(base)
    let other = (isTheirs ? ours : theirs).items.map(\.id)
    var order = (isTheirs ? theirs : ours).items.map(\.id)
    for (index, id) in other.enumerated() where !order.contains(id) {
      order.insert(id, at: index == 0 ? 0 : order.firstIndex(of: other[index - 1])! + 1)
    }
    var conflicts: Set<MergeConflict<Todo>.ID> = []
    var items: [Todo] = []
    for id in order {
      let (our, their, old) = (find(ours, id), find(theirs, id), find(base, id))
      guard let our, let their else {
        // One side lacks the item.
        if old == nil { items.append(our ?? their!) }
        if let old, let other = our ?? their, other != old {
          conflicts.insert(.init(element: id, field: nil))
          if let our { items.append(our) }
        }
        continue
      }
      var result = our
      for field in Todo.Field.allCases where text(our, field) != text(their, field) {
        if let old, text(our, field) == text(old, field) {
          result.assign(field, from: their)
        } else if old.map({ text(their, field) != text($0, field) }) ?? true {
          conflicts.insert(.init(element: id, field: field))
        }
      }
      items.append(result)
    }
    return (items, conflicts)
  }
}
