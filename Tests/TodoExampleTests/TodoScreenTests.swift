import MillraceDocument
import MillraceTesting
import Testing

@testable import TodoExample

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
@Suite("todo on a terminal: items")
struct TodoScreenTests {
  @Test("typed lines become items one after another, and the cursor stays in the field")
  func adds() throws {
    let stage = try TodoStage(TodoList())
    stage.type("milk\rbread\r   \r tea \r")
    #expect(stage.items == ["[ ] milk", "[ ] bread", "[ ] tea"])
    #expect(stage.terminal.cursor == CellPoint(x: 2, y: 1))
    stage.type("(A) call +home @phone due:fri\r")
    #expect(stage.state.list.items.last?.priority == Priority("A"))
    #expect(stage.items.last?.hasPrefix("[ ] (A) call +home @phone ") == true, "\(stage.screen)")
  }

  @Test("typing on the first screen adds an item, and u restores the list")
  func typedAtTheList() throws {
    let stage = try TodoStage(5)
    let before = stage.state.document.value
    stage.type("call dad\r")
    #expect(stage.titles.last == "ll dad")
    #expect(stage.titles.count == 6)
    stage.send(.escape, .character("u"))
    #expect(stage.state.document.value == before)
  }

  @Test("keys tick, edit and delete the current item, and undo and redo it")
  func keys() throws {
    let stage = try TodoStage("one", "two", "three")
    stage.send(.down, .space)
    #expect(stage.items == ["[ ] one", "[x] two", "[ ] three"])
    stage.send(.character("e"), .control("u"))
    stage.type("Phone\r")
    #expect(stage.items[1] == "[x] Phone")
    stage.send(.character("d"))
    #expect(stage.items == ["[ ] one", "[ ] three"])
    #expect(stage.screen.contains("Deleted “Phone” · u undoes"), "\(stage.screen)")
    stage.send(.character("u"))
    #expect(stage.items == ["[ ] one", "[x] Phone", "[ ] three"])
    stage.send(.character("u"), .character("u"))
    #expect(stage.items == ["[ ] one", "[ ] two", "[ ] three"])
    stage.send(.character("U"))
    #expect(stage.items == ["[ ] one", "[x] two", "[ ] three"])
  }

  @Test("each message stays for four seconds, also if it follows another")
  func messages() throws {
    let stage = try TodoStage("one", columns: 80)
    stage.send(.space)
    #expect(stage.screen.contains("u undoes"))
    stage.advance(by: .seconds(3))
    stage.send(.space)
    stage.advance(by: .seconds(3))
    #expect(stage.screen.contains("u undoes"), "\(stage.screen)")
    stage.advance(by: .seconds(1))
    #expect(!stage.screen.contains("u undoes"))
  }

  @Test("Escape or an empty title keeps the old title, and leaving the field keeps the new one")
  func edits() throws {
    let stage = try TodoStage("one", "two")
    stage.send(.character("e"))
    stage.type("!!")
    stage.send(.escape, .character("y"))
    #expect(stage.items[0] == "[ ] one")
    stage.send(.character("e"), .control("u"), .enter)
    #expect(stage.items[0] == "[ ] one")
    stage.send(.character("e"))
    stage.type("!")
    stage.send(.down)
    #expect(stage.items[0] == "[ ] one!")
    stage.send(.up, .space)
    #expect(stage.items[0] == "[x] one!")
  }

  @Test("Escape ends an edit of a line or in a form; if something was typed, it asks first")
  func escapeAsks() throws {
    for key in [Key.character("e"), .enter] {
      let stage = try TodoStage(["one", "two"], rows: 30)
      stage.send(key, .escape)
      #expect(stage.state.edit == nil && !stage.screen.contains("Discard"))
      stage.send(key)
      stage.type("!!")
      stage.send(.escape)
      #expect(stage.screen.contains("Discard what was typed?"))
      // Back to the edit, with what was typed.
      stage.send(.character("n"))
      stage.type("?")
      #expect(stage.state.edit?.fields.line == "one!!?", "\(key)")
      stage.send(.escape, .character("y"))
      #expect(stage.state.edit == nil && stage.titles == ["one", "two"])
      stage.send(key)
      stage.type("!")
      stage.send(.escape, .escape, .enter)
      #expect(stage.titles == ["one!", "two"], "\(key)")
    }
  }

