import Foundation
import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import TodoExample

@MainActor
@Suite("todo on a terminal: search, forms and questions")
struct TodoDialogTests {
  @Test("/ searches fuzzily while typing, with the best match first, and Escape shows all items")
  func search() throws {
    let stage = try TodoStage("buy milk", "call Mom +family", "recall the manual", "tea")
    stage.send(.character("/"))
    stage.type("cal")
    #expect(stage.items.map { $0.prefix(8) } == ["[ ] call", "[ ] reca"])
    #expect(stage.screen.contains("2 found"))
    let style = stage.terminal.virtualScreen.style(of: "call")
    #expect(style?.attributes.contains(.bold) == true)
    stage.send(.backspace, .backspace, .character("m"))
    #expect(stage.items.count == 2)
    stage.send(.enter, .down, .space)
    #expect(stage.state.list.items.filter(\.isDone).count == 1)
    stage.send(.escape)
    #expect(stage.items.count == 4)
    stage.send(.character("/"))
    stage.type("zzz")
    #expect(stage.screen.contains("Nothing found"))
  }

  @Test("a search in a long list runs in slices while keys are handled")
  func longSearch() async throws {
    let stage = try TodoStage(20_000)
    stage.send(.character("/"))
    stage.type("grace ho")
    await stage.wait { $0.items.first?.contains("Grace +home") == true }
    #expect(stage.items.allSatisfy { $0.contains("Grace") })
    stage.send(.escape)
    #expect(stage.items.first?.contains("Grace") == false)
  }

  @Test("a filter of projects, tags and priority follows changes")
  func filter() throws {
    let stage = try TodoStage("(A) one +home", "two +home @phone", "three @phone", columns: 80)
    stage.store.dispatch(.filter(TodoFilter(parsing: "+home")))
    stage.settle()
    #expect(stage.items.count == 2)
    #expect(stage.screen.contains("+home"))
    stage.store.dispatch(.prioritize([TodoID(1)], nil))
    stage.store.dispatch(.filter(TodoFilter(parsing: "@phone")))
    stage.settle()
    #expect(stage.items.map { $0.prefix(7) } == ["[ ] two", "[ ] thr"])
  }

  @Test("f filters by an existing tag")
  func filterDialog() async throws {
    let stage = try TodoStage("one +home", "two +home @phone", "three @work", rows: 24)
    stage.send(.character("f"))
    await stage.wait { $0.screen.contains("+home ") }
    stage.type("@work")
    #expect(stage.state.filter.tags == ["work"])
    stage.send(.enter)
    #expect(stage.items.map { $0.prefix(9) } == ["[ ] three"])
  }

  @Test("a filter is shown as it is typed, and Escape in the list ends it")
  func typedFilter() throws {
    let stage = try TodoStage("call +home", "call +work", rows: 24)
    stage.send(.character("f"))
    stage.type("call +home")
    #expect(stage.screen.contains("│ call +home"), "\(stage.screen)")
    stage.send(.enter)
    #expect(stage.items.count == 1)
    stage.send(.escape)
    #expect(stage.items.count == 2)
  }

  @Test("/ returns to an open search")
  func searchAgain() throws {
    let stage = try TodoStage("alpha", "beta")
    stage.send(.character("/"))
    stage.type("al")
    stage.send(.enter, .character("/"))
    stage.type("p")
    #expect(stage.screen.contains("/ alp"))
    #expect(stage.state.list.items.allSatisfy { $0.priority == nil })
  }

  @Test("with a filter, an item that no longer matches stays until the focus moves on")
  func filterKeeps() throws {
    let stage = try TodoStage("(A) one", "(A) two")
    stage.store.dispatch(.filter(TodoFilter(parsing: "(A)")))
    stage.settle()
    stage.send(.character("p"), .character("p"))
    #expect(stage.state.list.items.map(\.priority?.description) == ["C", "A"])
    stage.send(.down)
    #expect(stage.items == ["[ ] (A) two"])
  }

