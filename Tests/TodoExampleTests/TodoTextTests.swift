import MillraceDocument
import MillraceTesting
import Testing

@testable import TodoExample

@Suite("Lines of todo.txt")
struct TodoTextTests {
  /// The examples of https://github.com/todotxt/todo.txt
  static let examples = [
    "(A) Thank Mom for the meatballs @phone ", "(B) Schedule Goodwill pickup +GarageSale @phone",
    "Post signs around the neighborhood +GarageSale", "@GroceryStore Eskimo pies", "(A) Call Mom",
    "Really gotta call Mom (A) @phone @someday", "(b) Get back to the boss",
    "(B)->Submit TPS report", "2011-03-02 Document +TodoTxt task format", "(A) 2011-03-02 Call Mom",
    "(A) Call Mom 2011-03-02",
    "(A) Finish research paper on .benevolence and .life +English @school",
    "Email SoAndSo at soandso@example.com", "Learn how to add 2+2",
    "Visit us on the web at example.com", "x 2011-03-03 Call Mom", "xylophone lesson",
    "X 2012-01-01 Make resolutions", "(A) x Find ticket prices",
    "x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github",
  ]

  private func read(_ line: String) throws -> Todo { try #require(Todo(line: line, id: id(1))) }

  @Test(
    "a time behind a date belongs to it without quotes",
    arguments: [
      ("call due:tomorrow at 9", "2026-11-26T09:00"), ("call due:fri 3 pm", "2026-11-27T15:00"),
      ("call due:fri at 3 pm +home", "2026-11-27T15:00"), ("call due:fri 3pm", "2026-11-27T15:00"),
      ("call due:fri at home", "2026-11-27"), ("call due:fri 3 cats", "2026-11-27"),
      ("call due:fri at", "2026-11-27"),
    ])
  func unquotedTime(line: String, due: String) throws {
    let todo = try #require(TodoLine(line, now: at()).todo)
    #expect(todo.due?.description == due)
    let rest = line.hasSuffix("+home") ? "call +home" : "call"
    let isWhole = due.contains("T")
    #expect(todo.title == (isWhole ? rest : line.replacing(" due:fri", with: "")))
  }

  @Test("a title that begins like a field is typed behind a space")
  func typedProtectedTitles() {
    let lines = [" (A) is a grade", "   x marks the spot ", " more", "  2026-11-27 is a day"]
    let added = TodoAction.add(lines, ids: (1...4).map { id($0) }, at: at()).added(to: TodoList())
    #expect(
      added.map(\.title) == ["(A) is a grade", "x marks the spot", "more", "2026-11-27 is a day"])
    #expect(added.allSatisfy { !$0.isDone && $0.priority == nil })
  }

  @Test("a line is written as it was read", arguments: examples)
  func roundTrip(line: String) throws { #expect(try read(line).line == line) }

  @Test("a priority is read only at the start of a line")
  func priority() throws {
    #expect(
      try Self.examples.map { try read($0).priority?.description } == [
        "A", "B", nil, nil, "A", nil, nil, nil, nil, "A", "A", "A", nil, nil, nil, nil, nil, nil,
        "A", nil,
      ])
  }

  @Test("dates are read only at their positions")
  func dates() throws {
    let created = try read("(A) 2011-03-02 Call Mom")
    #expect((created.created, created.title) == (day("2011-03-02"), "Call Mom"))
    let plain = try read("(A) Call Mom 2011-03-02")
    #expect((plain.created, plain.title) == (nil, "Call Mom 2011-03-02"))
    let done = try read("x 2011-03-02 2011-03-01 Review Tim's pull request +TodoTxtTouch @github")
    #expect(done.isDone && done.title.hasPrefix("Review"))
    #expect((done.completed, done.created) == (day("2011-03-02"), day("2011-03-01")))
    #expect(try read("2011-02-30 Call Mom").title == "2011-02-30 Call Mom")
  }

