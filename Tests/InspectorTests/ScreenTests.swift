import Foundation
import Millrace
import MillraceStore
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceInspector
@testable import MillraceTerminal

private let colors: [Color] = [.red, .green, .default, .rgb(10, 20, 30), .blue]

/// A program that uses wide characters, colours, a cursor, scrolling, a dialog and links.
@MainActor
private func app(_ store: Store<Notebook, NotebookAction>) -> TerminalApp<Notebook, NotebookAction>
{
  TerminalApp(store) { state, dispatch in
    Column {
      Row(gap: 1) {
        Text("漢字 \(state.notes.count)").bold(state.isOpen)
        Button("open") { dispatch(.toggle) }
        Text { TextSpan("link").link("https://example.org/\(state.log.count)") }
      }
      TextField(
        state.draft, onChange: { dispatch(.draft($0)) },
        onSubmit: { dispatch(.add(state.notes.count)) })
      Row(gap: 1) {
        List(state.notes) { note in
          Row {
            Text("\(note.title) 👩‍👩‍👧").truncate().foreground(colors[note.id % colors.count])
            Text(note.tags.joined(separator: " ")).dim()
          }
        }
        ScrollView {
          for number in state.log { Text("log 漢 \(number)").key(number) }
        }.width(12)
      }.grow()
      if state.isOpen {
        Dialog("Sure? 漢", onClose: { dispatch(.toggle) }) { Button("Yes") { dispatch(.toggle) } }
      }
    }
    .keys { Bind("f2", "Tick") { dispatch(.tick) } }
  }
}

/// The program on a terminal, with an inspector.
@MainActor
private final class Inspected {
  let store: Store<Notebook, NotebookAction>
  let inspector: Inspector
  let stage: TestStage
  /// The terminal's screen after each frame, by the number of the frame.
  var looks: [Int: [String]] = [:]

  init(
    columns: Int = 40, rows: Int = 12, hiding: [Redaction<Notebook>] = []
  ) throws {
    var made: (Store<Notebook, NotebookAction>, Inspector)?
    stage = try TestStage(columns: columns, rows: rows) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      let inspector = Inspector(store, hiding: hiding)
      made = (store, inspector)
      return app(store).inspected(by: inspector)
    }
    (store, inspector) = try #require(made)
    stage.session.onFrame = { [weak self] frame in
      self?.looks[frame.number] = self?.stage.terminal.virtualScreen.look
    }
  }

  var recording: ScreenRecording { inspector.screen.recording }

  func press(_ keys: Key...) {
    for key in keys {
      stage.terminal.send(key)
      stage.settle()
      stage.clock.advance(by: .milliseconds(40))
      stage.settle()
    }
  }

  /// Moves the focus into the field.
  func edit() {
    stage.terminal.click(x: 1, y: 1)
    stage.settle()
  }

  var text: String { stage.rows.joined(separator: "\n") }

  /// Sends random input, or dispatches a random action.
  func step(_ random: inout SeededGenerator) {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let terminal = stage.terminal
    switch number(0..<14) {
    case 0: store.dispatch(.random(&random))
    case 1: terminal.type(random.pick(["x", "漢", "é", "word "]))
    case 2: terminal.click(x: number(0..<40), y: number(0..<12))
    case 3: terminal.wheel(up: number(0..<2) == 0, x: number(0..<40), y: number(0..<12))
    case 4 where number(0..<8) == 0:
      terminal.resize(columns: number(20..<50), rows: number(6..<16))
    case 5:
      let (x, y) = (number(0..<40), number(0..<12))
      terminal.mouse(.press, x: x, y: y)
      terminal.mouse(.drag, x: x + number(1..<5), y: y)
      terminal.mouse(.release, x: x + 1, y: y)
    default:
      terminal.send(
        random.pick([
          .down, .up, .tab, .shiftTab, .pageDown, .end, .home, .enter, .escape, .left, .right,
          .function(2), .backspace, .control("l"),
        ]))
    }
    stage.settle()
  }
}

