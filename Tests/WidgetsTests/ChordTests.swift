import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A frame clock that a test advances.
@MainActor
func frameClock(_ time: ManualClock) -> FrameClock {
  FrameClock(
    elapsed: { time.elapsed },
    schedule: { delay, work in
      time.schedule(after: delay) { MainActor.assumeIsolated { work() } }
    })
}

extension NodeStage {
  /// The row of the screen at an index; empty below the last row.
  func row(_ index: Int) -> String { index < rows.count ? rows[index] : "" }
}

@MainActor
@Suite("Chords")
struct ChordTests {
  private let received = Captured<[String]>([])
  private let time = ManualClock()

  private func log(_ text: String) -> @MainActor () throws -> Void {
    { [received] in received.value.append(text) }
  }

  private func stage(columns: Int = 60, _ node: some NodeConvertible) -> NodeStage {
    NodeStage(columns: columns, rows: 8, node.environment(\.clock, frameClock(time)))
  }

  private func wait(_ milliseconds: Int, _ stage: NodeStage) {
    time.advance(by: .milliseconds(milliseconds))
    stage.screen.drawFrame()
  }

  /// A page with a button above hints and with chords; one chord starts with a key that is bound
  /// alone.
  private var page: Node {
    Column {
      Column {
        Button("a", action: log("pressed")).autofocus()
        Button("b", action: log("pressed b"))
        KeyHints()
      }
      .keys("Go") {
        Bind("g g", "Top", action: log("top"))
        Bind("g e", "End", isShown: false, action: log("end"))
        Bind("ctrl+x ctrl+s", "Save", action: log("save"))
        Bind("z", "Fold", action: log("fold"))
        Bind("z z", "Center", action: log("center"))
        Bind("d", "Delete", action: log("delete"))
      }
    }
    .onKey { key in
      received.value.append("\(key)")
      return false
    }
  }

  @Test("a chord runs its action after its last key; its keys do not act alone")
  func complete() {
    let stage = stage(page)
    stage.terminal.send("g", "e", "g", "g", "ctrl+x", "ctrl+s")
    #expect(received.value == ["end", "top", "save"])
  }

