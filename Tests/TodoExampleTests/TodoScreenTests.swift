import Millrace
import Testing

@testable import MillraceTodo
import MillraceTesting

@MainActor
@Suite("The to-do list on a terminal")
struct TodoScreenTests {
  private func stage(
    _ state: TodoState = TodoState(), columns: Int = 50, rows: Int = 12
  ) throws -> TodoStage {
    try TodoStage(state, columns: columns, rows: rows)
  }

  @Test("begins empty, with a cursor where the first item goes")
  func empty() throws {
    let stage = try stage(columns: 60)
    let line = String(repeating: "─", count: 60)
    let blank = Array(repeating: "", count: 6)
    #expect(
      stage.screen.split(separator: "\n", omittingEmptySubsequences: false) == [
        "  What needs doing?", line[...],
        "  Nothing to do. Type something above and press Enter.",
      ] + blank.map { $0[...] } + [
        line[...], "‹All 0› ‹Active 0› ‹Done 0›",
        "↑↓ move  space tick  e edit  d delete  a add  q quit",
      ])
    #expect(stage.terminal.cursor == CellPoint(x: 2, y: 0))
  }

  @Test("adds what is typed, several in a row, and keeps the cursor in the field")
  func adds() throws {
    let stage = try stage()
    stage.type("milk\rbread\r   \r tea \r")
    #expect(stage.items == ["[ ] milk", "[ ] bread", "[ ] tea"])
    #expect(stage.terminal.cursor == CellPoint(x: 2, y: 0))
  }

  @Test("ticks, edits and deletes the current item")
  func keys() throws {
    let stage = try stage(.sample(3))
    stage.send(.down, .space)
    #expect(stage.items[1] == "[x] Write to Grace tomorrow")
    stage.send(.character("e"), .control("u"))
    stage.type("Phone\r")
    #expect(stage.items[1] == "[x] Phone")
    stage.send(.character("d"))
    #expect(stage.items == ["[ ] Call Ada today", "[ ] Visit Edsger on Monday"])
    stage.send(.space)
    #expect(stage.items[1] == "[x] Visit Edsger on Monday")
  }

  @Test("Escape keeps the old title, and so does an empty one; leaving the field keeps the new one")
  func edits() throws {
    let stage = try stage(.sample(2))
    stage.send(.enter)
    stage.type("!!")
    stage.send(.escape)
    #expect(stage.items[0] == "[ ] Call Ada today")
    stage.send(.enter, .control("u"), .enter)
    #expect(stage.items[0] == "[ ] Call Ada today")
    stage.send(.enter)
    stage.type("!")
    stage.send(.down)
    #expect(stage.items[0] == "[ ] Call Ada today!")
    stage.send(.up, .space)
    #expect(stage.items[0] == "[x] Call Ada today!")
  }

  @Test("filters, with counts, and clears what is done")
  func filters() throws {
    let stage = try stage(.sample(10), rows: 20)
    #expect(stage.screen.contains("‹All 10› ‹Active 8› ‹Done 2›"))
    stage.send(.character("3"))
    #expect(stage.items == ["[x] Ask Donald before lunch", "[x] Write to Edsger before lunch"])
    stage.send(.character("2"))
    #expect(stage.items.count == 8)
    stage.send(.space)
    #expect(stage.items.count == 7)
    stage.send(.character("c"), .character("1"))
    #expect(stage.items.count == 7)
    stage.send(.character("3"))
    #expect(stage.screen.contains("Nothing done yet."))
  }

  @Test("the mouse ticks, removes, filters and clears")
  func mouse() throws {
    let stage = try stage(.sample(5))
    stage.terminal.click(x: 3, y: 2)
    stage.settle()
    #expect(stage.items[0] == "[x] Call Ada today")
    stage.terminal.click(x: 48, y: 3)
    stage.settle()
    #expect(stage.items.count == 4)
    stage.terminal.click(x: 25, y: 10)
    stage.settle()
    #expect(stage.items.count == 2)
    stage.terminal.click(x: 45, y: 10)
    stage.settle()
    #expect(stage.items == [])
  }

  @Test("a narrow or low terminal shows what matters most")
  func narrow() throws {
    let stage = try stage(.sample(5), columns: 24, rows: 5)
    #expect(
      stage.screen == """
          What needs doing?
        › [ ] Call Ada today ‹x›
          [ ] Write to Grac… ‹x›
        ‹All 5› ‹Active 4›
        ‹Done 1›         ‹clear›
        """)
    stage.terminal.resize(columns: 1, rows: 1)
    stage.settle()
    stage.terminal.resize(columns: 50, rows: 12)
    stage.settle()
    #expect(stage.items.count == 5)
  }

  @Test("a title with control characters is visible text and changes nothing else")
  func hostile() throws {
    var state = TodoState()
    state.list.items = [
      Todo(id: 1, title: "a\u{1B}[2J\u{1B}]0;x\u{7}b\u{9B}31m\u{202E}c\r\nd"),
      Todo(id: 2, title: "ok"),
    ]
    let stage = try stage(state)
    #expect(stage.items == ["[ ] a␛[2J␛]0;x␇b�31m�c␊d", "[ ] ok"])
    #expect(stage.terminal.virtualScreen.unknownSequences == [])
    #expect(stage.terminal.virtualScreen.title == "")
  }

  @Test("a filter keeps the focus in the list, and the current item where it is")
  func filterKeepsPlace() throws {
    let stage = try stage(.sample(50))
    for _ in 0..<30 { stage.send(.down) }
    stage.send(.character("2"), .character("1"))
    let current = stage.screen.split(separator: "\n").first { $0.hasPrefix("›") }
    #expect(current?.contains("Invite Edsger today") == true, "\(stage.screen)")
    stage.send(.space)
    #expect(stage.screen.contains("› [x] Invite Edsger today"))
  }

  @Test("an edit whose row scrolls away is kept")
  func editScrollsAway() throws {
    let stage = try stage(.sample(50))
    stage.send(.character("e"))
    stage.type("ZZZ")
    for _ in 0..<5 { stage.terminal.wheel(up: false, x: 5, y: 4) }
    stage.settle()
    #expect(stage.store.state.editing == nil)
    #expect(stage.store.state.list.items[id: 1]?.title == "Call Ada todayZZZ")
  }

  @Test("an edit under way is kept when the program ends")
  func editAtTheEnd() throws {
    let stage = try stage(.sample(2))
    stage.send(.character("e"))
    stage.type("!")
    stage.send(.control("c"))
    #expect(stage.session.ended == .interrupted)
    #expect(stage.store.state.list.items[id: 1]?.title == "Call Ada today!")
  }

  @Test("q in the field is a letter, elsewhere the end")
  func quits() throws {
    let stage = try stage()
    stage.type("q\r")
    #expect(stage.items == ["[ ] q"])
    stage.send(.escape, .character("q"))
    #expect(stage.session.ended == .quit)
  }

  @Test("an item that is added shows and is the current one")
  func newestShows() throws {
    let stage = try stage(.sample(40))
    stage.send(.character("a"))
    stage.type("new\r")
    #expect(stage.items.last == "[ ] new")
    stage.send(.escape, .space)
    #expect(stage.items.last == "[x] new")
  }

  @Test("10,000 items cost no more elements than the screen has rows for")
  func virtual() throws {
    let stage = try stage(.sample(10_000), rows: 30)
    let bytes = stage.terminal.bytesWritten
    stage.send(.down)
    #expect(stage.terminal.bytesWritten - bytes <= 240)
    let after = stage.terminal.bytesWritten
    stage.settle()
    #expect(stage.terminal.bytesWritten == after)
  }
}

/// The program on a terminal in memory.
@MainActor
final class TodoStage {
  let store: Store<TodoState, TodoAction>
  private let stage: TestStage

  init(_ state: TodoState, columns: Int, rows: Int) throws {
    let store = Store(initial: state, reducer: todoReducer)
    self.store = store
    let startsInList = !state.list.items.isEmpty
    let views = TodoViews()
    let app = TerminalApp(store) { state, dispatch, terminal in
      todoView(state, dispatch, terminal, views, startsInList: startsInList)
    }
    stage = try TestStage(app, columns: columns, rows: rows)
  }

  var terminal: TestTerminal { stage.terminal }
  var session: TerminalSession { stage.session }
  var screen: String { terminal.screen }

  /// The items as they show: tick and title.
  var items: [String] {
    terminal.screen.split(separator: "\n").compactMap { row in
      guard row.hasSuffix("‹x›") else { return nil }
      return String(row.dropFirst(2).dropLast(3)).trimmingBlanks
    }
  }

  func settle() { stage.settle() }

  func send(_ keys: Key...) {
    for key in keys { terminal.send(key) }
    settle()
  }

  func type(_ text: String) {
    terminal.type(text)
    settle()
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