  @Test("a line is a done item only if it starts with a lowercase x and a space")
  func done() throws {
    #expect(
      try Self.examples.filter { try read($0).isDone }.map { $0.prefix(9) } == [
        "x 2011-03", "x 2011-03",
      ])
  }

  @Test("projects and contexts are separate words")
  func words() throws {
    let todo = try read("(A) Finish research paper on .life +English @school")
    #expect((todo.projects, todo.tags) == (["English"], ["school"]))
    for line in ["Email SoAndSo at soandso@example.com", "Learn how to add 2+2", "+ @ 1 + 1"] {
      #expect(try read(line).projects + read(line).tags == [])
    }
    #expect(try read("@GroceryStore Eskimo pies +a+b").tags == ["GroceryStore"])
    #expect(try read("pies +a+b").projects == ["a+b"])
  }

  @Test("a done item keeps its priority as a key")
  func donePriority() throws {
    let todo = try read("x 2011-03-03 Call Mom pri:A")
    #expect((todo.priority?.description, todo.title) == ("A", "Call Mom"))
    #expect(todo.line == "x 2011-03-03 Call Mom pri:A")
    #expect(try read("x Call pri:a pri:AB").priority == nil)
    #expect(try read("Call pri:A").title == "Call pri:A")
    var open = try read("(B) 2011-03-01 Call Mom due:2011-03-05")
    open.setDone(true, on: day("2011-03-03"))
    #expect(open.line == "x 2011-03-03 2011-03-01 Call Mom pri:B due:2011-03-05")
    #expect(try read(open.line) == open)
    open.completed = nil
    #expect(open.line == "x Call Mom pri:B due:2011-03-05")
  }

  @Test("a due date is written at the end of the line")
  func due() throws {
    #expect(try read("Call due:2026-11-27 Mom").line == "Call Mom due:2026-11-27")
    #expect(try read("due:2026-11-27T09:00 Call").line == "Call due:2026-11-27T09:00")
    #expect(try read("Call due:2026-11-27").title == "Call")
    // The last date is used, so that another round trip changes nothing.
    #expect(try read("a due:2026-11-27 due:2026-11-28").line == "a due:2026-11-27 due:2026-11-28")
    for line in ["a due:fri", "a due:2026-02-30", "adue:2026-11-27", "a due:", "due:2026-11-27"] {
      #expect(try read(line).due == nil)
      #expect(try read(line).line == line)
    }
  }

  @Test("a typed line takes a due date in plain words, with quotes around several words")
  func typed() throws {
    func typed(_ line: String) throws -> String {
      try #require(Todo(line: line, id: id(1), now: at())).line
    }
    #expect(try typed("(A) call +home @phone due:fri") == "(A) call +home @phone due:2026-11-27")
    #expect(try typed(#"call due:"in 3 days 9am" mom"#) == "call mom due:2026-11-28T09:00")
    #expect(try typed("due:tom call") == "call due:2026-11-26")
    // The closing quote is not typed yet.
    #expect(try typed(#"call due:"in 3 days"#) == "call due:2026-11-28")
    for line in [
      "call due:soon", #"call due:"in 3 moons""#, #"call due:"fri"x"#,
      #"a due:"""#,
      "call due:in 3 days",
    ] {
      #expect(try typed(line) == line)
    }
  }

  @Test("a line of only fields is a title, and a blank line is no item")
  func blank() throws {
    for line in ["x ", "(A) ", "x 2011-03-03 ", "(A) 2011-03-03  "] {
      #expect(try read(line) == Todo(id: id(1), title: line))
    }
    #expect(Todo(line: " \t", id: id(1)) == nil)
    #expect(Todo(line: "", id: id(1)) == nil)
  }

  @Test("a title with line breaks is written on one line")
  func oneLine() { #expect(Todo(id: id(1), title: "a\nb\r\nc").line == "a b c") }

  @Test("a file is read and written line by line, without blank lines")
  func file() {
    var number: UInt64 = 0
    func next() -> TodoID {
      number += 1
      return id(number)
    }
    let todos = TodoText.read("\u{FEFF}(A) one\r\n\n  \nx two\r three", id: next)
    #expect(todos.map(\.id) == [id(1), id(2), id(3)])
    #expect(todos.map(\.title) == ["one", "two", " three"])
    #expect(TodoText.write(todos) == "(A) one\nx two\n three\n")
    #expect(TodoText.read("", id: next) == [])
    let text = Self.examples.joined(separator: "\n") + "\n"
    #expect(TodoText.write(TodoText.read(text, id: next)) == text)
  }

  @Test("the priority and the days of a done item are read wherever the format shows them")
  func doneFields() throws {
    let first = try read("x (A) 2016-05-20 2016-04-30 measure space for +chapelShelving")
    #expect((first.priority?.description, first.title.prefix(7)) == ("A", "measure"))
    #expect((first.completed, first.created) == (day("2016-05-20"), day("2016-04-30")))
    let second = try read("x 2019-07-03 (C) 2019-07-03 Test")
    #expect((second.priority?.description, second.title) == ("C", "Test"))
    #expect((second.completed, second.created) == (day("2019-07-03"), day("2019-07-03")))
    for todo in [first, second] { #expect(try read(todo.line) == todo) }
  }

  @Test("a title that begins like a field is written behind a space, and read back the same")
  func protectedTitles() throws {
    let titles = [
      "x find", "(A) call", "2026-11-27 a", " x find", "  (A) b", "x (A) c", "x 2026-11-27 d", "x",
      "e",
      "(A)", "x x x y", " f",
    ]
    let days = [nil, day("2026-11-01")]
    for title in titles {
      for priority in [nil, Priority("B")] {
        for created in days {
          for isDone in [false, true] {
            // A day of creation needs one of completion.
            let todo = Todo(
              id: id(1), title: title, isDone: isDone, priority: priority, created: created,
              completed: isDone ? created : nil)
            #expect(try read(todo.line) == todo, "\(todo.line)")
          }
        }
      }
    }
    #expect(Todo(id: id(1), title: "x find").line == " x find")
    #expect(Todo(id: id(1), title: "x find", priority: Priority("A")).line == "(A) x find")
  }

  @Test("random items are read back as they were written")
  func randomItems() throws {
    let words = ["x", "(A)", "2026-11-27", "call", "+home", "é", "👩‍👧", "(b)", "12:30"]
    for seed in 0..<1_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
        Bool.random(using: &generator) ? value() : nil
      }
      func date() -> CalendarDay {
        day("2026-11-01").advanced(by: Int.random(in: 0...400, using: &generator))
      }
      let title = (0...Int.random(in: 0...3, using: &generator))
        .map { _ in words.randomElement(using: &generator)! }.joined(separator: " ")
      let isDone = Bool.random(using: &generator)
      let completed = isDone ? maybe(date()) : nil
      let todo = Todo(
        id: id(1), title: title, isDone: isDone, priority: maybe(Priority.all[Int(seed % 26)]),
        due: maybe(Due(day: date(), minute: maybe(540))),
        created: !isDone || completed != nil ? maybe(date()) : nil, completed: completed,
        threshold: maybe(date()), recurrence: maybe(Recurrence("+1m@31")!))
      if try read(todo.line) != todo { Issue.record("seed \(seed): \(todo.line)") }
    }
  }

  @Test("a time behind a date belongs to it")
  func timeBehindDate() throws {
    func typed(_ line: String) throws -> Todo {
      try #require(Todo(line: line, id: id(1), now: at()))
    }
    #expect(try typed("call due:tomorrow 3pm mom").line == "call mom due:2026-11-26T15:00")
    #expect(try typed("call due:fri 15:30").line == "call due:2026-11-27T15:30")
    // A number alone may be anything.
    #expect(try typed("buy due:fri 3 apples").line == "buy 3 apples due:2026-11-27")
    #expect(try typed("call due:soon 3pm").line == "call due:soon 3pm")
    // Only a due date has a time: elsewhere it stays in the title.
    #expect(try typed("pay t:tom 9am rent").line == "pay 9am rent t:2026-11-26")
    #expect(try typed("swim rec:1w 18:30").line == "swim 18:30 rec:1w")
    #expect(try typed("x swim pri:A noon").line == "x swim noon pri:A")
    // A file has its dates in one form, and any text beside them.
    for line in ["call due:2026-11-27 15:00 mom", "a t:2026-11-27 3pm", "a rec:1w noon b"] {
      let words = line.split(separator: " ")
      let title = try read(line).title.split(separator: " ")
      #expect(title == words.filter { !$0.contains("2026") && !$0.hasPrefix("rec:") }, "\(line)")
    }
  }

  @Test("a field that cannot be used is in the title, and said")
  func problems() {
    func problems(_ line: String) -> [String] {
      TodoLine(line, now: at()).problems.map(\.text)
    }
    #expect(problems("call due:fri t:tom rec:1w (a) 12:30") == [])
    #expect(
      problems("call due:mon due:tue") == ["due:mon is a second date beside Tue"])
    #expect(
      problems("call due:\"12/1\"") == ["due:\"12/1\" is 12 Jan or 1 Dec: write one of them"])
    #expect(
      problems("call due:\"in 3 dys\"")[0].hasPrefix("due:\"in 3 dys\" is not a date: write"))
    #expect(problems("call due:\"mon\" due:\"tue\"") == ["due:\"mon\" is a second date beside Tue"])
    #expect(
      problems("call t:2026-12-01T10:00") == [
        "t:2026-12-01T10:00 has a time: write only the day, t:fri or t:2026-12-24"
      ])
    for line in ["due:fri", "(A)", "rec:1w", "t:fri due:mon"] {
      #expect(
        problems(line) == ["There is no title: write what is to be done"], "\(line)"
      )
    }
    #expect(problems("call due:12/1") == ["due:12/1 is 12 Jan or 1 Dec: write one of them"])
    #expect(
      problems("call due:31.2. t:foo rec:often (A)").map { $0.split(separator: " ")[0] } == [
        "due:31.2.", "t:foo", "rec:often", "(A)",
      ])
  }

  @Test("a line of thousands of characters is read in linear time")
  func longLine() {
    // Read at each key: it took seconds at 3,000 characters.
    for text in ["due:fri ", "due:", "x ", "word ", "a:b\"", "(A) "] {
      let line = String(repeating: text, count: 20_000 / text.count)
      #expect(TodoLine(line, now: at()).todo != nil)
    }
  }

  @Test("a line of random pieces is the same item when it is read again")
  func random() throws {
    let pieces = [
      "x", "(A)", "(B)", "2011-03-02", "2011-03-01", "call", "due:2026-11-27", "pri:A", "+home",
      "@",
      "due:fri", "\"", "é", "👩‍👧", "pri:", "due:", "  ", "\u{301}",
    ]
    for seed in 0..<1_500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let line = (0..<Int.random(in: 1...7, using: &generator))
        .map { _ in pieces.randomElement(using: &generator)! }.joined(separator: " ")
      guard let todo = Todo(line: line, id: id(1)) else { continue }
      #expect(try read(todo.line) == todo, "seed \(seed): \(line)")
      if todo.due == nil, !(todo.isDone && todo.priority != nil) {
        // A line of only fields is a title.
        let isWritten = todo.line == line || todo.title == line && todo.line == " " + line
        #expect(isWritten, "seed \(seed): \(line)")
      }
    }
  }
}
