import MillraceIdentifiedList
import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

struct TableItem: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var size: Int
}

/// A table that shows its state.
private struct Files: Component {
  let items: [TableItem]
  var isDisabled = false
  var selectsCells = false
  let state: Captured<TableState>
  let log: Captured<[String]>
  @Local var changes = 0
  @Local var selection: Set<Int> = []

  static let columns = [
    TableColumn<TableItem>("Name", width: .content(max: 12), sortedBy: \.name) { $0.name },
    TableColumn("Size", align: .trailing, number: { Double($0.size) }, sortedBy: \.size) {
      "\($0.size)"
    },
    TableColumn("Note", width: .share(min: 4)) { "note \($0.id)" },
  ]

  var body: Node {
    _ = changes
    let state = state
    return Column {
      Table(
        items, columns: Self.columns,
        state: Binding(get: { state.value }) {
          state.value = $0
          changes += 1
        }, selectsCells: selectsCells,
        selectedColumns: Binding(get: { [] }) { log.value.append($0.sorted().joined()) }
      )
      .selection($selection).onSelect { log.value.append($0.name) }
    }
    .disabled(isDisabled)
  }
}

@MainActor
@Suite("Table", .timeLimit(.minutes(20)))
struct TableTests {
  private let state = Captured(TableState())
  private let log = Captured<[String]>([])
  private let items = [
    TableItem(id: 1, name: "pear", size: 7), TableItem(id: 2, name: "fig", size: 12),
    TableItem(id: 3, name: "apple", size: 7),
  ]

  private func stage(
    _ items: [TableItem]? = nil, columns: Int = 30, rows: Int = 6, selectsCells: Bool = false
  ) -> NodeStage {
    NodeStage(
      columns: columns, rows: rows,
      Files(items: items ?? self.items, selectsCells: selectsCells, state: state, log: log))
  }

