import MillraceLayout
import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Grid")
struct GridTests {
  private func rows(_ grid: some NodeConvertible, columns: Int = 24, rows: Int = 6) -> [String] {
    NodeStage(columns: columns, rows: rows, grid).rows
  }

  @Test("a column is as wide as its content, a number of cells or a share of the rest")
  func columns() {
    #expect(
      rows(
        Column {
          Grid(columns: [.content, .share(), .cells(4)], gap: 1) {
            Text("Name")
            Text("wraps where it is long")
            Text("1234")
            Text("Chosen")
            Text("b")
          }
        }) == [
          "Name   wraps where  1234",
          "       it is long",
          "Chosen b",
        ])
  }

  @Test("a cell can span columns, and starts a new row where they are not free")
  func spans() {
    #expect(
      rows(
        Column {
          Grid(columns: [.cells(3), .cells(3), .cells(3)], gap: 1, rowGap: 1) {
            Text("aaaaa").wrap(.clip)
            GridCell(columns: 2) { Text("bbbbbbbbbb").wrap(.clip) }
            Text("c")
            GridCell(columns: 9) { Text(String(repeating: "d", count: 30)).wrap(.clip) }
          }
        }) == ["aaa bbbbbbb", "", "c", "", "ddddddddddd"])
  }

  @Test("a row is as high as its content, a number of cells or a share of the rest")
  func heights() {
    let grid = Grid(columns: [.share()], rows: [.cells(2), .share(), .content]) {
      for letter in ["a", "b", "c"] { Text(letter).key(letter) }
    }
    #expect(rows(Column { grid.grow() }, columns: 3) == ["a", "", "b", "", "", "c"])
  }

  @Test("a column follows the width of its changed content")
  func follows() {
    func tree(_ text: String) -> Node {
      Column {
        Grid(columns: [.content, .share()], gap: 1) {
          Text(text)
          Text("|")
        }
      }.node
    }
    let stage = NodeStage(tree("abc"))
    #expect(stage.rows == ["abc |"])
    stage.show(tree("abcdefgh"))
    #expect(stage.rows == ["abcdefgh |"])
    stage.show(tree("日本"))
    #expect(stage.rows == ["日本 |"])
  }

  @Test(
    "columns of random templates fill the available width and respect their minimums",
    arguments: 0..<100)
  func sizes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let tracks = (0..<number(1...6)).map { _ -> GridTrack in
      switch number(0...2) {
      case 0: .content
      case 1: .cells(number(0...9))
      default: .share(Double(number(1...4)), min: number(0...9))
      }
    }
    let contents = tracks.map { _ in number(0...9) }
    let (gap, room) = (number(0...2), number(0...80))
    let sizes = GridTrack.sizes(tracks, contents: contents, gap: gap, in: room)
    let comment: Comment = "seed \(seed): \(tracks), \(contents), \(gap), \(room): \(sizes)"
    var least = gap * (tracks.count - 1)
    var hasShare = false
    for (index, track) in tracks.enumerated() {
      switch track {
      case .content: #expect(sizes[index] == contents[index], comment)
      case .cells(let cells): #expect(sizes[index] == cells, comment)
      case .share(_, let minimum):
        #expect(sizes[index] >= minimum, comment)
        hasShare = true
        least += minimum - sizes[index]
      }
      least += sizes[index]
    }
    let whole = sizes.reduce(gap * (tracks.count - 1), +)
    if hasShare { #expect(whole == max(room, least), comment) }
  }
}

private struct Tile: Identifiable, Equatable, Sendable {
  let id: Int
}

private struct Tiles: Component {
  let items: [Tile]
  var isDisabled = false
  var select: Int?
  let chosen: Captured<Set<Int>>
  let current: Captured<Int?>
  @Local var changes = 0

  var body: Node {
    _ = changes
    let (chosen, current) = (chosen, current)
    return Column {
      LazyGrid(items, cellWidth: 5) { Text("\($0.id)") }
        .current(Binding(get: { current.value }) { current.value = $0 })
        .select(select)
        .selection(
          Binding(get: { chosen.value }) {
            chosen.value = $0
            changes += 1
          })
    }
    .disabled(isDisabled)
  }
}