  @Test("Escape leaves a form with a date that is not understood")
  func escapeWithWrongDate() throws {
    let stage = try TodoStage(["one"], rows: 30)
    stage.send(.enter, .tab, .tab)
    stage.type("never")
    stage.send(.enter)
    #expect(stage.state.edit?.fields.due == "never")
    stage.send(.escape, .character("y"))
    #expect(stage.state.edit == nil && stage.state.list.items[0].due == nil)
  }

  @Test("a letter in the form of an item whose title begins like a field changes only the title")
  func formOfTitleLikeField() throws {
    let stage = try TodoStage(["(A) x Find ticket prices", "(B) 2026-11-27 is a day"], rows: 30)
    stage.send(.enter, .end)
    stage.type("s")
    stage.send(.enter)
    let first = stage.state.list.items[0]
    #expect((first.title, first.isDone) == ("x Find ticket pricess", false))
    #expect(first.priority?.description == "A")
    stage.send(.down, .character("e"), .end)
    stage.type("!")
    stage.send(.enter)
    #expect(stage.state.list.items[1].line == "(B) 2026-11-27 is a day!")
  }

  @Test("a time from now counts from the moment of Enter, however long nothing was drawn")
  func freshTime() throws {
    let stage = try TodoStage(["one"], columns: 80, rows: 30)
    let start = CalendarDay.local(at: Date(timeIntervalSince1970: 1_795_780_800)).minute
    stage.advance(by: .seconds(3 * 3_600))
    stage.send(.character("a"))
    stage.type("call due:\"in 2 hours\"")
    #expect(stage.screen.contains("→ call"))
    #expect(stage.screen.contains(clock((start + 300) % 1_440)), "\(stage.screen)")
    stage.advance(by: .seconds(3_600))
    stage.send(.enter)
    #expect(stage.state.list.items.last?.due?.minute == (start + 360) % 1_440)
    // In a form, too.
    stage.send(.escape, .home, .enter, .tab, .tab)
    stage.type("in 2 hours")
    stage.advance(by: .seconds(3_600))
    stage.send(.enter)
    #expect(stage.state.list.items.first?.due?.minute == (start + 420) % 1_440)
  }

  @Test("K and J say why they do nothing where the order is not that of the list")
  func moveRefused() throws {
    let stage = try TodoStage("one", "two due:fri", "three")
    stage.send(.character("s"), .character("J"))
    #expect(stage.screen.contains("The list is sorted by priority: items are moved in the order"))
    #expect(stage.titles == ["one", "two", "three"])
    stage.store.dispatch(.sort(.manual))
    stage.settle()
    #expect(!stage.screen.contains("by hand"))
    stage.send(.character("J"))
    #expect(stage.titles == ["two", "one", "three"])
    stage.store.dispatch(.filter(TodoFilter(parsing: "t")))
    stage.settle()
    stage.send(.character("K"))
    #expect(stage.screen.contains("The list is filtered or searched"))
  }

  @Test("an item that is ticked in a tab stays until the focus moves on")
  func lingers() throws {
    let stage = try TodoStage("one due:fri", "two due:fri", "three due:fri")
    stage.store.dispatch(.schedule(stage.state.list.items.map(\.id), Due(day: TodoStage.day)))
    stage.settle()
    stage.send(.character("2"), .down, .space)
    #expect(stage.items.map { $0.prefix(7) } == ["[ ] one", "[x] two", "[ ] thr"])
    #expect(stage.screen.contains("Today 2"))
    stage.send(.space)
    #expect(stage.screen.contains("Today 3"))
    stage.send(.space, .down)
    #expect(stage.items.map { $0.prefix(7) } == ["[ ] one", "[ ] thr"])
    #expect(stage.current?.contains("three") == true)
  }

  @Test(
    "tabs have counts and take clicks, and C clears done items after a question if they are many"
  )
  func tabs() throws {
    let stage = try TodoStage(
      "x one", "two due:2026-11-27", "three due:2026-11-28", "x four", columns: 80)
    #expect(stage.screen.hasPrefix("All 4  Today 1  Upcoming 1  Done 2"), "\(stage.screen)")
    stage.sendAlone("4")
    #expect(stage.items == ["[x] one", "[x] four"])
    stage.terminal.click(x: 1, y: 0)
    stage.settle()
    stage.send(.character("C"))
    #expect(stage.titles == ["two", "three"])
    #expect(stage.screen.contains("u undoes"))
    let many = try TodoStage(200, columns: 80)
    many.send(.character("C"))
    #expect(many.titles.count == 200)
    #expect(many.screen.contains("done items?"))
    many.send(.enter)
    #expect(many.titles.count == 200)
    many.send(.character("C"), .character("y"))
    #expect(many.titles.count == 160)
  }