  @Test("s sorts by priority, date and title, also in long lists")
  func sorts() async throws {
    let stage = try TodoStage("b due:2026-12-01", "(B) c", "(A) a due:2026-11-28", columns: 80)
    stage.send(.character("s"))
    #expect(stage.items.map { $0.dropFirst(4).prefix(5) } == ["(A) a", "(B) c", "b    "])
    stage.send(.character("s"))
    #expect(stage.items.map { $0.dropFirst(4).prefix(5) } == ["(A) a", "b    ", "(B) c"])
    stage.send(.character("J"))
    #expect(stage.titles == ["b", "c", "a"], "items of a sorted list cannot be moved")
    let long = try TodoStage(5_000, columns: 80)
    long.send(.down, .down)
    let current = long.current
    long.send(.character("s"), .character("s"), .character("s"))
    let before = long.items
    await long.wait { $0.items != before }
    #expect(long.current?.dropFirst(6) == current?.dropFirst(6), "the current item stays current")
    // The first of the items with the same title.
    long.send(.character("g"))
    #expect(long.items.first?.contains("Answer Ada") == true)
    long.send(.space)
    #expect(long.current?.contains("[ ] Answer Ada") == true, "\(long.screen)")
  }

  @Test("the palette finds a command by its name, and runs it at the previous focus")
  func palette() throws {
    let stage = try TodoStage("one", "two", rows: 24)
    stage.send(.down, .control("p"))
    stage.type("prior")
    stage.send(.enter)
    #expect(stage.state.list.items.map(\.priority?.description) == [nil, "A"])
    #expect(!stage.screen.contains("prior"))
  }

  @Test("? shows the active keys with the settings applied")
  func help() throws {
    let folder = try TemporaryFolder()
    let settings = SettingsFile.todo(folder.file("c.json"))
    try Data(#"{"keys":{"delete":["ctrl+d"]}}"#.utf8)
      .write(to: URL(filePath: folder.file("c.json")))
    let stage = try TodoStage(.sample(2, today: TodoStage.day), rows: 50, settings: settings)
    stage.send(.character("?"))
    #expect(stage.screen.contains("ctrl+d"))
    #expect(stage.screen.contains("Delete"))
    stage.send(.escape, .character("d"))
    #expect(stage.titles.count == 2)
    stage.send(.control("d"))
    #expect(stage.titles.count == 1)
  }

  @Test("Enter opens a form, which keeps typed text until it is saved")
  func form() throws {
    let stage = try TodoStage("one +home", rows: 30)
    stage.send(.enter)
    #expect(stage.screen.contains("Priority"), "\(stage.screen)")
    stage.send(.end)
    stage.type(" @phone")
    #expect(stage.state.edit?.fields.line.contains("@phone") == true)
    stage.send(.control("s"))
    #expect(stage.titles == ["one +home @phone"])
    #expect(!stage.screen.contains("Priority"))
  }

  @Test("a form cannot be saved while a field has an invalid value")
  func wrongForm() throws {
    let stage = try TodoStage("one", rows: 30)
    stage.send(.enter, .tab, .tab)
    stage.type("tomorow")
    stage.send(.control("s"))
    #expect(stage.screen.contains("not understood"), "\(stage.screen)")
    stage.send(.backspace, .backspace, .backspace)
    stage.type("rrow")
    stage.send(.control("s"))
    #expect(!stage.screen.contains("not understood"))
    #expect(stage.state.list.items[0].due == Due(day: TodoStage.day.advanced(by: 1)))
  }

  @Test("subtasks are edited in rows, and an emptied one keeps its row")
  func subtasks() throws {
    let stage = try TodoStage("one", rows: 30)
    stage.send(.enter, .tab, .tab, .tab, .tab, .tab)
    stage.type("first")
    stage.send(.enter)
    stage.type("second")
    stage.send(.shiftTab, .shiftTab, .control("u"))
    stage.type("1st")
    stage.send(.control("s"))
    #expect(
      stage.state.list.items[0].subtasks.map(\.title) == ["1st", "second"], "\(stage.screen)")
    #expect(stage.screen.contains("0/2"))
  }