@MainActor
@Suite("LazyGrid", .timeLimit(.minutes(20)))
struct LazyGridTests {
  private let chosen = Captured<Set<Int>>([])
  private let current = Captured<Int?>(nil)

  private func tiles(_ ids: some Sequence<Int>, isDisabled: Bool = false, select: Int? = nil)
    -> Tiles
  {
    Tiles(
      items: ids.map(Tile.init), isDisabled: isDisabled, select: select, chosen: chosen,
      current: current)
  }

  private func stage(_ node: some NodeConvertible, columns: Int = 18, rows: Int = 3) -> NodeStage {
    NodeStage(columns: columns, rows: rows, node)
  }

  @Test("as many cells as fit are in a row, and arrows move in both directions")
  func moves() {
    let stage = stage(tiles(0..<8))
    #expect(stage.rows == ["› 0     1     2  │", "  3     4     5  │", "  6     7        │"])
    #expect(current.value == 0)
    stage.terminal.send(.down, .right)
    #expect(stage.rows == ["  0     1     2  │", "  3   › 4     5  │", "  6     7        │"])
    // In the shorter last row, Down moves to its last cell.
    stage.terminal.send(.right, .down)
    #expect(current.value == 7)
    stage.terminal.send(.left, .left)
    #expect(stage.rows == ["  0     1     2  │", "  3     4   › 5  │", "  6     7        │"])
    stage.terminal.send(.home)
    #expect(current.value == 0)
    stage.terminal.send(.end)
    #expect(current.value == 7)
  }

  @Test("the current cell stays visible when the grid changes its width")
  func scrolls() {
    let stage = stage(tiles(0..<100))
    stage.terminal.send(.pageDown, .pageDown, .down)
    #expect(current.value == 15)
    #expect(stage.rows.contains { $0.hasPrefix("› 15") })
    stage.terminal.resize(columns: 8, rows: 3)
    #expect(stage.rows.contains { $0.hasPrefix("› 15") })
    stage.terminal.resize(columns: 40, rows: 3)
    #expect(stage.rows.contains { $0.contains("› 15") })
  }

  @Test("Space, Shift with arrows and Ctrl-A select; a click only moves")
  func selects() {
    let stage = stage(tiles(0..<8))
    stage.terminal.send(.right, .space)
    #expect(stage.rows[0] == "  0   ›•1     2  │" && chosen.value == [1])
    stage.terminal.send(.right, Key.down.with(.shift), Key.right.with(.shift))
    #expect(chosen.value == [1, 2, 3, 4, 5, 6])
    stage.terminal.send(Key.left.with(.shift), Key.left.with(.shift))
    #expect(chosen.value == [1, 2, 3, 4])
    stage.terminal.click(x: 7, y: 2)
    #expect(current.value == 7 && chosen.value == [1, 2, 3, 4])
    stage.terminal.send(.control("a"))
    #expect(chosen.value == Set(0..<8))
  }

  @Test(
    "a requested item becomes current, also among other items, until it is removed")
  func follows() {
    let stage = stage(tiles(0..<30, select: 20))
    #expect(current.value == 20 && stage.rows.contains { $0.contains("› 20") })
    stage.show(tiles((0..<30).filter { $0 % 2 == 0 }, select: 20))
    #expect(current.value == 20 && stage.rows.contains { $0.contains("› 20") })
    stage.show(tiles([1, 3, 5], select: 20))
    #expect(current.value == 5)
    stage.show(tiles([]))
    #expect(current.value == nil && !stage.rows.joined().contains("5"))
  }

  @Test("a disabled grid shows its cells and ignores keys and clicks")
  func disabled() {
    let stage = stage(tiles(0..<8, isDisabled: true))
    stage.terminal.send(.down, .space)
    stage.terminal.click(x: 7, y: 1)
    #expect(stage.rows == ["› 0     1     2  │", "  3     4     5  │", "  6     7        │"])
    #expect(chosen.value == [])
  }

