import MillraceIdentifiedList
import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

private struct Item: Identifiable, Equatable {
  let id: Int
  var lines = 1
}

@MainActor
@Suite("List")
struct ListTests {
  private func list(
    _ items: [Item], select: Int? = nil, selected: Captured<[Int]> = Captured([])
  ) -> Node {
    Column {
      Text("top")
      List(items) { item in
        Text((0..<item.lines).map { $0 == 0 ? "item \(item.id)" : "more" }.joined(separator: "\n"))
      }
      .select(select).onSelect { selected.value.append($0.id) }
      Text("end")
    }.node
  }

  private func items(_ range: Range<Int>) -> [Item] { range.map { Item(id: $0) } }

  @Test("a list without rows has the focus, so the keys around it are handled, and keeps it")
  func emptyFocus() {
    let added = Captured<[String]>([])
    func tree(_ items: [Item]) -> Node {
      Column {
        Column {
          List(items) { Text("item \($0.id)") }.autofocus()
          KeyHints()
        }
        .keys { Bind("a", "Add") { added.value.append("a") } }
      }.node
    }
    let stage = NodeStage(tree([]))
    stage.terminal.send("a")
    #expect(stage.rows.last == "a Add")
    stage.show(tree([Item(id: 1)]))
    stage.terminal.send("a")
    #expect(stage.rows.first == "› item 1")
    stage.show(tree([]))
    stage.terminal.send("a")
    #expect(added.value == ["a", "a", "a"])
  }