  @Test("200 deletions at once stop after as many as the screen shows, and ask")
  func burst() throws {
    let stage = try TodoStage(300)
    stage.type(String(repeating: "d", count: 200))
    #expect(stage.titles.count == 300 - 16)
    #expect(stage.screen.contains("16 items deleted. Continue?"), "\(stage.screen)")
    stage.send(.escape)
    stage.advance(by: .seconds(2))
    stage.send(.character("u"))
    #expect(stage.titles.count == 300)
  }

  @Test("a range is selected with Shift, and changed together")
  func ranges() throws {
    let stage = try TodoStage("one", "two", "three", "four")
    stage.send(Key(.down, .shift), Key(.down, .shift), .space)
    #expect(stage.state.list.items.map(\.isDone) == [true, true, true, false])
    stage.send(.character("p"))
    #expect(stage.state.list.items.map(\.priority?.description) == ["A", "A", "A", nil])
    stage.send(.escape, .end, .character("v"), .up, .up, .up, .character("v"), .character("d"))
    #expect(stage.titles == ["two", "three"])
    #expect(stage.screen.contains("Deleted 2 items"))
  }

  @Test("J, K and dragging move items")
  func moves() throws {
    let stage = try TodoStage("one", "two", "three", "four")
    stage.send(.character("J"), .character("J"))
    #expect(stage.titles == ["two", "three", "one", "four"])
    #expect(stage.current?.contains("one") == true)
    stage.send(.character("K"))
    #expect(stage.titles == ["two", "one", "three", "four"])
    stage.send(.character("u"))
    #expect(stage.titles == ["one", "two", "three", "four"])
    let row = try #require(stage.stage.rows.firstIndex { $0.contains("two") })
    stage.terminal.mouse(.press, x: 8, y: row)
    stage.terminal.mouse(.drag, x: 8, y: row + 1)
    stage.terminal.mouse(.drag, x: 8, y: row + 2)
    stage.terminal.mouse(.release, x: 8, y: row + 2)
    stage.settle()
    #expect(stage.titles == ["one", "three", "four", "two"])
  }

  @Test("j, k, g and G move through the list")
  func movement() throws {
    let stage = try TodoStage(50)
    stage.send(.character("G"))
    #expect(stage.current?.contains(stage.titles[49]) == true)
    stage.send(.character("k"))
    #expect(stage.current?.contains(stage.titles[48]) == true)
    stage.send(.character("g"), .character("j"))
    #expect(stage.current?.contains(stage.titles[1]) == true)
  }

  @Test("two lines pasted into the field become items, and one becomes its text")
  func pastesIntoField() throws {
    let stage = try TodoStage(TodoList())
    stage.terminal.paste("one\ntwo\n")
    stage.settle()
    #expect(stage.titles == ["one", "two"])
    stage.terminal.paste("three")
    stage.settle()
    #expect(stage.state.draft == "three" && stage.titles.count == 2)
  }

  @Test("pasted lines become items, after a question if they are many")
  func pastes() throws {
    let stage = try TodoStage("one")
    stage.terminal.paste("two\n\n(B) three +home\n")
    stage.settle()
    #expect(stage.titles == ["one", "two", "three +home"])
    stage.terminal.paste((1...100).map { "line \($0)" }.joined(separator: "\n"))
    stage.settle()
    #expect(stage.titles.count == 3)
    #expect(stage.screen.contains("Add 100 items?"))
    stage.send(.enter)
    #expect(stage.titles.count == 103)
  }

  @Test("a title that is cut is shown whole in the current row")
  func longTitle() throws {
    let long = "this is a title that is longer than a line of this narrow terminal is"
    let stage = try TodoStage("one", long, columns: 40)
    #expect(!stage.screen.contains("terminal is"))
    #expect(stage.screen.contains("…"))
    stage.send(.down)
    #expect(stage.screen.contains("terminal is\n"), "\(stage.screen)")
  }