  @Test("a key map changes the grid's keys, help shows them, and plain text has all cells")
  func names() {
    let stage = NodeStage(
      columns: 40, rows: 14,
      Column {
        tiles(0..<8).node.height(3)
        KeyHelp()
      }
      .environment(\.keyMap, KeyMap(["grid.down": [.character("j")]])))
    stage.terminal.send(.down, .character("j"))
    #expect(current.value != 0)
    #expect(stage.rows.contains { $0.contains("j") && $0.contains("Down") })
    #expect(plainText(tiles(0..<4)) == ["0", "1", "2", "3"])
  }

  @Test("a grid of a million items creates only the visible cells")
  func large() {
    let made = Captured(0)
    let items = (0..<1_000_000).map(Tile.init)
    let stage = stage(
      Column {
        LazyGrid(items, cellWidth: 5) { item in
          made.value += 1
          Text("\(item.id)")
        }
      })
    stage.terminal.send(.end)
    #expect(stage.rows.last?.hasPrefix("› 99") == true)
    #expect(made.value < 200)
  }

  @Test(
    "random keys, items and sizes give the current item and the selection of a simple model",
    arguments: 0..<rounds(6, long: 5_000))
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    var ids = Array(0..<number(1...40))
    var (width, height) = (18, 3)
    let stage = stage(tiles(ids), columns: width, rows: height)
    var (index, selected) = (0, Set<Int>())
    var range: (anchor: Int, base: Set<Int>)?
    for step in 0..<rounds(30, long: 40) {
      let columns = max(1, (width - 1 + 1) / 6)
      var what = ""
      switch number(0...12) {
      case 0:
        (width, height) = (number(3...40), number(1...6))
        stage.terminal.resize(columns: width, rows: height)
        what = "resized to \(width) × \(height)"
      case 1:
        ids.insert(1_000 + step, at: number(0...ids.count))
        index = ids.firstIndex(of: current.value ?? 0) ?? 0
        stage.show(tiles(ids))
        what = "inserted"
      case 2 where ids.count > 1:
        let removed = ids.remove(at: number(0...ids.count - 1))
        index = ids.firstIndex(of: current.value ?? 0) ?? min(index, ids.count - 1)
        if range?.anchor == removed { range = nil }
        stage.show(tiles(ids))
        what = "removed \(removed)"
      case 3:
        stage.terminal.send(.space)
        selected.formSymmetricDifference([ids[index]])
        range = nil
        what = "space"
      default:
        let extends = number(0...2) == 0
        let key: Key = [.up, .down, .left, .right, .home, .end][number(0...5)]
        let old = index
        switch key {
        case .up: if index >= columns { index -= columns }
        case .down:
          if index / columns < (ids.count - 1) / columns {
            index = min(index + columns, ids.count - 1)
          }
        case .left: if index > 0 { index -= 1 }
        case .right: if index < ids.count - 1 { index += 1 }
        case .home: index = 0
        default: index = ids.count - 1
        }
        // Shift at an edge selects the current item, as in a list.
        let leaves = old == index && (key == .up || key == .left)
        if extends {
          let start = range ?? (ids[old], selected)
          let from = ids.firstIndex(of: start.anchor) ?? old
          selected = start.base.union(ids[min(from, index)...max(from, index)])
          range = start
        } else if !leaves {
          range = nil
        }
        stage.terminal.send(extends ? key.with(.shift) : key)
        what = "\(key)\(extends ? " with shift" : "")"
      }
      let screen = stage.rows.joined(separator: "\n")
      func comment() -> Comment { "seed \(seed), step \(step): \(what)\n\(screen)" }
      #expect(current.value == ids[index], comment())
      #expect(chosen.value == selected, comment())
      // A cell has room for three digits.
      let marker = (selected.contains(ids[index]) ? "›•" : "› ") + "\(ids[index])".prefix(3)
      if width > 6 { #expect(screen.contains(marker), comment()) }
    }
  }
}
