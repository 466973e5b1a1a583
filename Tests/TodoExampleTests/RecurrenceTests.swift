import MillraceDocument
import MillraceTesting
import Testing

@testable import TodoExample

@Suite("Recurring items")
struct RecurrenceTests {
  @Test(
    "a recurrence gives the next day after a given day",
    arguments: [
      ("3d", "2026-11-28"), ("2w", "2026-12-09"), ("1m", "2026-12-25"), ("1y", "2027-11-25"),
      ("1b", "2026-11-26"), ("3b", "2026-11-30"), ("10b", "2026-12-09"), ("+1w", "2026-12-02"),
    ])
  func days(text: String, expected: String) throws {
    let recurrence = try #require(Recurrence(text))
    #expect(recurrence.day(after: today).description == expected)
    #expect(recurrence.description == text)
    #expect(recurrence.isStrict == text.hasPrefix("+"))
  }

  @Test("months are shortened, weekends are skipped, and the last supported day is the limit")
  func ends() throws {
    #expect(Recurrence("1m")?.day(after: day("2027-01-31")) == day("2027-02-28"))
    for unit in "dwmyb" {
      #expect(Recurrence("9999\(unit)")?.day(after: day("9999-12-01")) == day("9999-12-31"))
    }
    #expect(Recurrence("1b")?.day(after: day("2026-11-28")) == day("2026-11-30"))
  }

  @Test(
    "other text is not a recurrence",
    arguments: [
      "", "w", "+", "+w", "1", "0d", "01w", "-1w", "++1w", "+-1w", "1W", "1 w", "10000d", "1h",
      "1w ", "1m@31", "+1w@31", "+1m@28", "+1m@32", "+1m@", "+1m@031", "@31", "٣d", "often",
      "99999999999999999999d",
    ])
  func none(text: String) { #expect(Recurrence(text) == nil) }

  private func next(_ line: String, on text: String) throws -> String? {
    let todo = try #require(Todo(line: line, id: id(1)))
    return todo.next(id: id(2), completedOn: day(text))?.line
  }

  @Test("the next due date counts from completion, or from the old due date for strict recurrence")
  func next() throws {
    #expect(try next("call due:2026-11-20", on: "2026-11-25") == nil)
    #expect(
      try next("(A) 2026-11-01 call +home due:2026-11-20T09:00 rec:1w", on: "2026-11-25")
        == "(A) 2026-11-25 call +home due:2026-12-02T09:00 rec:1w")
    #expect(
      try next("call due:2026-11-20 rec:+1w", on: "2026-11-25")
        == "2026-11-25 call due:2026-11-27 rec:+1w")
    #expect(
      try next("x 2026-11-25 call pri:B rec:1m", on: "2026-11-25")
        == "(B) 2026-11-25 call due:2026-12-25 rec:1m")
  }

  @Test("a strict recurrence keeps the wanted day over shorter months")
  func wantedDay() throws {
    func following(_ line: String, _ count: Int) throws -> [String] {
      var todo = try #require(Todo(line: line, id: id(1)))
      return try (0..<count).map { _ in
        todo = try #require(todo.next(id: id(2), completedOn: today))
        return try #require(todo.due ?? todo.threshold.map { Due(day: $0) }).description
      }
    }
    #expect(
      try following("pay due:2027-01-31 rec:+1m", 4) == [
        "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31",
      ])
    #expect(
      try following("pay due:2028-02-29T09:00 rec:+1y", 4) == [
        "2029-02-28T09:00", "2030-02-28T09:00", "2031-02-28T09:00", "2032-02-29T09:00",
      ])
    #expect(try following("pay t:2027-01-30 rec:+1m", 2) == ["2027-02-28", "2027-03-30"])
    #expect(
      try next("pay due:2027-01-31 t:2027-01-24 rec:+1m", on: "2027-01-31")
        == "2027-01-31 pay due:2027-02-28 t:2027-02-21 rec:+1m@31")
    // Another day that was chosen since counts.
    #expect(try following("pay due:2027-02-27 rec:+1m@31", 1) == ["2027-03-27"])
    #expect(
      try next("pay due:2027-02-28 rec:+1m@31", on: "2027-02-28")?.hasSuffix("rec:+1m") == true)
    #expect(try following("pay due:2027-02-28 rec:+1m", 1) == ["2027-03-28"])
  }

  @Test("a threshold keeps its distance from the due date, or recurs alone")
  func threshold() throws {
    #expect(
      try next("pay due:2026-11-20 t:2026-11-15 rec:+1m", on: "2026-11-25")
        == "2026-11-25 pay due:2026-12-20 t:2026-12-15 rec:+1m")
    #expect(
      try next("pay due:2026-11-20 t:2026-11-15 rec:1w", on: "2026-11-25")
        == "2026-11-25 pay due:2026-12-02 t:2026-11-27 rec:1w")
    #expect(
      try next("pay t:2026-11-15 rec:+1m", on: "2026-11-25")
        == "2026-11-25 pay t:2026-12-15 rec:+1m")
  }

  @Test("the next item keeps the notes, and its subtasks are open")
  func details() throws {
    let subtasks = [Subtask(title: "a", isDone: true), Subtask(title: "b")]
    let todo = Todo(
      id: id(1), title: "clean", notes: "n", subtasks: subtasks, recurrence: Recurrence("1w"))
    let next = try #require(todo.next(id: id(2), completedOn: today))
    #expect((next.id, next.notes, next.isDone, next.completed) == (id(2), "n", false, nil))
    #expect(next.subtasks == [Subtask(title: "a"), Subtask(title: "b")])
  }

  @Test("an item waits before its threshold, and not on that day")
  func waiting() {
    let todo = Todo(id: id(1), title: "pay", threshold: today)
    #expect(todo.isWaiting(on: today.advanced(by: -1)))
    #expect(!todo.isWaiting(on: today))
    #expect(!Todo(id: id(1), title: "pay").isWaiting(on: today))
  }

  @Test("an item is small in memory and in the file, and each field can be set alone")
  func saved() throws {
    #expect(MemoryLayout<Todo>.stride == 56)
    var todo = Todo(id: id(1), title: "pay", threshold: today, recurrence: Recurrence("+1w"))
    let text =
      #"{"id":"0000000000000001","recurrence":"+1w","threshold":"2026-11-25","title":"pay"}"#
    #expect(try json(todo) == text)
    #expect(try decoded(Todo.self, text) == todo)
    todo.notes = "n"
    (todo.threshold, todo.recurrence) = (nil, nil)
    #expect(todo == Todo(id: id(1), title: "pay", notes: "n"))
    todo.notes = ""
    #expect(todo == Todo(id: id(1), title: "pay"))
    #expect(throws: DecodingError.self) {
      try decoded(Todo.self, #"{"id":"1","recurrence":"often"}"#)
    }
    #expect(throws: DecodingError.self) { try decoded(Todo.self, #"{"title":"a"}"#) }
  }

  @Test(
    "a form's line has recurrence and threshold as words; removing a word removes its value")
  func form() throws {
    var todo = try #require(Todo(line: "(A) pay due:2026-11-27 t:2026-11-26 rec:1w", id: id(1)))
    let begun = TodoFields(todo, isForm: true)
    #expect(
      (begun.line, begun.priority, begun.due) == ("pay t:2026-11-26 rec:1w", "A", "2026-11-27"))
    var fields = begun
    fields.line = "pay rent t:tom"
    fields.apply(to: &todo, since: begun, at: at())
    #expect(todo.line == "(A) pay rent due:2026-11-27 t:2026-11-26")
  }
}