  @Test("a title with control characters is visible text and changes nothing else")
  func hostile() throws {
    var list = TodoList()
    list.items = [
      Todo(id: TodoID(1), title: "a\u{1B}[2J\u{1B}]0;x\u{7}b\u{9B}31m\u{202E}c\r\nd"),
      Todo(id: TodoID(2), title: "ok"),
    ]
    let stage = try TodoStage(list)
    stage.send(.down)
    #expect(stage.items == ["[ ] a␛[2J␛]0;x␇b�31m�c␊d", "[ ] ok"])
    #expect(stage.terminal.virtualScreen.unknownSequences == [])
    #expect(stage.terminal.virtualScreen.title == "")
  }

  @Test("a tab keeps the focus in the list, and keeps the current item if it shows it")
  func tabKeepsCurrentItem() throws {
    let stage = try TodoStage(50)
    for _ in 0..<30 { stage.send(.down) }
    let current = try #require(stage.current)
    stage.sendAlone("1")
    #expect(stage.current == current)
    stage.send(.character("2"), .character("1"))
    #expect(stage.current != nil)
  }

  @Test("Left and Right change the tab, and list keys still work")
  func besideTabs() throws {
    let stage = try TodoStage("one", "two due:2026-11-27", "x three", columns: 80)
    stage.send(.right)
    #expect(stage.items.map { $0.prefix(7) } == ["[ ] two"])
    stage.send(.left, .left)
    #expect(stage.items == ["[x] three"])
    stage.send(.character("l"), .character("l"), .character("h"))
    #expect(stage.items.count == 3)
    stage.send(.home, .character(" "))
    #expect(stage.items.first == "[x] one")
  }

  @Test("an edit continues while its row is scrolled away, and typing scrolls it back")
  func editScrollsAway() throws {
    let stage = try TodoStage(50)
    let title = stage.titles[0]
    stage.send(.character("e"))
    stage.type("ZZZ")
    for _ in 0..<5 { stage.terminal.wheel(up: false, x: 5, y: 6) }
    stage.settle()
    #expect(stage.state.edit?.fields.line.hasSuffix("ZZZ") == true)
    #expect(!stage.screen.contains("ZZZ"))
    stage.type("Y")
    #expect(stage.screen.contains("ZZZY"))
    stage.send(.enter)
    #expect(stage.titles[0].hasPrefix(title) && stage.titles[0].contains("ZZZY"))
  }

  @Test(
    "what is typed stays when another program removes the item, and comes back with it",
    arguments: [false, true])
  func editedItemGoes(isForm: Bool) throws {
    let stage = try TodoStage("one", "two", columns: 80, rows: 30)
    stage.send(isForm ? .enter : .character("e"))
    stage.type("ZZZ")
    stage.store.dispatch(.change(.remove([TodoID(1)], at: .now)))
    stage.settle()
    #expect(stage.titles == ["two"])
    #expect(stage.screen.contains("oneZZZ"), "\(stage.screen)")
    stage.type("Y")
    stage.send(.enter)
    #expect(stage.titles == ["two", "oneZZZY"], "\(stage.screen)")
    #expect(stage.state.conflicts.count == 1)
    #expect(stage.state.edit == nil)
  }

  @Test("q is a letter in the field, and quits elsewhere")
  func quits() throws {
    let stage = try TodoStage(TodoList())
    stage.type("q\r")
    #expect(stage.items == ["[ ] q"])
    stage.send(.escape, .character("q"))
    #expect(stage.session.ended == .quit)
  }

  @Test("an added item is shown and current")
  func newestShows() throws {
    let stage = try TodoStage(40)
    stage.send(.character("a"))
    stage.type("new\r")
    #expect(stage.items.last?.hasPrefix("[ ] new ") == true)
    stage.send(.escape, .space)
    #expect(stage.items.last?.hasPrefix("[x] new ") == true)
  }

  @Test("a key in 10,000 items writes few bytes, and an idle program writes none")
  func virtual() throws {
    let stage = try TodoStage(10_000, rows: 30)
    let bytes = stage.terminal.bytesWritten
    stage.send(.down)
    #expect(stage.terminal.bytesWritten - bytes <= 400)
    let after = stage.terminal.bytesWritten
    stage.settle()
    #expect(stage.terminal.bytesWritten == after)
  }
}