  @Test("a new subtask takes text at once, Enter starts the next, and its title can start with x")
  func newSubtasks() throws {
    let stage = try TodoStage("one", rows: 30)
    stage.send(.enter, .tab, .tab, .tab, .tab, .tab)
    stage.type("x axis\ro zone\r")
    stage.type("\r")
    let expected = [Subtask(title: "x axis"), Subtask(title: "o zone")]
    #expect(stage.state.list.items[0].subtasks == expected, "\(stage.screen)")
    #expect(stage.state.edit == nil, "Enter in an empty subtask ends the form")
    let text = try json(stage.state.document.value)
    #expect(try decoded(TodoList.self, text).items[0].subtasks == expected)
  }

  @Test("notes of several lines are edited in the form, and Tab moves to the next field")
  func notesInTheForm() throws {
    let stage = try TodoStage("one", rows: 30)
    stage.send(.enter, .tab, .tab, .tab)
    stage.type("first\rsecond")
    #expect(stage.screen.contains("first") && stage.screen.contains("second"), "\(stage.screen)")
    stage.send(.tab, .tab)
    stage.type("step")
    stage.send(.control("s"))
    #expect(stage.state.list.items[0].notes == "first\nsecond", "\(stage.screen)")
    #expect(stage.state.list.items[0].subtasks.map(\.title) == ["step"], "\(stage.screen)")
  }

  @Test("notes are edited in the user's editor")
  func notes() async throws {
    let stage = try TodoStage(["one"]) {
      $0[EditorKey.self] = .changing { $0 + "first\nsecond\n" }
    }
    stage.send(.character("o"))
    // The state changes on another thread, before its frame.
    await stage.wait {
      $0.state.list.items[0].notes.hasPrefix("first\nsecond")
        && $0.screen.contains("Changed “one” · u undoes")
    }
    #expect(stage.screen.contains("Changed “one” · u undoes"), "\(stage.screen)")
  }