extension VirtualScreen {
  /// The text, style and link of each cell, and the cursor.
  fileprivate var look: [String] {
    let cells = (0..<height).map { y in
      (0..<width).map { x in
        let (text, style) = cell(x: x, y: y)
        return "\(text) \(text == " " ? style.onBlank : style) \(link(x: x, y: y) ?? "")"
      }.joined(separator: "|")
    }
    return cells + [isCursorVisible ? "cursor \(cursorX) \(cursorY)" : "no cursor"]
  }
}

@MainActor
@Suite("Recorded screens", .timeLimit(.minutes(60)))
struct ScreenTests {
  @Test(
    "each recorded frame equals the terminal's screen, in at most 1.1 times the bytes written",
    arguments: 0..<rounds(2, long: 25))
  func frames(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let program = try Inspected()
    let start = program.stage.terminal.bytesWritten
    let first = try #require(program.recording.numbers).lowerBound
    let extra = program.recording.byteCount
    while program.looks.count < rounds(120, long: 420) { program.step(&random) }
    let recording = program.recording
    // Each screen is reproduced from all bytes since a whole one, so the default is a sample.
    let numbers = program.looks.keys.filter { $0 > first }.sorted().shuffled(using: &random)
    for number in numbers.prefix(rounds(12, long: .max)) {
      let screen = try #require(recording.screen(of: number))
      #expect(screen.content.look == program.looks[number], "seed \(seed), frame \(number)")
      #expect(screen.frame.number <= number)
      if let before = screen.before, let previous = screen.previous {
        let earlier = recording.screen(of: previous)
        #expect(before.look == earlier?.content.look)
        #expect(earlier?.next == screen.frame.number)
      }
    }
    let written = program.stage.terminal.bytesWritten - start
    let kept = recording.byteCount - extra
    print("seed \(seed): \(program.looks.count) frames, \(written) bytes written, \(kept) kept")
    #expect(Double(kept) <= 1.1 * Double(written))
  }

  @Test("the screen of a commit has the rows and the cursor that the terminal showed")
  func commits() throws {
    let program = try Inspected()
    program.edit()
    var expected: [UInt64: ([String], CellPoint?)] = [:]
    func keepScreen() {
      let terminal = program.stage.terminal
      let rows = (0..<12).map(terminal.virtualScreen.rowText)
      expected[program.store.snapshot.version] = (rows, terminal.cursor)
    }
    for key in "abcd" {
      program.press(.character(key))
      keepScreen()
    }
    for _ in 0..<14 {
      program.press(.function(2))
      keepScreen()
    }
    try program.inspector.travel(to: 3)
    program.stage.settle()
    program.inspector.goLive()
    program.stage.settle()
    #expect(expected.count == 18)
    for (version, (rows, cursor)) in expected {
      let screen = try program.inspector.screen(version: version)
      #expect(screen.version == version)
      #expect(screen.rows == rows)
      #expect(screen.cursor == cursor.map { [$0.x, $0.y] })
      #expect(!screen.changed.isEmpty)
    }
    // A commit that changed nothing has the screen of the last one that did.
    program.store.dispatch(.remove(99))
    program.stage.settle()
    #expect(try program.inspector.screen(version: 19).rows == program.inspector.screen().rows)
    let typed = try program.inspector.screen(version: 4)
    #expect(typed.changed == [[3, 1, 1]] || typed.changed.contains { $0[1] == 1 })
  }

  @Test("a limit in bytes drops the oldest screens")
  func limit() throws {
    let program = try Inspected()
    program.inspector.screenBytes = 6_000
    let first = try #require(program.recording.numbers).lowerBound
    for _ in 0..<120 { program.press(.function(2)) }
    #expect(program.recording.byteCount <= 6_000)
    let numbers = try #require(program.recording.numbers)
    #expect(numbers.lowerBound > first)
    #expect(try program.inspector.screen(frame: numbers.lowerBound).frame == numbers.lowerBound)
    let expected = InspectorError.notFound(
      "such screen: frames \(numbers.lowerBound) to \(numbers.upperBound) are recorded")
    #expect(throws: expected) { try program.inspector.screen(frame: first) }
    #expect(throws: expected) { try program.inspector.picture(version: 1) }
    let newest = try program.inspector.screen()
    #expect(newest.rows == (0..<12).map(program.stage.terminal.virtualScreen.rowText))
  }