  @Test("hints show the keys pressed so far and all keys that may follow")
  func hints() {
    let stage = stage(page)
    #expect(
      stage.row(2) == "g g Top  ctrl+x ctrl+s Save  z Fold  z z Center  d Delete")
    stage.terminal.send("g")
    #expect(stage.row(2) == "g …  g Top  e End")
    stage.terminal.send("e")
    #expect(
      stage.row(2) == "g g Top  ctrl+x ctrl+s Save  z Fold  z z Center  d Delete")
  }

  @Test("Escape discards the pressed keys and does nothing else")
  func escape() {
    let stage = stage(page)
    stage.terminal.send("g", .escape, "d")
    #expect(received.value == ["delete"])
  }

  @Test("a key that continues no chord is dropped with the keys before it")
  func dropped() {
    let stage = stage(page)
    stage.terminal.send("g", "d")
    // The outer handler receives the first key and does not handle it.
    #expect(received.value == ["g"])
    stage.terminal.send("d")
    #expect(received.value == ["g", "delete"])
  }

  @Test("after a second without a key, the pressed keys are discarded and the hints are reset")
  func timeout() {
    let stage = stage(page)
    stage.terminal.send("g")
    wait(999, stage)
    #expect(stage.row(2) == "g …  g Top  e End")
    wait(1, stage)
    #expect(stage.row(2).hasPrefix("g g Top  ctrl+x"))
    stage.terminal.send("e")
    #expect(received.value == ["g", "e"])
    #expect(time.pendingCount == 0)
  }

  @Test("each key restarts the timeout, and the environment sets its length")
  func longChord() {
    let node = Column { Button("a") {} }
      .keys { Bind("a b c", "Spell", action: log("abc")) }
      .environment(\.chordTimeout, .milliseconds(300))
    let stage = stage(node)
    stage.terminal.send("a")
    wait(200, stage)
    stage.terminal.send("b")
    wait(200, stage)
    stage.terminal.send("c")
    #expect(received.value == ["abc"])
    stage.terminal.send("a")
    wait(300, stage)
    stage.terminal.send("b", "c")
    #expect(received.value == ["abc"])
  }

  @Test("a key that starts a chord and is bound alone runs its own action after a second")
  func aloneAfterTimeout() {
    let stage = stage(page)
    stage.terminal.send("z")
    #expect(received.value == [])
    wait(1000, stage)
    #expect(received.value == ["fold"])
    stage.terminal.send("z", "z")
    wait(1000, stage)
    #expect(received.value == ["fold", "center"])
  }

  @Test("a key that does not continue the chord runs the first key's own action, then its own")
  func aloneBeforeAnother() {
    let stage = stage(page)
    stage.terminal.send("z", "d", "z", "tab")
    #expect(received.value == ["fold", "delete", "fold", "tab"])
    stage.terminal.send("enter")
    #expect(received.value.last == "pressed b")
  }

  /// Keys of which some begin others, around a field.
  private func prefixes(_ field: Binding<String>? = nil) -> Node {
    Column {
      if let field { TextField(field).onFocusChange { if $0 { received.value.append("field") } } }
      Button("a") {}.autofocus()
    }
    .keys {
      Bind("g", "One", action: log("g"))
      Bind("g g x", "Three", action: log("ggx"))
      Bind("j", "Down", action: log("j"))
    }
    .onPaste {
      received.value.append("paste \($0)")
      return true
    }
  }

  @Test("keys that continue no chord run the longest one that is bound, then the rest")
  func longest() {
    let stage = stage(prefixes())
    stage.terminal.send("g", "g", "j")
    #expect(received.value == ["g", "g", "j"])
    received.value = []
    stage.terminal.send("g", "g", "g", "x", "j")
    #expect(received.value == ["g", "ggx", "j"])
  }

  @Test("after a second, all pressed keys have run")
  func longestAfterTimeout() {
    let stage = stage(prefixes())
    stage.terminal.send("g", "g")
    #expect(received.value == [])
    wait(1000, stage)
    #expect(received.value == ["g", "g"])
    #expect(time.pendingCount == 0)
  }

  @Test("random keys run the longest bound sequences, one after the other")
  func randomKeys() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let bound = ["g", "ggx", "j", "xj", "jjjg"]
    var (expected, pressed) = ([String](), "")
    func runLongest() -> Bool {
      guard let longest = bound.filter({ pressed.hasPrefix($0) }).max(by: { $0.count < $1.count })
      else { return false }
      expected.append(longest)
      pressed.removeFirst(longest.count)
      return true
    }
    func press(_ key: Character) {
      let before = pressed
      pressed.append(key)
      if bound.contains(where: { $0.count > pressed.count && $0.hasPrefix(pressed) }) { return }
      if bound.contains(pressed) {
        expected.append(pressed)
        pressed = ""
        return
      }
      pressed = before
      let rest = runLongest() ? pressed + String(key) : ""
      pressed = ""
      for key in rest { press(key) }
    }
    let node = Column { Button("a") {}.autofocus() }
      .keys {
        for keys in bound {
          if let chord = KeyChord(keys.compactMap { Key("\($0)") }) {
            Bind(chord, "Key", action: log(keys))
          }
        }
      }
    for _ in 0..<rounds(200, long: 5_000) {
      (received.value, expected, pressed) = ([], [], "")
      let stage = stage(node)
      let keys = (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in
        "ggxjjq".randomElement(using: &random)
      }
      for key in keys {
        press(key)
        stage.terminal.send(Key("\(key)") ?? .escape)
      }
      while !pressed.isEmpty, runLongest() {}
      wait(1000, stage)
      #expect(received.value == expected, "\(String(keys)), seed \(seed)")
    }
  }

  @Test("a binding to a text that is no key is reported, and the others work")
  func unknownKey() {
    let issues = Captured<[String]>([])
    let stage = NodeStage(columns: 60, rows: 8, Node.empty)
    stage.screen.renderer.onIssue = { issues.value.append("\($0)") }
    stage.show(
      Column {
        Button("a") {}.autofocus()
        KeyHints()
      }
      .keys {
        Bind("escap", "Back", action: log("back"))
        Bind(["ctrl+", "b"], "Bold", action: log("bold"))
        Bind("g nothing", "Go", action: log("go"))
        Bind("d", "Delete", action: log("delete"))
      })
    stage.terminal.send("d", "b", "g")
    #expect(received.value == ["delete", "bold"])
    #expect(stage.rows.contains("b Bold  d Delete"))
    #expect(issues.value.count == 3)
    #expect(issues.value.allSatisfy { $0.contains("binds a key that does not exist: ") })
    #expect(issues.value.first?.contains("\"escap\" is not a key: write one character") == true)
  }

  @Test(
    "keys have the names that manuals use",
    arguments: [
      ("escape", Key.escape), ("esc", .escape), ("return", .enter),
      ("ctrl+del", Key(.delete, .control)),
      ("pgup", .pageUp), ("pgdn", .pageDown), ("ins", .insert),
    ])
  func names(text: String, key: Key) {
    #expect(Key(text) == key)
    #expect(Key(key.description) == key)
  }

  @Test("a paste waits for the keys before it")
  func pasteAfterKeys() {
    let stage = stage(prefixes())
    stage.terminal.send("g", "g")
    stage.terminal.paste("text")
    #expect(received.value == ["g", "g", "paste text"])
    wait(1000, stage)
    #expect(received.value == ["g", "g", "paste text"])
  }

  @Test("a focus that moves by a click, by the program or by a dialog discards the pressed keys")
  func focusMoves() {
    struct Page: Component {
      let received: Captured<[String]>
      let handle = FocusHandle()
      @Local var isAsking = false

      var body: Node {
        Column {
          Button("a") {}.autofocus()
          Button("b") {}.focus(handle)
          KeyHints()
          if isAsking { Dialog("Sure?") { Button("Yes") { isAsking = false } } }
        }
        .keys {
          Bind("g g", "Top") { received.value.append("top") }
          Bind("g d", "Ask") { isAsking = true }
        }
        .onKeyReleased { _ in false }
        .onChange(of: isAsking) { _, isAsking in received.value.append("asks \(isAsking)") }
      }
    }
    let asks = Captured(false)
    func tree() -> Node {
      Column {
        Page(received: received)
        if asks.value { Dialog("Wait") { Button("Ok") {} } }
      }
      .environment(\.clock, frameClock(time))
    }
    let stage = NodeStage(columns: 30, rows: 8, tree())
    stage.terminal.send("g")
    stage.terminal.click(x: 1, y: 1)
    stage.terminal.send("g", .escape)
    #expect(received.value == [])
    // A dialog appears between the two keys.
    stage.terminal.send("g")
    asks.value = true
    stage.show(tree())
    stage.terminal.send("g")
    asks.value = false
    stage.show(tree())
    #expect(received.value == [])
    stage.terminal.send("g")
    #expect(received.value == [])
    stage.terminal.send("g")
    #expect(received.value == ["top"])
    // The focus is back on the button, but the keys pressed before the dialog are discarded.
    stage.terminal.send("g")
    asks.value = true
    stage.show(tree())
    asks.value = false
    stage.show(tree())
    stage.terminal.send("d", "g", "d")
    #expect(received.value == ["top", "asks true"])
  }

  @Test("a focused field types the letters of a chord that is bound around it")
  func typing() {
    let text = Captured("")
    func tree() -> Node {
      Column {
        TextField(text.value, onChange: { text.value = $0 })
        KeyHints()
      }
      .keys {
        Bind("g g", "Top", action: log("top"))
        Bind("ctrl+x s", "Save", action: log("save"))
      }
    }
    let stage = stage(tree())
    stage.terminal.send("g", "g")
    stage.show(tree())
    #expect(stage.rows == ["gg", "ctrl+x s Save"])
    stage.terminal.send("ctrl+x", "s")
    #expect(text.value == "gg")
    #expect(received.value == ["save"])
  }

  @Test("inner chords precede outer keys, and an inner key hides outer chords that start with it")
  func nested() {
    let node = Column {
      Column { Button("a") {} }
        .keys {
          Bind("g t", "Tabs", action: log("tabs"))
          Bind("x", "Cut", action: log("cut"))
        }
      KeyHints()
    }
    .keys {
      Bind("g g", "Top", action: log("top"))
      Bind("g", "Go", action: log("go"))
      Bind("x y", "Never", action: log("never"))
    }
    let stage = stage(node)
    #expect(stage.row(1) == "g t Tabs  x Cut  g g Top  g Go")
    stage.terminal.send("g", "g", "g", "t", "x", "y", "g")
    #expect(received.value == ["top", "tabs", "cut"])
    wait(1000, stage)
    #expect(received.value == ["top", "tabs", "cut", "go"])
  }

  @Test("key maps and help show chords as text, and a list accepts chords for its keys")
  func texts() throws {
    #expect(KeyChord("g g") == KeyChord(.character("g"), .character("g")))
    #expect(KeyChord(" ") == .space && KeyChord("ctrl+ ") == .control(" "))
    #expect("\(KeyChord("ctrl+x space"))" == "ctrl+x space")
    for text in ["", "g  g", " g", "g ", "gg", "g ctl+x"] {
      #expect(KeyChord(text) == nil, "\(text)")
    }

    let map = try KeyMap(parsing: ["quit": ["ctrl+x q"], "list.last": ["g e"], "list.up": ["k k"]])
    let rows = (1...5).map { Item(id: $0) }
    let showsHelp = Captured(false)
    func tree() -> Node {
      Column {
        List(rows) { Text("row \($0.id)") }.autofocus()
        HelpDialog(showsHelp.value) {}
      }
      .keys { Bind("q", "Quit", name: "quit", action: log("quit")) }
      .environment(\.keyMap, map)
    }
    let stage = NodeStage(columns: 36, rows: 11, tree())
    stage.terminal.send("g", "e")
    #expect(stage.row(4) == "› row 5")
    stage.terminal.send("k", "k", "ctrl+x", "q")
    #expect(stage.row(3) == "› row 4")
    #expect(received.value == ["quit"])
    showsHelp.value = true
    stage.show(tree())
    #expect(stage.rows.contains { $0.contains("g e  Go to the last row") }, "\(stage.rows)")
    #expect(stage.rows.contains { $0.contains("ctrl+x q  Quit") }, "\(stage.rows)")
  }

  @Test("a Tab that ends a chord still moves the focus, after the keys before it")
  func tabAfterPrefix() {
    let stage = stage(page)
    stage.terminal.send("z", .tab, .enter)
    #expect(received.value == ["fold", "tab", "pressed b"])
  }

  @Test("digits before a letter that moves are a count; other keys get the digits as keys")
  func counts() {
    let rows = (1...200).map { Item(id: $0) }
    let map = KeyMap(["list.down": ["j", "down"], "list.up": ["k", "up"], "list.last": ["G"]])
    let stage = stage(
      Column { List(rows) { Text("row \($0.id)") }.autofocus() }
        .keys {
          Bind("3", "Third", action: log("third"))
          Bind("2", "Second", action: log("second"))
          Bind("x", "Cross", action: log("cross"))
        }
        .environment(\.keyMap, map).height(.percent(100)))
    func current() -> String { stage.rows.first { $0.hasPrefix("›") } ?? "" }
    stage.terminal.send("3", "j")
    #expect(current() == "› row 4" && received.value == [])
    stage.terminal.send("2", "k")
    #expect(current() == "› row 2")
    stage.terminal.send("1", "0", "0", "j")
    #expect(current() == "› row 102")
    stage.terminal.send("9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "9", "k")
    #expect(current() == "› row 1")
    stage.terminal.send("5", "0", "G", "9", "9", "9", "j")
    #expect(current() == "› row 200" && received.value == [])
    // An arrow, another key and the end of the time make the digits keys of their own.
    stage.terminal.send("3", .up)
    #expect(current() == "› row 199" && received.value == ["third"])
    stage.terminal.send("3", "2", "x")
    #expect(received.value == ["third", "third", "second", "cross"])
    stage.terminal.send("2")
    #expect(received.value.count == 4)
    wait(1_001, stage)
    #expect(received.value.last == "second" && received.value.count == 5)
    // Nothing is bound to 7 and 0: the next key counts alone.
    stage.terminal.send("7", "x", "0", "j")
    #expect(received.value.last == "cross" && current() == "› row 200")
    stage.terminal.send("3", .escape, "k")
    #expect(current() == "› row 199" && received.value.count == 6)
    // A digit that is not bound hides no later one.
    stage.terminal.send("5", "2")
    wait(1_001, stage)
    wait(1_001, stage)
    #expect(received.value.last == "second" && received.value.count == 7)
  }

  @Test("counts before a letter skip headers, and name rows before the last one's key")
  func countsAndHeaders() {
    let rows = (0...8).map { Item(id: $0) }
    let map = KeyMap(["list.down": ["j"], "list.up": ["k"], "list.last": ["G"]])
    let stage = stage(
      Column {
        List(rows) { Text("row \($0.id)") }.sections(isHeader: { $0.id % 2 == 0 }).autofocus()
      }
      .environment(\.keyMap, map).height(.percent(100)))
    func current() -> String { stage.rows.first { $0.hasPrefix("›") } ?? "" }
    stage.terminal.send("2", "j")
    #expect(current() == "› row 3")
    stage.terminal.send("1", "k")
    #expect(current() == "› row 1")
    stage.terminal.send("5", "G")
    #expect(current() == "› row 5")
    stage.terminal.send("1", "G")
    #expect(current() == "› row 1")
  }

  @Test("letters that move select with their capitals, and Shift with an arrow selects, too")
  func shiftedLetters() {
    let selected = Captured<Set<Int>>([])
    let map = KeyMap(["list.down": ["j"], "list.up": ["k"]])
    let stage = stage(
      List((0..<6).map { Item(id: $0) }) { Text("row \($0.id)") }
        .selection(Binding(get: { selected.value }) { selected.value = $0 })
        .autofocus().environment(\.keyMap, map))
    stage.terminal.send("J")
    #expect(selected.value == [0, 1])
    stage.terminal.send(Key.down.with(.shift))
    #expect(selected.value == [0, 1, 2])
    stage.terminal.send("K")
    #expect(selected.value == [0, 1])
  }

  @Test("keys of a list do not become keys of a radio or a split")
  func keysOfOthers() {
    let map = KeyMap(["list.down": ["j", "down"], "list.up": ["k", "up"]])
    let chosen = Captured("a")
    let stage = stage(
      Column {
        Radio(["a", "b"], selected: chosen.value, direction: .horizontal) {
          chosen.value = $0
        } title: {
          $0
        }
      }
      .onKey { [received] in
        received.value.append("\($0)")
        return true
      }
      .environment(\.keyMap, map))
    stage.terminal.send(.tab, .down)
    #expect(received.value.last == "down" && chosen.value == "a")
    stage.terminal.send(.right)
    #expect(chosen.value == "b")
  }

  @Test("without letters that move, digits do not wait")
  func noCounts() {
    let stage = stage(
      Column { List((1...9).map { Item(id: $0) }) { Text("row \($0.id)") }.autofocus() }
        .keys { Bind("3", "Third", action: log("third")) })
    stage.terminal.send("3")
    #expect(received.value == ["third"])
  }

  private struct Item: Identifiable { let id: Int }
}