  @Test("an editor that dies is reported with the file that keeps its text")
  func dyingEditor() async throws {
    let editor = Editor { path in
      try? "half".write(toFile: path, atomically: false, encoding: .utf8)
      return .signal(9)
    }
    let stage = try TodoStage(["one"], columns: 200) { $0[EditorKey.self] = editor }
    stage.send(.character("o"))
    await stage.wait { $0.screen.contains("ended by signal 9; the edited text is kept in") }
    #expect(stage.state.list.items[0].notes == "")
    let path = stage.state.problem?.split(separator: " ").last.map(String.init) ?? ""
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "half")
    try FileManager.default.removeItem(atPath: path)
    stage.sendAlone("4")
    #expect(!stage.screen.contains("signal 9"))
  }

  @Test("an empty search finds nothing and hides nothing")
  func emptySearch() throws {
    let stage = try TodoStage("alpha", "beta")
    stage.send(.character("/"))
    #expect(stage.items.count == 2)
    #expect(!stage.screen.contains(/[0-9] found/), "\(stage.screen)")
    stage.type("al")
    #expect(stage.screen.contains("1 found"))
    stage.send(.backspace, .backspace)
    #expect(!stage.screen.contains(/[0-9] found/))
  }

  @Test("in an empty list Escape leaves the field, and keys are commands")
  func emptyListKeys() throws {
    let stage = try TodoStage(TodoList())
    stage.send(.escape, .character("?"))
    #expect(stage.screen.contains("Keys"), "\(stage.screen)")
    stage.send(.escape, .character("q"))
    #expect(stage.session.ended == .quit)
  }

  @Test("below typed text, the resulting item or an error is shown")
  func preview() throws {
    let stage = try TodoStage("one", columns: 80)
    stage.send(.character("a"))
    stage.type("(A) call +home due:tom rec:1w")
    #expect(stage.screen.contains("→ (A) call +home"), "\(stage.screen)")
    #expect(stage.screen.contains("↻1w tomorrow"))
    stage.type(" due:nonsense")
    #expect(stage.screen.contains("→ due:nonsense is not a date"), "\(stage.screen)")
  }

  @Test("a message takes no row, and hides neither the keys nor an item")
  func messageLine() throws {
    let stage = try TodoStage(30)
    let before = stage.stage.rows
    stage.send(.character("d"))
    let after = stage.stage.rows
    #expect(after.count == before.count)
    #expect(after.last?.hasPrefix("space Tick  e Edit  d Delete") == true)
    #expect(after[after.count - 2].contains("Deleted “Call Ada” · u undoes"), "\(stage.screen)")
    stage.advance(by: .seconds(5))
    #expect(!stage.screen.contains("undoes"))
  }

  @Test("a wide screen shows the fields of the current item beside the list")
  func detailPane() throws {
    let stage = try TodoStage("one due:2026-11-28", "two t:2026-12-24", columns: 120)
    stage.send(.down)
    #expect(stage.screen.contains("waits     24 Dec"), "\(stage.screen)")
    stage.send(.up)
    #expect(stage.screen.contains("due       tomorrow"), "\(stage.screen)")
  }

  @Test("t sets a date in plain words for all selected items")
  func schedule() throws {
    let stage = try TodoStage("one", "two", rows: 30)
    stage.send(Key(.down, .shift), .character("t"))
    stage.type("in 3 days 9am")
    #expect(stage.screen.contains("Mon 09:00"), "\(stage.screen)")
    stage.send(.enter)
    let due = Due(day: TodoStage.day.advanced(by: 3), minute: 9 * 60)
    #expect(stage.state.list.items.map(\.due) == [due, due])
  }

  @Test("a conflict is shown side by side, and can be resolved")
  func conflict() throws {
    let stage = try TodoStage("call Mom", columns: 80, rows: 24)
    let base = stage.state.document.value
    var theirs = base
    theirs.items[id: TodoID(1)]?.title = "call Mother"
    stage.store.dispatch(.beginEdit(TodoID(1), isForm: false, at: .now))
    stage.store.dispatch(.editChanged(TodoFields(line: "call Mama")))
    stage.store.dispatch(.commitEdit(TodoID(1), at: .now))
    stage.store.dispatch(.merge(theirs, base: base))
    stage.settle()
    #expect(stage.screen.contains("1 conflict: "), "\(stage.screen)")
    stage.send(.character("m"))
    let row = stage.screen.split(separator: "\n").first { $0.contains("call Mother") }
    #expect(row?.contains("call Mama") == true, "\(stage.screen)")
    stage.send(.tab, .enter)
    #expect(stage.titles == ["call Mother"])
    #expect(stage.state.conflicts.isEmpty)
  }

  @Test("the settings choose the theme", arguments: ["dark", "light"])
  func theme(name: String) throws {
    let folder = try TemporaryFolder()
    try Data(#"{"theme":"\#(name)"}"#.utf8).write(to: URL(filePath: folder.file("c.json")))
    let stage = try TodoStage(
      .sample(3, today: TodoStage.day), settings: .todo(folder.file("c.json")))
    let theme: Theme = name == "dark" ? .dark : .light
    #expect(stage.terminal.virtualScreen.style(of: "›")?.background == theme.selection.background)
  }

  @Test("an empty list shows how to start", arguments: [30, 80, 300])
  func empty(columns: Int) throws {
    let stage = try TodoStage(TodoList(), columns: columns, rows: columns == 30 ? 8 : 24)
    #expect(stage.screen.contains("Nothing to do."))
    #expect(stage.screen.contains("What needs doing?"))
  }

  @Test("a screen of 30 by 8 shows items, and a resize shows all of them")
  func small() throws {
    let stage = try TodoStage(5, columns: 30, rows: 8)
    #expect(stage.items.count >= 4, "\(stage.screen)")
    stage.terminal.resize(columns: 1, rows: 1)
    stage.settle()
    stage.terminal.resize(columns: 300, rows: 100)
    stage.settle()
    #expect(stage.items.count == 5)
  }
}
