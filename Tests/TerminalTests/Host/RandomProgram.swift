import Foundation
import MillraceLayout
import MillraceRender
import MillraceTesting
import TestSupport

@testable import MillraceTerminal
@testable import MillraceWidgets

/// A program that keeps its whole state in this object, so that a new screen can show it.
@MainActor
final class RandomProgram {
  private let hasList: Bool
  private var items = Array(0..<20)
  private var next = 100
  private var title = "plain"
  private var overlay: (x: Int, y: Int)?
  private(set) var hasDialog = false
  private(set) var hasPalette = false
  private var hasMenu = false
  private var selected: Set<Int> = []
  private var toasts = 0
  private var fails = false
  private var isDisabled = false
  private(set) var isNarrow = false
  private var accent = Color.default
  private var presses = 0
  private var draft = ""
  private var dragged = 0
  private let field = FocusHandle()
  /// For each element: the number of times the mouse entered it, minus the number of times it left.
  private(set) var hovered: [String: Int] = [:]
  var isClosed = false
  /// The traces of the past that a user or another part of the program can observe.
  var past: [Int] { [presses, appeared, disappeared, dragged] + items + selected.sorted() }
  private(set) var appeared = 0
  private(set) var disappeared = 0
  fileprivate(set) var shownBindings: [KeyBinding]?

  init(hasList: Bool = true) { self.hasList = hasList }

  private static let titles = [
    "plain", "漢字漢字 wide", "👩‍👩‍👧 family 🇩🇪", "é\u{301}\u{301}", "", "two\nlines",
  ]

