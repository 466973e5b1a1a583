import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A row of any number of lines, or none.
private struct Item: Identifiable, Equatable {
  let id: Int
  var lines: Int
  var isHeader = false

  /// The text of the row, one element for each line.
  var text: [String] { (0..<lines).map { isHeader ? "# \(id)" : "\(id).\($0)" } }
}

/// A list on a screen, and all its lines in an array.
@MainActor
private final class Program {
  var generator: SeededGenerator
  var items: [Item]
  var rows: Int
  /// The rows that have appeared and not disappeared.
  var alive: Set<Int> = []
  var current: Int?
  var chosen: Set<Int> = []
  let hasHeaders: Bool
  private var lastID = 0
  private(set) var stage: NodeStage!

  init(seed: UInt64, hasHeaders: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.hasHeaders = hasHeaders
    items = []
    rows = 3
    for _ in 0..<number(0...40) { items.append(newItem()) }
    rows = number(3...9)
    stage = NodeStage(columns: 12, rows: rows, list)
  }

  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private func newItem() -> Item {
    lastID += 1
    if hasHeaders, number(0...3) == 0 { return Item(id: lastID, lines: 1, isHeader: true) }
    let lines = [0, 1, 1, 1, 2, 3, 5, hasHeaders ? 1 : 14][number(0...7)]
    return Item(id: lastID, lines: lines)
  }

  private var list: Node {
    let isHeader: @MainActor (Item) -> Bool = { $0.isHeader }
    let current = Binding(get: { self.current }, set: { self.current = $0 })
    let chosen = Binding(get: { self.chosen }, set: { self.chosen = $0 })
    return List(items) { item in
      Column { for line in item.text { self.line(line, isControl: item.id % 4 == 0) } }
        .onAppear { _ = self.alive.insert(item.id) }
        .onDisappear { _ = self.alive.remove(item.id) }
    }
    .current(current).selection(chosen).sections(isHeader: hasHeaders ? isHeader : nil)
    .autofocus()
  }

  private func line(_ text: String, isControl: Bool) -> Node {
    guard isControl, text.hasSuffix(".0") else { return Text(text).key(text) }
    return Text(text).focusable().onKey { key in key == Key.character("x") }.key(text)
  }

  /// The lines of all rows.
  var lines: [String] { items.flatMap(\.text) }

  var total: Int { items.reduce(0) { $0 + $1.lines } }

  var limit: Int { max(0, total - rows) }

  /// The visible lines without the markers.
  var shown: [String] {
    var shown = stage.rows.map { String($0.dropFirst(2)) }
    while shown.last == "" { shown.removeLast() }
    return shown
  }

  /// The number of lines above the visible ones; nil if the visible lines are not consecutive.
  var offset: Int? {
    let (lines, shown) = (lines, shown)
    return (0...max(0, lines.count - shown.count)).first {
      lines[$0...].prefix(shown.count).elementsEqual(shown)
    }
  }

  /// The number of lines above a row.
  func top(of row: Int) -> Int { items[..<row].reduce(0) { $0 + $1.lines } }

  func wheel(_ isUp: Bool) { stage.terminal.wheel(up: isUp, x: 3, y: 1) }

  func change() {
    switch number(0...5) {
    case 0, 1: items.insert(newItem(), at: number(0...items.count))
    case 2 where !items.isEmpty: items.remove(at: number(0...items.count - 1))
    case 3 where !items.isEmpty && !hasHeaders:
      items[number(0...items.count - 1)].lines = number(0...4)
    case 4: items.shuffle(using: &generator)
    default: items.append(newItem())
    }
    stage.show(list)
  }

  func resize() {
    rows = number(1...9)
    stage.terminal.resize(columns: 12, rows: rows)
  }

  func press() {
    let keys: [Key] = [
      .down, .down, .up, .up, .pageDown, .pageUp, .home, .end, .tab, .shiftTab,
      Key(.down, .shift), .space,
    ]
    stage.terminal.send(keys[number(0...keys.count - 1)])
  }
}