  @Test("no screen is recorded while the overlay is open, and the next screen is complete")
  func overlay() throws {
    let program = try Inspected()
    program.press(.function(2))
    let newest = try program.inspector.screen()
    program.press(.function(12), .character("5"))
    #expect(try program.inspector.screen() == newest)
    program.press(.function(12))
    let last = try program.inspector.screen()
    #expect(last.frame > newest.frame)
    #expect(last.rows == newest.rows)
    program.press(.function(2))
    #expect(
      try program.inspector.screen().rows
        == (0..<12).map(program.stage.terminal.virtualScreen.rowText))
  }

  // MARK: - In the overlay

  @Test("the screen tab shows the current version, steps through frames, and highlights changes")
  func tab() throws {
    let program = try Inspected(columns: 60, rows: 40)
    program.edit()
    for key in "abc" { program.press(.character(key)) }
    let screen = try program.inspector.screen()
    program.press(.function(12), .character("5"))
    #expect(program.text.contains("frame \(screen.frame), version 3"), "\(program.text)")
    #expect(program.text.components(separatedBy: "漢字 0").count == 3)
    program.press(.character(","))
    #expect(program.text.contains("version 2"), "\(program.text)")
    program.press(.character("."), .character("."), .character("."))
    #expect(program.text.contains("frame \(screen.frame), version 3"))
    try program.inspector.travel(to: 1)
    program.press(.function(5))
    #expect(program.text.contains(", version 1"), "\(program.text)")
    program.inspector.goLive()
    program.press(.function(5))
    func highlightedCount() -> Int {
      let terminal = program.stage.terminal.virtualScreen
      return (0..<40).reduce(0) { sum, y in
        sum + (0..<60).count { terminal.cell(x: $0, y: y).style.background == .yellow }
      }
    }
    #expect(highlightedCount() == 0)
    program.press(.character("u"))
    #expect(highlightedCount() == screen.changed.reduce(0) { $0 + $1[2] })
    program.press(.character("u"))
    #expect(highlightedCount() == 0)
  }

  @Test("a key saves a picture to a new file that only the owner can read")
  func saving() async throws {
    let program = try Inspected(columns: 160, rows: 40)
    let folder = try TemporaryFolder()
    program.inspector.screen.folder = folder.path
    program.press(.function(2), .function(12), .character("5"))
    for _ in 0..<2 {
      program.press(.character("s"))
      await program.inspector.screen.work?.value
      program.press(.function(5))
    }
    #expect(folder.names == ["screen-1.svg", "screen-2.svg"])
    #expect(folder.names.allSatisfy { folder.permissions($0) == 0o600 })
    #expect(program.text.contains("written: \(folder.path)/screen-2.svg"))
    #expect(folder.text("screen-1.svg") == (try program.inspector.picture().text))
  }

  @Test(
    "an inspector on a page saves no file, and shows no screen if parts of the state are hidden")
  func page() throws {
    for hiding in [[], [Redaction<Notebook>.path(\.draft)]] {
      let program = try Inspected(hiding: hiding)
      let folder = try TemporaryFolder()
      program.inspector.screen.folder = folder.path
      program.press(.function(2))
      let page = PageView()
      let main = ManualMainQueue()
      let view = TerminalApp(Store(initial: 0, reducer: Reducer<Int, Int> { $0 = $1 })) {
        InspectorView(program.inspector)
      }
      let session = try view.start(
        on: page, scheduler: program.stage.clock, runOnMainActor: { main.add($0) })
      for key in "ST5sa" {
        page.receive(.input([.key(.character(key))]))
        program.stage.settle()
        main.run()
      }
      #expect(folder.names == [])
      #expect(program.inspector.screen.work == nil)
      let text = page.rows.flatMap { $0.split(separator: " ") }.joined(separator: " ")
      #expect(text.contains("漢字 0") == hiding.isEmpty, "\(text)")
      #expect(text.contains("hides parts of the state") != hiding.isEmpty)
      session.end()
      main.run()
    }
  }

  // MARK: - Picking

  @Test("while an inspector is open, Alt-click selects a node and is not input to the program")
  func picking() throws {
    let program = try Inspected(columns: 60, rows: 40)
    func click(_ modifiers: Int, x: Int, y: Int) {
      let position = ";\(x + 1);\(y + 1)"
      program.stage.terminal.sendBytes(
        Array("\u{1B}[<\(modifiers)\(position)M\u{1B}[<\(modifiers)\(position)m".utf8))
      program.press(.function(5))
    }
    let x = try #require(program.stage.terminal.virtualScreen.column(of: "open", row: 0))
    // Without an open inspector, it is an ordinary click.
    click(8, x: x, y: 0)
    #expect(program.store.snapshot.state.isOpen)
    program.store.dispatch(.toggle)
    program.press(.function(12))
    let version = program.store.snapshot.version
    click(8, x: x, y: 0)
    #expect(program.store.snapshot.version == version)
    let node = try program.inspector.pick(x: x, y: 0)
    #expect(node.frame.map { x >= $0.x && x < $0.x + $0.width && $0.y == 0 } == true)
    #expect(program.inspector.screen.picks == [node.id])
    #expect(
      program.stage.rows.contains { $0.contains("›") && $0.contains(node.type) },
      "\(program.text)")
    let title = try program.inspector.pick(x: 1, y: 0)
    #expect(title.id != node.id && title.props.contains("漢字 0"))
    #expect(throws: InspectorError.notFound("node at column 70, row 0")) {
      try program.inspector.pick(x: 70, y: 0)
    }
  }

  @Test("a click on the recorded screen selects the node that drew the cell")
  func mirror() throws {
    let program = try Inspected(columns: 60, rows: 40)
    program.press(.function(2), .function(12), .character("5"))
    let rows = (0..<40).map(program.stage.terminal.virtualScreen.rowText)
    let row = try #require(rows.lastIndex { $0.contains("漢字 0") })
    #expect(row > 10)
    let x = try #require(program.stage.terminal.virtualScreen.column(of: "漢", row: row))
    program.stage.terminal.click(x: x, y: row)
    program.press(.function(5))
    #expect(program.inspector.screen.picks == [try program.inspector.pick(x: 0, y: 0).id])
    #expect(program.text.contains("TextContent"), "\(program.text)")
  }

  @Test(
    "each cell of a random program belongs to a node whose frame contains it",
    arguments: 0..<rounds(3, long: 20))
  func cells(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let program = try Inspected()
    // Each question describes the whole tree, so the default is a sample. In rows of 40 cells, it
    // moves to the left by three cells from row to row.
    let distance = rounds(37, long: 1)
    for round in 0..<2 {
      for _ in 0..<16 { program.step(&random) }
      let size = program.stage.terminal.size
      var nodes: [String: InspectedNode] = [:]
      let start = Int.random(in: 0..<distance, using: &random)
      for cell in stride(from: start, to: size.rows * size.columns, by: distance) {
        let (x, y) = (cell % size.columns, cell / size.columns)
        let id = try program.inspector.screen.owner(x: x, y: y)
        let node = try nodes[id] ?? program.inspector.node(id)
        nodes[id] = node
        let frame = try #require(node.frame)
        let isInside =
          x >= frame.x && x < frame.maxX && y >= frame.y && y < frame.maxY
        #expect(isInside, "seed \(seed), round \(round): \(x), \(y) is not in \(node.text)")
      }
    }
  }
}

/// A device that shows the tree itself, as a page does.
@MainActor
private final class PageView: ScreenView {
  let size = TerminalSize(columns: 60, rows: 30)
  let traits = TerminalTraits(colorDepth: .trueColor, features: [])
  let isBusy = false
  private(set) var rows: [String] = []
  private(set) var receive: @MainActor (DeviceEvent) -> Void = { _ in }

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) { self.receive = receive }
  func show(_ host: TerminalHost, _ announcements: [Announcement]) { rows = host.screenText() }
  func write(_ bytes: [UInt8]) {}
  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() {}
}