  @Test("a list without rows leaves arrows to its scope, and Escape to its dialog")
  func emptyInScopes() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(
      Column {
        List([Item]()) { Text("\($0.id)") }.autofocus()
        Button("next") { pressed.value.append("next") }
      }
      .focusScope(.byArrows))
    stage.terminal.send("down", "enter")
    #expect(pressed.value == ["next"])
    let dialog = NodeStage(
      Dialog("Items", onClose: { pressed.value.append("closed") }) {
        List([Item]()) { Text("\($0.id)") }.autofocus()
      })
    dialog.terminal.send("escape")
    #expect(pressed.value == ["next", "closed"])
  }

  @Test("a choice waits for its item, a new `select` is shown, and nil and headers stay no choice")
  func choices() {
    struct Page: Component {
      let count: Int
      var select: Int?
      let isLocked: Bool
      let isGrid: Bool
      @Local var current: Int? = 30

      var body: Node {
        let items = (0..<count).map { Item(id: $0) }
        let onSelect: @MainActor (Item) -> Void = { _ in if isLocked { current = 30 } }
        Column {
          if isGrid {
            LazyGrid(items, cellWidth: 20) {
              Text("item \($0.id)")
            }
            .current($current).select(select).onSelect(onSelect)
          } else {
            List(items) { Text("item \($0.id)") }
              .current($current)
              .select(select)
              .sections(isHeader: { $0.id == 35 })
              .onSelect(onSelect)
          }
          Text("at \(current.map { "\($0)" } ?? "nothing")")
        }
        .height(.percent(100))
        .keys {
          Bind("n", "Nothing") { current = nil }
          Bind("h", "Header") { current = 35 }
          Bind("m", "Missing") { current = 99 }
        }
      }
    }
    for isGrid in [false, true] {
      func page(_ count: Int, select: Int? = nil, isLocked: Bool = false) -> Page {
        Page(count: count, select: select, isLocked: isLocked, isGrid: isGrid)
      }
      let stage = NodeStage(columns: 24, rows: 6, page(0))
      func current() -> String? {
        stage.rows.first { $0.hasPrefix("›") }?.split(separator: " ").dropFirst().prefix(2)
          .joined(separator: " ")
      }
      stage.show(page(5))
      stage.show(page(50))
      #expect(current() == "item 30")
      stage.terminal.send("n")
      #expect(current() == "item 30")
      #expect(stage.rows.last == "at 30")
      stage.terminal.send("m")
      #expect(current() == "item 30")
      stage.terminal.send(.down)
      #expect(stage.rows.last == "at 31")
      if !isGrid {
        stage.terminal.send("h")
        #expect(current() == "item 36")
        #expect(stage.rows.last == "at 36")
      }
      stage.show(page(50, isLocked: true))
      stage.terminal.send(.up)
      #expect(current() == "item 30")
      #expect(stage.rows.last == "at 30")
      // The item is current already, but out of view.
      for _ in 0..<20 { stage.terminal.wheel(up: true, x: 1, y: 1) }
      #expect(current() == nil)
      stage.show(page(50, select: 30))
      #expect(current() == "item 30")
    }
  }

  @Test("list, table, tree and grid have the same options")
  func options() {
    let log = Captured<[String]>([])
    let isAtEnd = Captured(false)
    func set<View: RowsView>(_ view: View) -> Node where View.Item.ID == Int {
      view.followsEnd(isAtEnd: Binding(get: { isAtEnd.value }) { isAtEnd.value = $0 })
        .marker("* ").scrollBar(false).onReachEnd { log.value.append("end") }
        .onSelect { log.value.append("select \($0.id)") }
        .onActivate { log.value.append("activate \($0.id)") }
        .onRowKey { key, item in
          if key == "x" { log.value.append("x \(item.id)") }
          return key == "x"
        }
        .node
    }
    let views: [@MainActor ([Item]) -> Node] = [
      { set(List($0) { Text("item \($0.id)") }) },
      { set(Table($0, columns: [TableColumn<Item>("Id", text: { "item \($0.id)" })])) },
      { set(Tree(.known(IdentifiedList($0)), text: { "item \($0.id)" }) { _ in .none }) },
      { set(LazyGrid($0, cellWidth: 20) { Text("item \($0.id)") }) },
    ]
    for view in views {
      log.value = []
      func page(_ count: Int) -> Node {
        Column { view((0..<count).map { Item(id: $0) }) }.height(.percent(100))
      }
      let stage = NodeStage(columns: 24, rows: 8, page(30))
      func current() -> String? {
        stage.rows.first { $0.hasPrefix("*") }.map {
          $0.dropFirst(2).drop { $0 == " " }.split(separator: " ").prefix(2).joined(separator: " ")
        }
      }
      #expect(current() == "item 29" && isAtEnd.value && log.value == ["end"])
      stage.show(page(31))
      #expect(current() == "item 30" && log.value == ["end", "end"])
      stage.terminal.send(.up, "x", .enter)
      #expect(
        log.value.dropFirst(2) == ["select 29", "x 29", "activate 29"], "\(stage.rows)")
    }
  }

  @Test("sections stick and are skipped in a list, a table and a tree")
  func sections() {
    func set<View: LinearRowsView>(_ view: View) -> Node where View.Item.ID == Int {
      view.sections(isHeader: { $0.id % 10 == 0 }).node
    }
    let items = (0..<40).map { Item(id: $0) }
    let views: [Node] = [
      set(List(items) { Text("item \($0.id)") }),
      set(Table(items, columns: [TableColumn<Item>("Id", text: { "item \($0.id)" })])),
      set(Tree(.known(IdentifiedList(items)), text: { "item \($0.id)" }) { _ in .none }),
    ]
    for view in views {
      let stage = NodeStage(columns: 24, rows: 8, Column { view }.height(.percent(100)))
      stage.terminal.send(.end, .home)
      #expect(stage.rows.contains { $0.hasPrefix("› ") && $0.contains("item 1") }, "\(stage.rows)")
      stage.terminal.send(.end)
      #expect(stage.rows.prefix(2).contains { $0.contains("item 30") }, "\(stage.rows)")
    }
  }

  @Test("while the binding waits for an item, the former choice and the user's can be chosen again")
  func formerChoice() {
    let box = Captured<Int?>(3)
    let views: [@MainActor ([Item]) -> Node] = [
      {
        List($0) {
          Text("item \($0.id)")
        }
        .current(Binding(get: { box.value }, set: { box.value = $0 })).node
      },
      {
        LazyGrid($0, cellWidth: 20) { Text("item \($0.id)") }.current(
          Binding(get: { box.value }, set: { box.value = $0 })
        )
        .node
      },
    ]
    for view in views {
      box.value = 3
      func page(_ ids: [Int]) -> Node {
        Column { view(ids.map { Item(id: $0) }) }.height(.percent(100))
      }
      let stage = NodeStage(columns: 24, rows: 8, page(Array(0..<6)))
      func current() -> String? {
        stage.rows.first { $0.hasPrefix("›") }.map { String($0.prefix(8)) }
      }
      #expect(current() == "› item 3")
      box.value = 99
      stage.show(page([0, 1, 2, 4, 5]))
      #expect(current() == "› item 4" && box.value == 99)
      stage.show(page(Array(0..<6)))
      box.value = 3
      stage.show(page(Array(0..<6)))
      #expect(current() == "› item 3")
      box.value = 99
      stage.show(page([0, 1, 2, 4, 5]))
      stage.show(page(Array(0..<6)))
      stage.terminal.send(.up)
      #expect(current() == "› item 3" && box.value == 3)
      stage.show(page(Array(0..<6) + [99]))
      #expect(current() == "› item 3" && box.value == 3)
      box.value = 98
      stage.show(page(Array(0..<6)))
      box.value = nil
      stage.show(page(Array(0..<6)))
      #expect(current() == "› item 3" && box.value == 3)
    }
  }

  @Test("a binding never keeps an item that is gone, whoever made it current")
  func goneItem() {
    let box = Captured<Int?>(nil)
    func page(_ ids: [Int]) -> Node {
      List(ids.map { Item(id: $0) }) { Text("item \($0.id)") }
        .current(Binding(get: { box.value }, set: { box.value = $0 })).node
    }
    let stage = NodeStage(columns: 24, rows: 4, page([1, 2, 3]))
    stage.terminal.send(.down)
    #expect(box.value == 2)
    box.value = 1
    stage.show(page([1, 2, 3]))
    stage.show(page([2, 3]))
    #expect(box.value == 2)
    stage.show(page([]))
    #expect(box.value == nil)
    box.value = 3
    stage.show(page([1, 2, 3]))
    #expect(box.value == 3)
    stage.show(page([]))
    #expect(box.value == nil)
  }

  @Test("a binding gets the item of the newest data, if the last row's appearance brings more")
  func moreInOneFrame() {
    struct Page: Component {
      @Local var count = 5
      @Local var current: Int?

      var body: Node {
        Column {
          List((0..<count).map { Item(id: $0) }) { Text("item \($0.id)") }
            .select(8).current($current).onReachEnd { count = 10 }
          Text("at \(current.map { "\($0)" } ?? "nothing")")
        }
        .height(.percent(100))
      }
    }
    let stage = NodeStage(columns: 24, rows: 8, Page())
    #expect(stage.rows.last == "at 8")
    #expect(stage.rows.contains { $0.hasPrefix("› item 8") })
  }

  @Test("the program makes an item current by its binding, in a list, table, tree and grid")
  func boundCurrent() {
    struct Page: Component {
      let view: @MainActor (Binding<Int?>) -> Node
      @Local var current: Int? = 2

      var body: Node {
        Column {
          view($current)
          Text("at \(current.map { "\($0)" } ?? "nothing")")
        }
        .height(.percent(100))
        .keys { Bind("x", "Far") { current = 40 } }
      }
    }
    let items = (0..<50).map { Item(id: $0) }
    let views: [@MainActor (Binding<Int?>) -> Node] = [
      { List(items) { Text("item \($0.id)") }.current($0).node },
      {
        Table(items, columns: [TableColumn<Item>("Id", text: { "item \($0.id)" })]).current($0)
          .node
      },
      {
        Tree(
          .known(IdentifiedList(items)), text: { "item \($0.id)" },
          children: { _ in .none }
        )
        .current($0).node
      },
      { LazyGrid(items, cellWidth: 20) { Text("item \($0.id)") }.current($0).node },
    ]
    for view in views {
      let stage = NodeStage(columns: 24, rows: 8, Page(view: view))
      func current() -> String? {
        stage.rows.first { $0.hasPrefix("›") }?.split(separator: " ").dropFirst().prefix(2)
          .joined(separator: " ")
      }
      #expect(current() == "item 2")
      stage.terminal.send(.down)
      #expect(current() == "item 3")
      #expect(stage.rows.last == "at 3")
      stage.terminal.send("x")
      #expect(current() == "item 40")
      #expect(stage.rows.last == "at 40")
      stage.terminal.send(.up)
      #expect(current() == "item 39")
      stage.terminal.send("x")
      #expect(current() == "item 40")
    }
  }

  @Test("a list of few rows fills the available height, up to its maximum")
  func short() {
    let stage = NodeStage(list(items(0..<2)))
    #expect(stage.rows == ["top", "› item 0", "  item 1", "", "", "end"])
    stage.show(
      Column {
        List(items(0..<2)) { Text("item \($0.id)") }.maxHeight(2)
        Text("end")
      })
    #expect(stage.rows == ["› item 0", "  item 1", "end"])
  }

  @Test("a long list shows the rows that fit, and creates few others")
  func virtual() {
    let stage = NodeStage(list(items(0..<10_000)))
    #expect(
      stage.rows == ["top", "› item 0", "  item 1", "  item 2", "  item 3", "end"])
    #expect(stage.screen.renderer.statistics.created < 25)
  }

  @Test("the marker is on the current row after its item is removed or rows are reordered")
  func markerReturns() {
    let stage = NodeStage(list(items(0..<2)))
    stage.terminal.send(.down)
    stage.show(list(items(0..<1)))
    #expect(stage.rows == ["top", "› item 0", "", "", "", "end"])
    stage.show(list(items(0..<3)))
    stage.terminal.send(.down, .down)
    // The rows change their order; each item keeps its own element.
    stage.show(list([Item(id: 2), Item(id: 1), Item(id: 0)], select: 0))
    #expect(stage.rows == ["top", "  item 2", "  item 1", "› item 0", "", "end"])
  }

  @Test("arrows move the current row, and scroll at the edge")
  func arrows() {
    let stage = NodeStage(list(items(0..<10)))
    stage.terminal.send(.down, .down, .down, .down)
    #expect(
      stage.rows == ["top", "  item 1", "  item 2", "  item 3", "› item 4", "end"])
    stage.terminal.send(.up, .up, .up)
    #expect(
      stage.rows == ["top", "› item 1", "  item 2", "  item 3", "  item 4", "end"])
    stage.terminal.send(.up)
    #expect(
      stage.rows == ["top", "› item 0", "  item 1", "  item 2", "  item 3", "end"])
  }

  @Test("page keys move by a page, and Home and End to the ends")
  func pages() {
    let stage = NodeStage(list(items(0..<100)))
    stage.terminal.send(.end)
    #expect(stage.rows[4] == "› item 99")
    stage.terminal.send(.pageUp)
    #expect(stage.rows[1...4] == ["› item 96", "  item 97", "  item 98", "  item 99"])
    stage.terminal.send(.home)
    #expect(stage.rows[1] == "› item 0")
    stage.terminal.send(.pageDown)
    #expect(stage.rows[4] == "› item 3")
  }

  @Test("Up leaves the list from its first row, and Down stays on the last row")
  func leaving() {
    let stage = NodeStage(
      Column {
        TextField("", onChange: { _ in })
        List(items(0..<2)) { Text("\($0.id)") }
        Button("b") {}
      })
    stage.terminal.send(.down)
    #expect(stage.terminal.cursor == nil)
    stage.terminal.send(.down, .down, .down)
    #expect(stage.rows[2] == "› 1")
    stage.terminal.send(.up, .up)
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 0))
  }

  @Test("a current row of any height is shown whole")
  func heights() {
    let stage = NodeStage(list((0..<9).map { Item(id: $0, lines: 1 + $0 % 3) }))
    stage.terminal.send(.down, .down)
    #expect(stage.rows[1...4] == ["  more", "› item 2", "  more", "  more"])
    stage.terminal.send(.down)
    #expect(stage.rows[4] == "› item 3")
    stage.terminal.send(.home)
    #expect(stage.rows[1] == "› item 0")
    stage.terminal.send(.end)
    #expect(stage.rows[2...4] == ["› item 8", "  more", "  more"])
  }

  @Test("a list that fits shows all its rows, of any height")
  func fits() {
    let stage = NodeStage(
      columns: 20, rows: 9, list([Item(id: 0, lines: 2), Item(id: 1, lines: 3)]))
    #expect(
      stage.rows == ["top", "› item 0", "  more", "  item 1", "  more", "  more", "", "", "end"])
  }

  @Test("a deeply nested long list takes no height from its siblings")
  func givesWay() {
    let list = Node.fragment([
      Row { Text("header") }.node,
      Box(border: .ascii) { Text("boxed") }.node,
      Column { Column { List(items(0..<500)) { Text("\($0.id)") } }.grow() }.grow(),
      Row { Text("footer") }.node,
    ])
    let stage = NodeStage(columns: 10, rows: 7, Column { list })
    #expect(
      stage.rows == ["header", "+--------+", "|boxed   |", "+--------+", "› 0", "  1", "footer"])
  }

  @Test("in a row a list takes the remaining width, or the size that it is given")
  func inRow() {
    let beside = NodeStage(
      columns: 20, rows: 3,
      Row {
        List(items(0..<100)) { Text("item \($0.id)") }
        Text("| text").margin(left: 1)
      })
    #expect(beside.rows == ["› item 0      | text", "  item 1", "  item 2"])

    let sized = NodeStage(
      columns: 20, rows: 8,
      Column {
        Row {
          List(items(0..<100)) { Text("item \($0.id)") }.width(12).grow(0)
          Text("|")
        }.height(3).shrink(0)
        List(items(0..<100)) { Text("\($0.id)") }.height(2).grow(0)
        Text("end")
      })
    #expect(
      sized.rows == ["› item 0    |", "  item 1", "  item 2", "› 0", "  1", "end"])
  }

  @Test("two lists in a column both stay visible")
  func twoLists() {
    let stage = NodeStage(
      columns: 8, rows: 6,
      Column {
        List(items(0..<40)) { Text("a\($0.id)") }
        Divider()
        List(items(0..<3)) { Text("b\($0.id)") }
      })
    #expect(stage.rows.contains("› b0"))
    #expect(stage.rows.contains("› a0"))
  }

  @Test("a row that is higher than the list shows its start, and the wheel scrolls by lines")
  func tallRow() {
    let stage = NodeStage(list([Item(id: 0, lines: 9), Item(id: 1), Item(id: 2)]))
    #expect(stage.rows[1] == "› item 0")
    stage.terminal.wheel(up: false, x: 2, y: 2)
    stage.terminal.wheel(up: false, x: 2, y: 2)
    #expect(stage.rows == ["top", "  more", "  more", "  more", "  item 1", "end"])
    stage.terminal.wheel(up: false, x: 2, y: 2)
    #expect(stage.rows == ["top", "  more", "  more", "  item 1", "  item 2", "end"])
    for _ in 0..<3 { stage.terminal.wheel(up: true, x: 2, y: 2) }
    #expect(stage.rows[1] == "› item 0")
  }

  @Test("the wheel keeps the current row, and a key scrolls it into view")
  func wheel() {
    let stage = NodeStage(list(items(0..<20)))
    stage.terminal.wheel(up: false, x: 3, y: 2)
    #expect(
      stage.rows == ["top", "  item 3", "  item 4", "  item 5", "  item 6", "end"])
    for _ in 0..<10 { stage.terminal.wheel(up: false, x: 3, y: 2) }
    #expect(stage.rows[1] == "  item 16")
    #expect(stage.rows[4] == "  item 19")
    stage.terminal.send(.down)
    #expect(stage.rows[1...2] == ["› item 1", "  item 2"])
    for _ in 0..<10 { stage.terminal.wheel(up: true, x: 3, y: 2) }
    #expect(stage.rows[1...2] == ["  item 0", "› item 1"])
  }

  @Test("a list that is scrolled to its end stays filled when its last rows are removed")
  func lastRowsGo() {
    let stage = NodeStage(list(items(0..<20)))
    for _ in 0..<6 { stage.terminal.wheel(up: false, x: 3, y: 2) }
    #expect(
      stage.rows == ["top", "  item 16", "  item 17", "  item 18", "  item 19", "end"])
    stage.show(list(items(0..<18)))
    #expect(
      stage.rows == ["top", "  item 14", "  item 15", "  item 16", "  item 17", "end"])
  }

  @Test("a click makes a row the current one")
  func click() {
    let selected = Captured<[Int]>([])
    let stage = NodeStage(list(items(0..<20), selected: selected))
    stage.terminal.click(x: 4, y: 3)
    #expect(stage.rows[3] == "› item 2")
    #expect(selected.value == [2])
  }

  @Test("the current item stays current when others are inserted or removed before it")
  func followsItem() {
    let stage = NodeStage(list(items(0..<20)))
    stage.terminal.send(.down, .down)
    stage.show(list([Item(id: 100)] + items(0..<20)))
    #expect(stage.rows.contains("› item 2"))
    stage.show(list(items(1..<20)))
    #expect(stage.rows.contains("› item 2"))
  }

  @Test("when the current item is removed, the item that follows it is current")
  func currentRemoved() {
    let stage = NodeStage(list(items(0..<4)))
    stage.terminal.send(.down)
    stage.show(list(items(0..<4).filter { $0.id != 1 }))
    #expect(stage.rows[2] == "› item 2")
    stage.terminal.send(.end)
    stage.show(list(items(0..<1)))
    #expect(stage.rows == ["top", "› item 0", "", "", "", "end"])
  }

  @Test("a list that becomes shorter than its box shows all its items")
  func shrinks() {
    let stage = NodeStage(list(items(0..<50)))
    stage.terminal.send(.end)
    stage.show(list(items(0..<3)))
    #expect(stage.rows == ["top", "  item 0", "  item 1", "› item 2", "", "end"])
    stage.show(list([]))
    #expect(stage.rows == ["top", "", "", "", "", "end"])
    stage.show(list(items(0..<2)))
    #expect(stage.rows == ["top", "› item 0", "  item 1", "", "", "end"])
  }

  @Test("a smaller window keeps the current row in view")
  func smallerWindow() {
    let stage = NodeStage(list(items(0..<20)))
    stage.terminal.send(.down, .down, .down)
    stage.terminal.resize(columns: 20, rows: 4)
    #expect(stage.rows == ["top", "  item 2", "› item 3", "end"])
    stage.terminal.resize(columns: 20, rows: 7)
    #expect(stage.rows.contains("› item 3"))
  }

  @Test("a requested item becomes current once")
  func select() {
    let stage = NodeStage(list(items(0..<50)))
    stage.show(list(items(0..<50), select: 30))
    #expect(stage.rows.contains("› item 30"))
    stage.terminal.send(.up)
    stage.show(list(items(0..<50), select: 30))
    #expect(stage.rows.contains("› item 29"))
  }

  @Test("Tab stops at the list, then at the current row's controls; Enter presses the first")
  func controls() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(
      columns: 30, rows: 8,
      Column {
        List(items(0..<5)) { item in
          Row(gap: 1) {
            Button("a") { pressed.value.append("a\(item.id)") }
            Button("b") { pressed.value.append("b\(item.id)") }
          }
        }
        Button("last") { pressed.value.append("last") }
      })
    stage.terminal.send(.down, .enter)
    stage.terminal.send(.tab, .tab, .enter)
    stage.terminal.send(.tab, .enter)
    stage.terminal.send(.tab, .tab, .down, .enter)
    #expect(pressed.value == ["a1", "b1", "last", "a2"])
  }

  @Test("a change of the current row runs only bodies that read whether their row is current")
  func skipsRows() {
    let stage = NodeStage(
      columns: 30, rows: 12,
      Column {
        List(items(0..<6)) { item in
          EqualRow(id: item.id)
          if item.id % 2 == 1 { Detail() }
        }
      })
    let before = stage.screen.renderer.statistics
    stage.terminal.send(.down)
    var after = stage.screen.renderer.statistics
    #expect(after.comparisons - before.comparisons <= 1)
    #expect(after.bodies - before.bodies == 1)
    #expect(stage.rows[0..<4] == ["  row 0", "› row 1", "  here", "  row 2"])
    stage.terminal.send(.down)
    after = stage.screen.renderer.statistics
    #expect(after.bodies - before.bodies == 2)
    #expect(stage.rows[0..<4] == ["  row 0", "  row 1", "› row 2", "  row 3"])
  }

  @Test(
    "after random use, the current row is visible after a key, and rows are consecutive",
    arguments: 0..<rounds(4, long: 40))
  func randomUse(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var items = (0..<15).map { Item(id: $0, lines: Int.random(in: 1...3, using: &generator)) }
    var next = 100
    let stage = NodeStage(columns: 12, rows: 9, list(items))
    for step in 0..<60 {
      let use = Int.random(in: 0..<9, using: &generator)
      switch use {
      case 0, 1: stage.terminal.send(.down)
      case 2: stage.terminal.send(.up)
      case 3:
        stage.terminal.send([.home, .end, .pageUp, .pageDown].randomElement(using: &generator)!)
      case 4: stage.terminal.wheel(up: Bool.random(using: &generator), x: 2, y: 2)
      case 5 where !items.isEmpty:
        items.remove(at: Int.random(in: 0..<items.count, using: &generator))
      case 6:
        let item = Item(id: next, lines: Int.random(in: 1...3, using: &generator))
        items.insert(item, at: Int.random(in: 0...items.count, using: &generator))
        next += 1
      case 7: items.shuffle(using: &generator)
      default:
        stage.terminal.resize(columns: 12, rows: Int.random(in: 6...14, using: &generator))
      }
      stage.show(list(items))
      let rows = stage.rows.joined(separator: "\n")
      #expect(rows.hasSuffix("end"), "seed \(seed), step \(step)")
      let shown = stage.rows.compactMap { row in
        row.split(separator: "item ").last.flatMap { Int($0) }
      }
      let start = items.firstIndex { $0.id == shown.first } ?? 0
      #expect(
        shown == items.dropFirst(start).prefix(shown.count).map(\.id),
        "seed \(seed), step \(step)\n\(rows)")
      if !items.isEmpty, use < 4 {
        #expect(rows.contains("› item"), "seed \(seed), step \(step)\n\(rows)")
      }
    }
  }
}

private struct Detail: Component {
  @Environment(\.isCurrentRow) private var isCurrent
  var body: Node { if isCurrent { Text("here") } }
}

private struct EqualRow: Component, Equatable {
  let id: Int
  var body: Node { Text("row \(id)") }
}