@MainActor
@Suite("Viewport")
struct ViewportTests {
  @Test(
    "random programs show consecutive lines of a model array, and the wheel scrolls by three",
    arguments: 0..<rounds(8, long: 10_000))
  func model(seed: UInt64) throws {
    let program = Program(seed: seed)
    for step in 0..<rounds(20, long: 25) {
      func comment() -> Comment {
        "seed \(seed), step \(step)\n\(program.stage.rows.joined(separator: "\n"))"
      }
      let before = try #require(program.offset, comment())
      switch program.number(0...9) {
      case 0...3:
        let isUp = program.number(0...1) == 0
        program.wheel(isUp)
        let step = min(3, program.rows)
        let wanted = min(max(0, before + (isUp ? -step : step)), program.limit)
        #expect(program.offset == wanted, "\(comment())\nscrolled from \(before) by the wheel")
      case 4, 5: program.change()
      case 6: program.resize()
      default:
        let current = program.current
        program.press()
        if program.current != current { try expectCurrentShows(program, comment()) }
      }
      let shown = program.shown
      #expect(shown.count == min(program.rows, program.total), comment())
      let offset = try #require(program.offset, comment())
      expectRowsExist(program, offset, comment())
    }
  }

  /// Expects that the row that a key made current is visible, if it fits.
  private func expectCurrentShows(
    _ program: Program, _ comment: @autoclosure () -> Comment
  ) throws {
    guard let row = program.items.firstIndex(where: { $0.id == program.current }) else { return }
    let offset = try #require(program.offset, comment())
    let (top, end) = (program.top(of: row), program.top(of: row + 1))
    if end - top > program.rows || end == top { return }
    #expect(offset <= top && end <= offset + program.rows, comment())
  }

  /// Expects that all visible rows exist, and at most three others: one at each end, and the
  /// focused one.
  private func expectRowsExist(
    _ program: Program, _ offset: Int, _ comment: @autoclosure () -> Comment
  ) {
    var inSight: Set<Int> = []
    var line = 0
    for item in program.items {
      if item.lines > 0, line < offset + program.rows, line + item.lines > offset {
        inSight.insert(item.id)
      }
      line += item.lines
    }
    #expect(program.alive.isSuperset(of: inSight), comment())
    let others = program.alive.subtracting(inSight).filter { id in
      program.items.first { $0.id == id }?.lines != 0
    }
    #expect(others.count <= 3, comment())
  }

  @Test(
    "headers stick: the first line is the header of the lines below it",
    arguments: 0..<rounds(10, long: 2_000))
  func sections(seed: UInt64) {
    let program = Program(seed: seed, hasHeaders: true)
    for step in 0..<20 {
      switch program.number(0...5) {
      case 0...2: program.wheel(program.number(0...2) == 0)
      case 3: program.change()
      default: program.press()
      }
      func comment() -> Comment {
        "seed \(seed), step \(step)\n\(program.stage.rows.joined(separator: "\n"))"
      }
      let (lines, shown) = (program.lines, program.shown)
      guard shown.count > 1, lines.count >= shown.count else { continue }
      // The lines below the first are consecutive lines of the list.
      let rest = shown.dropFirst()
      let offset = (1...max(1, lines.count - rest.count)).first {
        lines[$0...].prefix(rest.count).elementsEqual(rest)
      }
      guard let offset else {
        Issue.record(comment())
        return
      }
      let header = lines[..<offset].last { $0.hasPrefix("#") }
      let isCovered = header != nil && lines[offset - 1] != header && !lines[offset].hasPrefix("#")
      #expect(shown[0] == (isCovered ? header : lines[offset - 1]) || shown[0] == header, comment())
      if let current = program.items.first(where: { $0.id == program.current }) {
        #expect(!current.isHeader || program.items.allSatisfy(\.isHeader), comment())
      }
    }
  }