  @Test("columns are as wide as visible cells, the header stays, and the footer has the sum")
  func columns() {
    let stage = stage()
    #expect(
      stage.rows == [
        "  Name      Size  Note",
        "› pear         7  note 1     │",
        "  fig         12  note 2     │",
        "  apple        7  note 3     │",
        "                             │",
        "              26",
      ])
  }

  @Test("a press on the bar of an empty list, table, tree or grid does nothing")
  func emptyBars() {
    struct Growing<Shown: NodeConvertible>: Component {
      let content: @MainActor ([TableItem]) -> Shown
      @Local var items: [TableItem] = []

      var body: Node {
        Column { content(items) }.height(.percent(100)).keys {
          Bind("+", "Add") { items.append(TableItem(id: items.count, name: "new", size: 1)) }
        }
        .focusable().autofocus()
      }
    }
    func check(_ content: @escaping @MainActor ([TableItem]) -> some NodeConvertible) {
      let stage = NodeStage(columns: 20, rows: 5, Growing(content: content))
      for y in 0..<5 { stage.terminal.click(x: 19, y: y) }
      stage.terminal.send("+")
      #expect(stage.rows.contains { $0.contains("new") })
    }
    check { List($0) { Text($0.name) }.scrollBar() }
    check { Table($0, columns: Files.columns) }
    check { LazyGrid($0, cellWidth: 8) { Text($0.name) } }
    check { Tree(.known(IdentifiedList($0)), text: \.name) { _ in .none } }
  }

  @Test("a list, table, tree or grid without rows shows the marker while it has the focus")
  func emptyMarker() {
    func check(_ list: some NodeConvertible) {
      let stage = NodeStage(
        columns: 20, rows: 5,
        Column {
          list
          Button("next") {}
        }
        .height(.percent(100)))
      func showsMarker() -> Bool { stage.rows.contains { $0.hasPrefix("›") } }
      #expect(showsMarker())
      stage.terminal.send("tab")
      #expect(!showsMarker())
      stage.terminal.send("shift+tab")
      #expect(showsMarker())
    }
    let none: [TableItem] = []
    check(List(none) { Text($0.name) })
    check(Table(none, columns: Files.columns))
    check(LazyGrid(none, cellWidth: 8) { Text($0.name) })
    check(Tree(.known(IdentifiedList(none)), text: \.name) { _ in .none })
  }

  @Test("the current row is seen in a table of any height", arguments: 1...5)
  func small(height: Int) {
    let stage = stage(rows: height)
    for name in ["pear", "fig", "apple"] {
      #expect(stage.rows.contains { $0.hasPrefix("› \(name)") }, "\(stage.rows)")
      stage.terminal.send(.down)
    }
  }

  @Test("an empty table has the focus, and its keys and those around it work")
  func empty() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(
      columns: 30, rows: 6,
      Column {
        Table([TableItem](), columns: Files.columns).autofocus()
        TextField("", onChange: { pressed.value.append($0) })
      }
      .height(.percent(100))
      .keys { Bind("d", "Delete") { pressed.value.append("delete") } })
    stage.terminal.send("d")
    #expect(pressed.value == ["delete"])
    #expect(!stage.rows[0].contains("▲"))
    stage.terminal.send(.alt("s"))
    #expect(stage.rows[0].contains("▲"))
  }

  @Test("rows that are not equatable are sorted once for each rendering of the table's owner")
  func notEquatable() async {
    struct Row: Identifiable, Sendable { let id: Int }
    let sorts = Tally()
    let column = TableColumn<Row>(
      "Id",
      sortedBy: {
        if $0.id == 0 { sorts.add(1) }
        return -$0.id
      }, text: { "\($0.id)" })
    let stage = NodeStage(
      columns: 20, rows: 4,
      Column {
        Table((0...10_000).map(Row.init), columns: [column])
      }
      .height(.percent(100)))
    stage.terminal.send(.alt("s"))
    #expect(stage.rows[0].contains("…"))
    await stage.wait(until: { stage.rows[0].contains("▲") })
    for _ in 0..<20 {
      await Task.yield()
      stage.screen.drawFrame()
    }
    #expect(sorts.value == 1)
    #expect(stage.rows[0].contains("▲"))
  }

  @Test("keys that are not numbers are sorted last, and sums leave them out")
  func notANumber() {
    let numbers: [Double] = [2, .nan, 0, 4, .nan, -.infinity, 1]
    struct Row: Identifiable, Equatable, Sendable {
      let id: Int
      let number: Double
    }
    let rows = numbers.enumerated().map { Row(id: $0.offset, number: $0.element) }
    let column = TableColumn<Row>("N", sortedBy: \.number, text: { "\($0.number)" })
    func order(_ isDescending: Bool) -> [Int32]? { column.sorting?(rows, isDescending) }
    #expect(order(false) == [5, 2, 6, 0, 3, 1, 4])
    #expect(order(true) == [3, 0, 6, 2, 5, 1, 4])
    let sums = TableColumn<Row>("N", number: { $0.id == 5 ? 0 : $0.number }, text: { _ in "" })
    let stage = NodeStage(columns: 20, rows: 10, Column { Table(rows, columns: [sums]) })
    #expect(stage.rows.last?.contains("7") == true)
  }

  @Test("a key sorts by the current column up, down and not at all, and the current row stays")
  func sorting() {
    let stage = stage()
    stage.terminal.send(.alt("s"))
    #expect(
      stage.rows[..<4] == [
        "  Name ▲    Size  Note",
        "  apple        7  note 3     │",
        "  fig         12  note 2     │",
        "› pear         7  note 1     │",
      ])
    stage.terminal.send(.alt("s"))
    #expect(stage.rows[0] == "  Name ▼    Size  Note")
    #expect(stage.rows[1...3].map { $0.prefix(7) } == ["› pear ", "  fig  ", "  apple"])
    stage.terminal.send(.alt("s"))
    #expect(stage.rows[2].hasPrefix("  fig") && state.value.sort == nil)
    // Rows with equal keys keep their given order.
    stage.terminal.send(.right, .alt("s"))
    #expect(stage.rows[1...3].map { $0.prefix(7) } == ["› pear ", "  apple", "  fig  "])
  }

  @Test("a click on a title sorts, and a drag moves the column or changes its width")
  func mouse() {
    let stage = stage()
    stage.terminal.click(x: 11, y: 0)
    #expect(state.value.sort == TableState.Order(column: "Size"))
    #expect(stage.rows[1].hasPrefix("› pear"))
    stage.terminal.mouse(.press, x: 9, y: 0)
    stage.terminal.mouse(.drag, x: 12, y: 0)
    stage.terminal.mouse(.release, x: 12, y: 0)
    #expect(state.value.widths == ["Name": 9])
    #expect(stage.rows[1] == "› pear            7  note 1  │")
    stage.terminal.mouse(.press, x: 3, y: 0)
    stage.terminal.mouse(.drag, x: 15, y: 0)
    stage.terminal.mouse(.release, x: 15, y: 0)
    #expect(state.value.order == ["Size", "Name", "Note"])
    #expect(stage.rows[1] == "›      7  pear       note 1  │")
    #expect(state.value.sort == TableState.Order(column: "Size"))
  }

  @Test("keys move, hide, widen and freeze columns, and other columns scroll beside frozen ones")
  func keys() {
    let stage = stage(columns: 17)
    #expect(stage.rows[0] == "  Name      Size›")
    stage.terminal.send(.alt("f"), .right, .right)
    #expect(stage.rows[0] == "‹ Name    Note")
    #expect(stage.rows[1] == "› pear    not…  │")
    stage.terminal.send(.alt("h"))
    #expect(state.value.hidden == ["Note"])
    #expect(stage.rows[0] == "  Name      Size")
    stage.terminal.send(.alt("."), .alt("."), .alt(","))
    #expect(stage.rows[0] == "  Name     Size")
    stage.terminal.send(.alt("u"), .alt("f"), .alt("f"), .left, .alt("h"), .alt("h"), .alt("h"))
    #expect(state.value.hidden.count == 2)
  }

  @Test("in cell mode one cell is current, and Shift selects a rectangle")
  func cells() {
    let stage = stage(selectsCells: true)
    func inverse() -> [String] {
      let grid = stage.screen.host.buffer.grid
      return (0..<6).map { y in
        (0..<30).filter { grid[x: $0, y: y].style.attributes.contains(.inverse) }
          .map { grid.text(x: $0, y: y) }.joined()
      }
    }
    #expect(inverse() == ["", "pear  ", "", "", "", ""])
    stage.terminal.send(.right)
    #expect(log.value == ["Size"])
    #expect(inverse() == ["", "     7", "", "", "", ""])
    stage.terminal.send(Key.right.with(.shift), Key.down.with(.shift))
    #expect(log.value == ["Size", "NoteSize", "fig"])
    stage.terminal.click(x: 4, y: 3)
    #expect(Set(log.value.suffix(2)) == ["apple", "Name"])
    #expect(inverse() == ["", "", "", "apple ", "", ""])
  }

  @Test("a disabled table shows its rows, and ignores keys and clicks")
  func disabled() {
    let stage = NodeStage(
      columns: 30, rows: 6, Files(items: items, isDisabled: true, state: state, log: log))
    stage.terminal.send(.alt("s"), .down)
    stage.terminal.click(x: 4, y: 0)
    stage.terminal.click(x: 4, y: 2)
    #expect(state.value == TableState() && log.value == [])
    #expect(stage.rows[1] == "› pear         7  note 1     │")
  }

  @Test("wide characters, line breaks and control sequences stay in their columns at any width")
  func narrow() {
    let stage = stage([TableItem(id: 1, name: "日本\n\u{1B}[2J語語語語語語", size: 1)], rows: 3)
    #expect(stage.rows[1] == "› 日本␊␛[2J語…       1  note…│")
    for columns in 1...8 {
      let stage = self.stage(columns: columns, rows: 2)
      #expect(stage.rows.allSatisfy { $0.count <= columns })
    }
  }

  @Test("many rows are sorted in the background, and the header shows it meanwhile")
  func large() async {
    let many = (0..<20_000).map { TableItem(id: $0, name: "n\($0)", size: ($0 * 7919) % 20_000) }
    let stage = stage(many)
    await stage.wait { stage.rows[5].contains("199990000") }
    stage.terminal.send(.right, .alt("s"))
    #expect(stage.rows[0].contains("Size …") && stage.rows[1].contains("n0 "))
    await stage.wait { !stage.rows[0].contains("…") }
    stage.terminal.send(.home)
    #expect(stage.rows[0].contains("Size ▲"))
    #expect(
      stage.rows[1...3].map { $0.split(separator: " ").dropFirst($0.hasPrefix("›") ? 2 : 1).first }
        == ["0", "1", "2"])
  }

  @Test("text, CSV and JSON exports have the visible columns in the sorted order")
  func export() async throws {
    let items = items + [TableItem(id: 4, name: "a \"b\", c", size: 0)]
    var state = TableState(sort: .init(column: "Size", isDescending: true), hidden: ["Note"])
    state.move(0, to: 1, among: ["Name", "Size", "Note"])
    func written(_ format: TableFormat) async throws -> String {
      try await TableColumn.export(items, Files.columns, state, as: format) {
        displayWidth(of: $0)
      }
    }
    #expect(
      try await written(.text) == """
        Size  Name
          12  fig
           7  pear
           7  apple
           0  a "b", c

        """)
    #expect(
      try await written(.csv)
        == "Size,Name\r\n12,fig\r\n7,pear\r\n7,apple\r\n0,\"a \"\"b\"\", c\"\r\n")
    #expect(
      try await written(.json)
        == #"{"columns":["Size","Name"],"rows":[["12","fig"],["7","pear"],["7","apple"],["0","a \"b\", c"]]}"#
    )
  }

  @Test("a column of a share keeps 20 cells, and the columns that do not fit scroll out of view")
  func shareMinimum() {
    let columns = [
      TableColumn<TableItem>("Name", width: .share()) { $0.name },
      TableColumn<TableItem>("A", width: .cells(20)) { _ in "a" },
      TableColumn<TableItem>("B", width: .cells(20)) { _ in "b" },
    ]
    let item = TableItem(id: 0, name: "a title of twenty-four", size: 1)
    let stage = NodeStage(
      columns: 60, rows: 4, Column { Table([item], columns: columns) }.height(.percent(100)))
    #expect(stage.rows[1].contains("a title of twenty-f…"), "\(stage.rows)")
    #expect(stage.rows[0].hasSuffix("›"))
  }

  @Test("columns of wide characters are aligned by their widths, exported and as plain text")
  func wide() async throws {
    let items = [
      TableItem(id: 0, name: "日本語", size: 1), TableItem(id: 1, name: "👩‍👧e\u{301}", size: 10),
    ]
    let columns = [
      TableColumn<TableItem>("Name") { $0.name },
      TableColumn<TableItem>("Size", align: .trailing) { "\($0.size)" },
    ]
    let lines = ["Name    Size", "日本語     1", "👩‍👧e\u{301}       10"]
    let exported = try await TableColumn.export(items, columns, TableState(), as: .text) {
      displayWidth(of: $0)
    }
    #expect(exported == lines.map { $0 + "\n" }.joined())
    let host = PlainTextHost()
    Renderer(host: host).render(Table(items, columns: columns).node)
    #expect(host.lines.filter { !$0.isEmpty } == lines)
  }

  @Test("a table's state ignores unknown columns, and never hides all of them")
  func kept() {
    var state = TableState(hidden: ["c"])
    state.order = ["b", "gone", "a"]
    #expect(state.shown(["a", "b", "c", "d"]) == [1, 0, 3])
    state.hidden = ["a", "b"]
    #expect(state.shown(["a", "b"]) == [1])
  }

  /// Compares the screen with a simple model: rows by a stable sort, and columns by their state.
  private func expectMatches(
    _ stage: NodeStage, _ items: [TableItem], _ comment: @autoclosure () -> Comment
  ) {
    let names = ["Name", "Size", "Note"]
    var sorted = items
    if let sort = state.value.sort {
      sorted = items.enumerated().sorted { one, other in
        let (first, second) = sort.isDescending ? (other, one) : (one, other)
        let isBefore =
          sort.column == "Name"
          ? first.element.name < second.element.name : first.element.size < second.element.size
        let isAfter =
          sort.column == "Name"
          ? second.element.name < first.element.name : second.element.size < first.element.size
        return isBefore || !isAfter && one.offset < other.offset
      }.map(\.element)
    }
    let shown = state.value.shown(names).map { names[$0] }
    // A title can be cut; two letters identify it.
    let header = stage.rows[0].split(separator: " ").compactMap { word in
      let letters = word.prefix { $0.isLetter }
      return letters.count < 2 ? nil : names.first { $0.hasPrefix(letters) }
    }
    #expect(shown.filter(header.contains) == header, comment())
    // Uncut notes identify the rows.
    guard header.contains("Note"), !stage.rows.dropFirst().joined().contains("…") else { return }
    let ids = stage.rows.dropFirst().dropLast().compactMap { row in
      row.firstRange(of: "note ").flatMap { range in
        Int(row[range.upperBound...].prefix { $0.isNumber })
      }
    }
    let all = sorted.map(\.id)
    let start = ids.first.flatMap(all.firstIndex) ?? 0
    #expect(Array(all.dropFirst(start).prefix(ids.count)) == ids, comment())
    let marked = stage.rows.dropFirst().filter { $0.hasPrefix("›") }
    #expect(marked.count <= 1, comment())
  }

  @Test(
    "random keys, drags and changes give the rows and columns of a simple model",
    arguments: 0..<rounds(6, long: 5_000))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    var items = (0..<number(0...30)).map { id in
      TableItem(id: id, name: "n\(number(0...9))", size: number(0...5))
    }
    var rows = 8
    let stage = stage(items, columns: 40, rows: rows)
    let keys: [Key] = [
      .down, .up, .pageDown, .end, .home, .left, .right, .alt("s"), .alt("s"), .alt("h"),
      .alt("u"), .alt("f"), .alt("."), .alt(","), Key.left.with(.alt), Key.right.with(.alt), .space,
    ]
    for step in 0..<rounds(25, long: 30) {
      switch number(0...9) {
      case 0:
        items.insert(
          TableItem(id: 1000 + step, name: "n\(number(0...9))", size: number(0...5)),
          at: number(0...items.count))
        stage.show(Files(items: items, state: state, log: log))
      case 1 where !items.isEmpty:
        items.remove(at: number(0...items.count - 1))
        stage.show(Files(items: items, state: state, log: log))
      case 2:
        rows = number(3...9)
        stage.terminal.resize(columns: number(20...50), rows: rows)
      case 3: stage.terminal.click(x: number(0...30), y: number(0...rows - 1))
      case 4:
        stage.terminal.mouse(.press, x: number(2...20), y: 0)
        stage.terminal.mouse(.drag, x: number(2...30), y: number(0...2))
        stage.terminal.mouse(.release, x: number(2...30), y: 0)
      default: stage.terminal.send(keys[number(0...keys.count - 1)])
      }
      expectMatches(
        stage, items, "seed \(seed), step \(step)\n\(stage.rows.joined(separator: "\n"))")
    }
  }
}
