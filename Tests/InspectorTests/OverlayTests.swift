import Millrace
import MillraceStore
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector

/// The program below the overlay.
@MainActor
private func app(_ store: Store<Notebook, NotebookAction>) -> TerminalApp<Notebook, NotebookAction>
{
  TerminalApp(store) { state, dispatch in
    Column {
      Heading(count: state.notes.count)
      for note in state.notes { Text(note.title).key(note.id) }
      Text("draft: \(state.draft)")
    }
    .keys {
      Bind("a", "Add") { dispatch(.add(state.notes.count)) }
      Bind("x", "Type") { dispatch(.draft(state.draft + "x")) }
    }
  }
}

private struct Heading: Component, Equatable {
  let count: Int
  var body: Node { Text("\(count) notes").bold() }
}

@MainActor
@Suite("The inspector's overlay", .timeLimit(.minutes(20)))
struct OverlayTests {
  private let store: Store<Notebook, NotebookAction>
  private let inspector: Inspector
  private let stage: TestStage

  init() throws {
    var made: Store<Notebook, NotebookAction>?
    var inspector: Inspector?
    stage = try TestStage(columns: 80, rows: 30) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      made = store
      inspector = Inspector(store)
      return app(store).inspected(by: inspector)
    }
    store = try #require(made)
    self.inspector = try #require(inspector)
  }

  private func press(_ keys: Key...) {
    for key in keys {
      stage.terminal.send(key)
      stage.settle()
      stage.settle()
    }
  }

  private func type(_ text: String) { for character in text { press(.character(character)) } }

  @Test("F12 opens the overlay with the log, and F12 and Escape close it")
  func opens() {
    type("xxa")
    #expect(stage.rows == ["1 notes", "xx", "draft:"])
    press(.function(12))
    #expect(stage.rows.prefix(3) == ["1 notes", "xx", "draft:"])
    #expect(stage.rows[11].hasPrefix("╭─ Inspector ──"))
    #expect(stage.rows[28].contains("? Keys"))
    let text = stage.rows.joined(separator: "\n")
    #expect(text.contains("Log  State  Views  Timings"))
    #expect(text.contains("add(0)"))
    #expect(text.contains("key a"))
    #expect(text.contains("live, version 3"))
    press(.function(12))
    #expect(stage.rows == ["1 notes", "xx", "draft:"])
    press(.function(12), .escape)
    #expect(stage.rows == ["1 notes", "xx", "draft:"])
  }

  @Test("a program with a closed overlay writes the same bytes as without an inspector")
  func bytes() throws {
    let plain = try TestStage(columns: 80, rows: 30) { dependencies in
      app(Store(initial: Notebook(), reducer: notebook, dependencies: dependencies))
    }
    for key in "xxaxxaxa" {
      stage.terminal.send(.character(key))
      plain.terminal.send(.character(key))
      stage.settle()
      plain.settle()
      #expect(stage.terminal.bytesWritten == plain.terminal.bytesWritten)
      #expect(stage.terminal.writes == plain.terminal.writes)
      #expect(stage.terminal.screen == plain.terminal.screen)
    }
    #expect(inspector.screen.frames.isEmpty)
  }

  @Test("the overlay keeps its keys when it shows a version with an open dialog of the program")
  func dialogs() throws {
    let program = try InspectedNotebook(columns: 80, rows: 30) { state, dispatch in
      Text("draft: \(state.draft)")
      if state.isOpen {
        Dialog("Question", onClose: { dispatch(.toggle) }) {
          TextField(state.draft, onChange: { dispatch(.draft($0)) }).autofocus()
        }
      }
    }
    let (inspector, stage) = (program.inspector, program.stage)
    func press(_ keys: Key...) {
      for key in keys {
        stage.terminal.send(key)
        for _ in 0..<3 { stage.settle() }
      }
    }
    for action in [NotebookAction.draft("a"), .toggle, .toggle, .draft("b")] {
      program.store.dispatch(action)
    }
    press(.function(12), .character("["), .character("["))
    #expect(inspector.position == 2)
    // The dialog is below the overlay, whose help is above both.
    press(.character("?"))
    #expect(stage.rows.joined().contains("Step back"))
    press(.escape, .character("["))
    #expect(inspector.position == 1)
    press(.character("]"), .character("2"), .character("]"))
    #expect(inspector.position == 3)
    press(.character("["), .escape)
    #expect(
      stage.rows[29] == "F12, then l, goes live. The views show version 2 and take no input.")
    press(.character("x"))
    #expect(inspector.versions.upperBound == 4)
    press(.function(12), .character("l"))
    #expect(inspector.position == nil)
    program.store.dispatch(.toggle)
    press(.function(12), .character("x"))
    #expect(inspector.versions.upperBound == 6, "the dialog has the keys again")
  }

  // MARK: - Input in the past

  @Test("in the past the program takes no input, and a line says how to go live")
  func inputInThePast() {
    type("xa")
    store.dispatch(.draft("y"))
    stage.settle()
    inspector.screen.showAnew()
    press(.function(12), .character("["), .function(12))
    #expect(inspector.position == 2)
    #expect(
      stage.rows[29] == "F12, then l, goes live. The views show version 2 and take no input.")
    type("xa")
    stage.terminal.paste("z")
    stage.settle()
    #expect(store.snapshot.version == 3)
    press(.function(12), .character("l"), .function(12))
    #expect(stage.rows == ["1 notes", "x", "draft: y"])
    type("x")
    #expect(store.state.draft == "yx")
  }

  @Test("in the past Ctrl-C still ends the program")
  func endInThePast() throws {
    type("x")
    try inspector.travel(to: 0)
    press(.control("c"))
    #expect(stage.session.ended == .interrupted)
  }

  @Test("an edit of the past is not saved into the present")
  func editOfThePast() throws {
    let program = try InspectedNotebook(columns: 60, rows: 8) { state, dispatch in
      Column {
        TextField(
          state.draft, onChange: { dispatch(.draft($0)) },
          onSubmit: { dispatch(.add(state.notes.count)) }
        ).autofocus()
        Button("Add") { dispatch(.add(state.notes.count)) }
      }
    }
    let (inspector, stage, store) = (program.inspector, program.stage, program.store)
    for action in [NotebookAction.draft("old"), .add(0), .draft("new")] { store.dispatch(action) }
    stage.settle()
    try inspector.travel(to: 1)
    stage.settle()
    #expect(stage.rows[0] == "old")
    for key in [Key.character("s"), .enter, .tab, .enter] {
      stage.terminal.send(key)
      stage.settle()
    }
    // The overlay covers the lower part only.
    stage.terminal.send(.function(12))
    stage.settle()
    stage.terminal.click(x: 1, y: 1)
    stage.settle()
    #expect(store.snapshot.version == 3)
    inspector.goLive()
    stage.settle()
    #expect(store.state.draft == "new")
    #expect(stage.rows[0] == "new")
  }

  /// A row that is edited in its line: it saves when it loses the focus.
  @NodeBuilder @MainActor
  private static func editedRow(_ state: Notebook, _ dispatch: Dispatcher<NotebookAction>) -> Node {
    Column {
      if state.isOpen {
        TextField(state.draft, onChange: { dispatch(.draft($0)) })
          .onFocusChange { hasFocus in if !hasFocus { dispatch(.add(1)) } }
          .autofocus()
      }
      Button("edit") { dispatch(.toggle) }
    }
  }

  @Test("a field that saves when it loses the focus goes on while the inspector is open")
  func coveredEdit() throws {
    let program = try InspectedNotebook(columns: 60, rows: 20, view: Self.editedRow)
    let (inspector, stage, store) = (program.inspector, program.stage, program.store)
    func press(_ keys: Key...) {
      for key in keys {
        stage.terminal.send(key)
        for _ in 0..<3 { stage.settle() }
      }
    }
    for action in [NotebookAction.draft("a"), .toggle] { store.dispatch(action) }
    stage.settle()
    press(.character("b"), .function(12), .function(12), .character("c"))
    #expect(store.state.draft == "abc")
    #expect(store.state.notes.isEmpty)
    // The field disappears in the past, and gets the focus again.
    try inspector.travel(to: 1)
    stage.settle()
    press(.function(12), .character("l"), .function(12), .character("d"))
    #expect(store.state.draft == "abcd")
    press(.function(12))
    try inspector.travel(to: 1)
    stage.settle()
    press(.character("l"), .escape, .character("e"))
    #expect(store.state.draft == "abcde")
    #expect(store.state.notes.isEmpty)
    // In the past, the overlay closes and opens again.
    press(.function(12), .character("["), .escape, .function(12), .character("l"), .escape)
    #expect(store.state.notes.isEmpty)
    press(.function(12), .character("["), .escape)
    inspector.goLive()
    stage.settle()
    press(.character("f"))
    #expect(store.state.draft == "abcdef")
    #expect(store.state.notes.isEmpty)
    press(.tab)
    #expect(store.state.notes.map(\.title) == ["abcdef"])
  }

  @Test("a field of a past version takes no focus from the present")
  func focusBehindTravel() throws {
    let program = try InspectedNotebook(columns: 60, rows: 20) { state, dispatch in
      Column {
        TextField(state.draft, onChange: { dispatch(.draft($0)) })
        Button("other") {}
        if state.isOpen { TextField("", onChange: { _ in }).autofocus() }
        Button("last") {}
      }
    }
    let (inspector, stage, store) = (program.inspector, program.stage, program.store)
    for action in [NotebookAction.toggle, .toggle] { store.dispatch(action) }
    stage.settle()
    stage.terminal.click(x: 0, y: 0)
    for _ in 0..<3 { stage.settle() }
    for key in [Key.function(12), .character("["), .character("l"), .escape, .character("a")] {
      stage.terminal.send(key)
      for _ in 0..<3 { stage.settle() }
    }
    #expect(inspector.position == nil)
    #expect(store.state.draft == "a")
  }

  @Test("a field that appears behind the inspector and asks for the focus has it afterwards")
  func resumedEdit() throws {
    let program = try InspectedNotebook(columns: 60, rows: 20, view: Self.editedRow)
    let (stage, store) = (program.stage, program.store)
    for action in [NotebookAction.draft("a"), .toggle, .toggle] { store.dispatch(action) }
    stage.settle()
    for key in [Key.function(12), .character("["), .character("R"), .escape, .character("b")] {
      stage.terminal.send(key)
      for _ in 0..<3 { stage.settle() }
    }
    #expect(store.state.draft == "ab")
    #expect(store.state.notes.isEmpty)
  }

  @Test("a second session of the store shows the past, and takes no input there")
  func secondSession() throws {
    let second = try TestStage(columns: 80, rows: 4) { _ in app(store).inspected(by: inspector) }
    type("xx")
    second.settle()
    try inspector.travel(to: 1)
    stage.settle()
    second.settle()
    #expect(second.rows[1] == "draft: x")
    #expect(second.rows[3] == "The views show version 1 and take no input.")
    second.terminal.send(.character("x"))
    second.settle()
    #expect(store.snapshot.version == 2)
    inspector.goLive()
    second.settle()
    #expect(second.rows == ["0 notes", "draft: xx"])
    // The sessions keep their overlays.
    press(.function(12))
    #expect(stage.rows[11].hasPrefix("╭─ Inspector ──"))
  }

  @Test("a field shows the state again after what was typed was dropped")
  func droppedText() throws {
    let program = try InspectedNotebook(columns: 60, rows: 8) { state, dispatch in
      TextField(state.draft, onChange: { dispatch(.draft($0)) }).autofocus()
    }
    let (inspector, stage) = (program.inspector, program.stage)
    stage.terminal.send(.character("a"))
    stage.settle()
    inspector.hold()
    stage.terminal.send(.character("b"))
    stage.settle()
    #expect(stage.rows[0] == "ab")
    inspector.release(dropping: true)
    stage.settle()
    #expect(stage.rows[0] == "a")
    stage.terminal.send(.character("c"))
    stage.settle()
    #expect(program.store.state.draft == "ac")
  }

  @Test("a line shows that actions are held while the overlay is closed")
  func held() async throws {
    let sign = "The inspector holds the program's actions. F12 shows it."
    inspector.hold()
    stage.settle()
    #expect(stage.rows[29] == sign)
    inspector.release()
    stage.settle()
    #expect(!stage.rows.contains(sign))
    try inspector.addBreak(at: "draft")
    type("x")
    await repeatUntil({ stage.rows.contains(sign) }) {
      await Task.yield()
      stage.settle()
    }
    #expect(stage.rows[1] == "draft: x")
    press(.function(12))
    #expect(!stage.rows.contains(sign))
    #expect(stage.rows.joined().contains("held, 0 waiting"))
  }

  @Test("keys step through the versions, and the program shows the selected version")
  func travel() throws {
    type("xxaxa")
    press(.function(12))
    try inspector.travel(to: 2)
    stage.settle()
    #expect(stage.rows.prefix(3) == ["0 notes", "draft: xx", ""])
    press(.character("]"))
    #expect(inspector.position == 3)
    #expect(stage.rows.prefix(3) == ["1 notes", "xx", "draft:"])
    press(.character("["), .character("["))
    #expect(stage.rows.prefix(2) == ["0 notes", "draft: x"])
    #expect(stage.rows.joined().contains("version 1 of 5"))
    store.dispatch(.draft("new"))
    stage.settle()
    stage.clock.advance(by: .milliseconds(40))
    stage.settle()
    #expect(stage.rows.prefix(2) == ["0 notes", "draft: x"])
    #expect(stage.rows.joined().contains("version 1 of 6, +1"))
    press(.character("l"))
    #expect(stage.rows.prefix(4) == ["2 notes", "xx", "x", "draft: new"])
    #expect(inspector.position == nil)
  }

  @Test("the tree, the frames and the recording do not contain the overlay")
  func apart() throws {
    type("xa")
    let before = store.snapshot.version
    press(.function(12))
    let tree = try inspector.tree(depth: 64)
    #expect(tree.json.contains("Heading"))
    for own in ["InspectorView", "InspectorOverlay", "LogPane"] {
      #expect(!tree.json.contains(own))
    }
    for tab in "2341" { press(.character(tab), .down, .tab, .down) }
    #expect(store.snapshot.version == before)
    #expect(inspector.versions.upperBound == before)
    #expect(inspector.screen.frames.isEmpty)
    store.dispatch(.add(7))
    stage.settle()
    let frame = try #require(inspector.screen.frames.last)
    #expect(frame.to == before + 1)
    #expect(frame.bodies.allSatisfy { !$0.path.contains("Inspector") })
    let detail = try inspector.commit(before + 1)
    #expect(detail.frames.map(\.number) == [frame.number])
    #expect(detail.frames[0].bytes > 0)
    #expect(detail.text.contains("props count: 1 → 2"))
    #expect(detail.commit.input == nil)
    #expect(try inspector.commit(1).commit.input == "x")
  }

  @Test("the state tab lists the parts of the state with their values")
  func state() async throws {
    type("xxa")
    press(.function(12), .character("2"))
    let text = stage.rows.joined(separator: "\n")
    #expect(text.contains("notes: (1 elements)"), "\(text)")
    #expect(text.contains("draft: \"\""))
  }

  @Test("one tab shows the tree, and another shows the times of frames")
  func views() throws {
    press(.function(12), .character("3"))
    store.dispatch(.add(1))
    stage.settle()
    stage.clock.advance(by: .milliseconds(40))
    stage.settle()
    let text = stage.rows.joined(separator: "\n")
    #expect(text.contains("Connect<Notebook"), "\(text)")
    press(.character("4"))
    #expect(stage.rows.joined().contains("Frame, µs"))
  }

  @Test("the inspector describes a node's box from margin to content, and its growth or shrinkage")
  func boxes() throws {
    var inspector: Inspector?
    let stage = try TestStage(columns: 40, rows: 12) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      inspector = Inspector(store)
      return TerminalApp(store) { _, _ in
        Row {
          Box { Text("a") }.width(6).padding(horizontal: 2, vertical: 1).margin(left: 1)
          Text("b").grow()
          Text("too wide for its box").wrap(.clip).width(30)
        }
        .width(30)
      }.inspected(by: inspector)
    }
    let row = try #require(try inspector?.tree(depth: 8).nodes[0].children[0])
    // A component has no box; its element does. A tree contains the boxes of its first nodes only.
    let nodes = try row.children.map { $0.frame == nil ? $0.children[0] : $0 }
      .map { try #require(try inspector?.node($0.id)) }
    let boxes = try nodes.map { try #require($0.box) }
    #expect(
      boxes.map { $0.lines.joined(separator: "\n") } == [
        """
          box at (1, 0): 6×12, margin 1 0 0 0, border 1 1 1 1, padding 2 1 2 1, content 0×8
          basis 6 → kept → 6
        """,
        """
          box at (7, 0): 0.74×12, content 0.74×12
          basis 1 (content) → shrunk → 0.74, grow 1
        """,
        """
          box at (7.74, 0): 22.26×12, content 22.26×12
          basis 30 → shrunk → 22.26
        """,
      ])
    for (node, box) in zip(nodes, boxes) {
      #expect(node.frame?.x == Int(box.x.rounded()))
      #expect(node.frame?.width == Int((box.x + box.width).rounded()) - Int(box.x.rounded()))
    }
    withExtendedLifetime(stage) {}
  }

  @Test("the overlay opens over a dialog of the program, and lists its own keys")
  func dialog() throws {
    var inspector: Inspector?
    let stage = try TestStage(columns: 80, rows: 30) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      inspector = Inspector(store)
      return TerminalApp(store) { state, dispatch in
        Text("below")
        Dialog("Sure?", onClose: {}) { Button("Yes") {} }
      }.inspected(by: inspector)
    }
    stage.terminal.send(.function(12))
    stage.settle()
    #expect(stage.rows.joined().contains("Inspector"))
    stage.terminal.send(.character("?"))
    stage.settle()
    #expect(stage.rows.joined().contains("Step back"), "\(stage.rows.joined(separator: "\n"))")
  }
}