  @Test("only the visible rows appear, also if each is five lines high")
  func fewRows() {
    var appeared: Set<Int> = []
    let items = (0..<1_000).map { Item(id: $0, lines: 5) }
    let stage = NodeStage(
      columns: 12, rows: 30,
      List(items) { item in
        Text(item.text.joined(separator: "\n")).onAppear { _ = appeared.insert(item.id) }
      })
    #expect(appeared == Set(0..<6))
    stage.terminal.send(.pageDown)
    #expect(appeared.count <= 12)
  }

  @Test("the box is filled if every second row is empty, and the bar measures lines")
  func emptyRows() {
    let items = (0..<100).map { Item(id: $0, lines: $0 % 2) }
    let stage = NodeStage(
      columns: 10, rows: 6,
      List(items) { item in for line in item.text { Text(line).key(line) } }.scrollBar())
    #expect(
      stage.rows.map { $0.dropLast().trimmed } == ["1.0", "3.0", "5.0", "7.0", "9.0", "11.0"])
    stage.terminal.send(.end)
    #expect(stage.rows[5].contains("99.0"))
    #expect(stage.rows[5].hasSuffix("█"))
  }

  @Test("a focused row stays alive when it is scrolled out, and a key scrolls it back")
  func heldRow() {
    var pressed = 0
    let stage = NodeStage(
      columns: 12, rows: 3,
      List((0..<50).map { Item(id: $0, lines: 1) }) { item in
        Text("\(item.id)").focusable().onKey { key in
          if key == "x" { pressed += 1 }
          return key == "x"
        }
      })
    stage.terminal.send(.tab)
    for _ in 0..<4 { stage.terminal.wheel(up: false, x: 3, y: 1) }
    #expect(stage.rows == ["  12", "  13", "  14"])
    stage.terminal.send("x")
    #expect(pressed == 1)
    #expect(stage.rows == ["› 0", "  1", "  2"])
    for _ in 0..<4 { stage.terminal.wheel(up: false, x: 3, y: 1) }
    stage.show(List((0..<3).map { Item(id: $0 + 60, lines: 1) }) { Text("\($0.id)") })
    #expect(stage.rows == ["› 60", "  61", "  62"])
  }

  @Test("a list and a scroll view release their content when they are removed")
  func released() {
    final class Shown {}
    weak var shown: Shown?
    let stage = NodeStage(columns: 8, rows: 6, Text(""))
    func show() {
      let object = Shown()
      shown = object
      stage.show(
        Column {
          List([Item(id: 1, lines: 1)]) { item in
            Text("\(item.id)").onAppear { _ = object }
          }
          .onReachEnd { _ = object }
          ScrollView { Text("text").onAppear { _ = object } }
        })
      stage.terminal.wheel(up: false, x: 1, y: 1)
    }
    show()
    #expect(shown != nil)
    stage.show(Text("gone"))
    #expect(shown == nil)
  }

  @Test("a handler scrolls any part of its scroll view into view")
  func reveal() {
    var focusable = ElementProperties()
    focusable.isFocusable = true
    let stage = NodeStage(
      columns: 8, rows: 3,
      ScrollView {
        Node(
          Element(
            Container(), style: .element { $0.direction = .column },
            properties: focusable,
            handlers: Handlers {
              $0.key = { key, context in
                context.reveal(CellRect(x: 0, y: 17, width: 1, height: 1))
                return key == "r"
              }
            },
            children: (0..<20).map { Text("\($0)").node }))
      })
    stage.terminal.send(.tab, "r")
    #expect(stage.rows[2].hasPrefix("17"))
  }
}

extension Substring {
  /// The text without the marker and the surrounding blanks.
  fileprivate var trimmed: String {
    String(drop { " ›".contains($0) }.prefix { $0 != " " })
  }
}