  /// Makes a random change to the program or to its terminal.
  func step(_ stage: NodeStage, _ generator: inout SeededGenerator) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let choice = number(0...26)
    switch choice {
    case 0: title = Self.titles.randomElement(using: &generator) ?? ""
    case 1: overlay = overlay == nil ? (number(-1...12), number(0...8)) : nil
    case 2: hasDialog.toggle()
    case 3: fails.toggle()
    case 4: isNarrow.toggle()
    case 5: accent = [.red, .default, .blue].randomElement(using: &generator) ?? .red
    case 6 where !items.isEmpty: items.remove(at: number(0...items.count - 1))
    case 7:
      items.insert(next, at: number(0...items.count))
      next += 1
    case 8: items.shuffle(using: &generator)
    case 9: stage.terminal.resize(columns: number(8...34), rows: number(6...16))
    case 10: stage.terminal.click(x: number(0...33), y: number(0...15))
    case 11: stage.terminal.wheel(up: number(0...1) == 0, x: number(0...20), y: number(2...9))
    case 14: field.focus()
    case 15: hasMenu.toggle()
    case 16: toasts = number(0...5)
    case 25: isDisabled.toggle()
    case 17: hasPalette = hasList && !hasPalette
    case 18:
      // Drags a row.
      stage.terminal.mouse(.press, x: 2, y: number(3...9))
      for _ in 0..<number(1...4) { stage.terminal.mouse(.drag, x: 2, y: number(0...15)) }
      if number(0...3) > 0 { stage.terminal.mouse(.release, x: 2, y: number(3...9)) }
    case 13:
      let actions: [MouseEvent.Action] = [.press, .drag, .release, .move]
      let buttons: [MouseEvent.Button] = [.left, .left, .right, .none]
      for _ in 0..<number(1...3) {
        let action = actions.randomElement(using: &generator) ?? .press
        stage.terminal.mouse(
          action, action == .move ? .none : buttons.randomElement(using: &generator) ?? .left,
          x: number(0...33), y: number(0...15))
      }
    case 12: stage.terminal.type(["x", "漢", " ", "é"].randomElement(using: &generator) ?? "x")
    default:
      let keys: [Key] = [
        .down, .up, .tab, .shiftTab, .pageDown, .end, .home, .enter, .down, .escape, .space, .left,
        .right, Key(.down, .shift), .control("a"), Key(.left, .shift), .control("w"),
        .control("y"), .control("_"),
      ]
      // Several keys arrive in one read, and one frame answers them.
      let burst = (0..<number(1...4)).map { _ in keys.randomElement(using: &generator) ?? .down }
      stage.terminal.sendBytes(burst.flatMap(\.bytes))
    }
    return "\(choice)"
  }

  var view: Node {
    let isNarrow = isNarrow
    let accent = accent
    return Column {
      Text(title).bold(isNarrow)
      TextField(draft, onChange: { self.draft = $0 }, completions: completions)
        .onKey { _ in false }.focus(field).disabled(isDisabled && isNarrow)
      SizeReader { size in
        if size.width < 16 { Text("narrow \(size.width)") } else { Row { Text("wide") } }
      }
      if isNarrow {
        Column { self.body }.grow()
      } else {
        Row(gap: 1) { self.body }.grow()
      }
      ErrorBoundary {
        Failing(fails: self.fails, text: "fine \(self.presses)")
      } failure: { error, retry in
        Button("failed: \(error)") { retry() }
      }
      // Without a list, the view must depend only on the state, so a change of `fails` makes a new
      // boundary.
      .key(hasList ? 0 : fails ? 1 : 2)
      Row {
        Accented(text: "accent").onPointer { event in
          if event.phase == .drag { self.dragged = event.position.x }
          return true
        }
        Button("\(self.dragged)") {}
        hoverable("hover")
      }.focusScope(.byArrows)
      constrained
      Static(id: title) { Text("static") }.dim(isNarrow)
      menu(on: Button("press") { self.presses += 1 }).disabled(isDisabled)
      if let overlay {
        Text("XX").background(accent)
          .absolute(left: .cells(Double(overlay.x)), top: .cells(Double(overlay.y)))
          .onAppear { self.appeared += 1 }
          .onDisappear { self.disappeared += 1 }
      }
      if hasDialog {
        Dialog("dialog 漢", closesOnOutsideClick: true, onClose: { self.hasDialog = false }) {
          Text(self.title)
          menu(on: Button("close") { self.hasDialog = false })
          hoverable("dialog")
        }
        .keys { Bind("q", "Close") { self.hasDialog = false } }
      }
      Toasts((0..<toasts).map { Toast(id: $0, "toast \(self.title)", role: .danger) })
      if hasList {
        Hints(program: self)
        Palette(hasPalette) { self.hasPalette = false }
      }
    }
    .keys {
      Bind("x", "Press", isEnabled: !isNarrow) { self.presses += 1 }
      Bind(["q", "f1"], title) { self.fails.toggle() }
      Bind("ctrl+a end", "Chord") { self.presses += 1 }
      Bind("ctrl+w", "Alone") { self.presses += 2 }
      Bind("ctrl+w ctrl+y", "Both") { self.isDisabled.toggle() }
    }
    .environment(\.accent, accent)
  }

  /// Nil without a list, because completions depend on the typed text.
  private var completions: (@MainActor (String) -> [Completion])? {
    guard hasList else { return nil }
    return { before in
      ["x", "漢", "é"].filter { before.hasSuffix($0) }
        .flatMap { [Completion($0 + "漢字", replacing: $0), Completion("y", replacing: $0)] }
        .suffix(before.count % 2 + 1)
    }
  }

  /// Constraints that appear, disappear, change and contradict each other.
  private var constrained: Node {
    Constrained {
      Text(title).anchored("title")
      Button("line") { self.presses += 1 }.anchored(isNarrow ? "other" : "line")
      if !fails { Text("last 漢").truncate().anchored("last") }
    } constraints: { it in
      it.title.width <= it.parent.width / 2
      it.line.after(it.title, gap: 1)
      if isDisabled { it.line.width == 14 }
      (it.other.centerX == it.parent.centerX).priority(.medium)
      it.last.trailing == it.parent.trailing
      it.last.width >= Double(presses % 7)
      it.last.below(presses % 2 == 0 ? it.title : it.line)
      it.title.left.suggested(Double(dragged % 9))
    }
    .maxHeight(4).shrink(0)
  }

  private var selection: Binding<Set<Int>> {
    Binding(get: { self.selected }, set: { self.selected = $0 })
  }

  private func menu(on anchor: some NodeConvertible) -> Node {
    anchor.popover(hasMenu, onClose: { self.hasMenu = false }) {
      Text(self.title)
      Button("chosen") { self.hasMenu = false }.autofocus(isNarrow)
    }
  }

  private func hoverable(_ name: String) -> Node {
    guard isNarrow else { return Text(name).node }
    return Text(name).onHover { self.hovered[name, default: 0] += $0 ? 1 : -1 }.key(name)
  }

  @NodeBuilder private var body: Node {
    if hasList {
      List(
        items.map(RandomItem.init)
      ) { item in
        if item.id % 3 == 0 {
          Text(item.text).popover(self.hasMenu && item.id % 7 == 0) { Text("row 漢") }
            .onAppear { self.appeared += 1 }.onDisappear { self.disappeared += 1 }
        } else {
          Row {
            Checkbox(item.id % 2 == 0) { self.presses += item.id }
            Text(item.text)
            Accented(text: "\(item.id % 4)")
            Failing(fails: self.fails && item.id % 4 == 1, text: "row")
          }
        }
      }
      .selection(selection).scrollBar(isNarrow).onMove { item, target in
        self.items.removeAll { $0 == item.id }
        self.items.insert(item.id, at: min(target, self.items.count))
      }
      .keys("List") { Bind("x", "Add", isEnabled: presses % 2 == 0) { self.presses += 1 } }
      .disabled(isDisabled)
      ScrollView(.both, followsEnd: isNarrow, scrollTo: presses % 4) {
        for line in 0..<presses % 9 { Text("scrolled 漢字 \(line)").wrap(.clip).key(line) }
        menu(on: Button("in") { self.presses += 1 })
        Choices()
      }
      .width(10)
    } else {
      Column { for item in items.prefix(4) { Text("item \(item)").key(item) } }
    }
    Text("| side")
  }
}

/// Controls with which the user chooses a value.
private struct Choices: Component {
  @Local private var tab = 0
  @Local private var choice = 3
  @Local private var day: CalendarDay?
  @Local private var isOn = false

  var body: Node {
    Column {
      Menu("菜单") {
        Bind([], "漢字") { choice += 1 }
        Divider()
        Menu("more") { Bind("ctrl+_", "less") { choice -= 1 } }
        Bind([], "on") { isOn.toggle() }.checked(isOn)
      }
      Row { Switch($isOn) }.contextMenu { Bind([], "turn") { isOn.toggle() } }
      Radio([0, 3, 7], selection: $choice, direction: isOn ? .vertical : .horizontal) { "\($0) 漢" }
      Slider($choice, in: -3...14, step: 3, length: 7)
      NumberField($choice, in: 0...9)
      DateField($day, today: .local(at: Date(timeIntervalSince1970: 0)).day)
      Badge(choice, max: 5).tooltip("never shown: time stands still")
      Tabs([TabItem(0, "tab"), TabItem(1, "漢字", count: choice)], selection: $tab)
      Select(Array(0..<12), selection: $choice) { "漢字 \($0)" }
      Row { ProgressBar(done: choice, of: 11, showsPercent: true).grow() }
      if tab == 1 { Spinner("spinner") }
      MonthView(selection: $day, today: .local(at: Date(timeIntervalSince1970: 0)).day)
    }
  }
}

/// The key hints. The component also records the bindings that they show.
private struct Hints: LiveComponent, Equatable {
  let program: RandomProgram

  func body(in context: RenderContext) -> Node {
    program.shownBindings = context.keyBindings
    return KeyHints().node
  }

  static func == (first: Hints, second: Hints) -> Bool { true }
}

private struct RandomItem: Identifiable {
  let id: Int
  var text: String {
    switch id % 5 {
    case 0: "item \(id)"
    case 1: "漢字 \(id)"
    case 2: "two\nlines \(id)"
    case 3: "a long text that has to wrap somewhere \(id)"
    default: "👩‍👩‍👧 \(id)"
    }
  }
}

extension EnvironmentValues {
  fileprivate var accent: Color { .default }
}

private struct Accented: Component, Equatable {
  let text: String
  @Environment(\.accent) var accent

  var body: Node { Text(text).foreground(accent) }
}

private struct Failing: Component, Equatable {
  struct Failure: Error {}

  let fails: Bool
  let text: String

  var body: Node {
    get throws {
      if fails { throw Failure() }
      return Row { Text(text) }.node
    }
  }
}
