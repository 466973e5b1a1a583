import MillraceRender
import MillraceTesting
import MillraceWidgets
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWeb

/// A terminal that also updates a page.
@MainActor
final class PageProbe: ScreenView {
  let terminal: TestTerminal
  let tree = PageTree()
  let page = PageModel()
  private(set) var bytes = 0

  init(columns: Int = 40, rows: Int = 12) {
    terminal = TestTerminal(columns: columns, rows: rows)
  }

  var size: TerminalSize { terminal.size }
  var traits: TerminalTraits { TerminalTraits(features: []) }
  var isBusy: Bool { false }

  func show(_ host: TerminalHost, _ announcements: [Announcement]) {
    var operations = tree.operations(of: host)
    if tree.hasOtherTags {
      tree.reset()
      page.reset()
      host.markAllChanged()
      operations = tree.operations(of: host)
    }
    bytes = operations.utf8.count
    page.apply(operations)
  }

  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) {}
  func write(_ bytes: [UInt8]) {}
  func suspend() {}
  func release() {}
  func reclaim() {}
  func stop() {}
}

@MainActor
@Suite("Page tree")
struct PageTreeTests {
  @Test(
    "a page shows the same cells as a terminal, and has the same tree as a newly opened page",
    arguments: 0..<rounds(2, long: 40))
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let program = RandomProgram()
    let probe = PageProbe(columns: 30, rows: 12)
    let stage = NodeStage(probe.terminal, view: probe, program.view)
    let host = stage.screen.host
    for step in 0..<rounds(30, long: 40) {
      let action = program.step(stage, &generator)
      stage.show(program.view)
      stage.show(program.view)
      let context = "seed \(seed), step \(step): \(action)"

      // All cells equal the terminal's, except cells of fields.
      let (width, height) = (host.screen.width, host.screen.height)
      let seen = probe.page.screen(width: width, height: height)
      _ = host.screenText()
      let drawn: [[PageModel.Cell?]] = (0..<height).map { y in
        (0..<width).map { x in
          seen[y][x].map { _ in
            PageModel.Cell(text: host.grid.text(x: x, y: y), style: host.grid[x: x, y: y].style)
          }
        }
      }
      if seen != drawn {
        return failed(context, "\(difference(text(seen), text(drawn)))\n\(probe.page.mistakes)")
      }

      // The page does not depend on earlier states.
      let fresh = PageModel()
      host.markAllChanged()
      fresh.apply(PageTree().operations(of: host))
      let (tree, freshTree) = (probe.page.tree, fresh.tree)
      if tree != freshTree { return failed(context, difference(tree, freshTree)) }
      if fresh.screen(width: width, height: height) != seen {
        return failed(context, "a newly opened page shows other cells")
      }
      let mistakes = probe.page.mistakes + fresh.mistakes
      if mistakes != [] { return failed(context, "\(mistakes)") }
      let focus = [host.focused?.value ?? 0, probe.page.focus, fresh.focus]
      if Set(focus).count != 1 { return failed(context, "focus in host, page, new page: \(focus)") }
      // From here on, the host sends changes to the page again.
      let rest = probe.tree.operations(of: host)
      if rest != "" { return failed(context, "operations without a change: \(rest)") }
    }
  }

  private struct Item: Identifiable, Equatable {
    let id: String
    static let two = [Item(id: "a"), Item(id: "b")]
  }

  /// The page of some views.
  private func page(_ content: Node) -> PageModel {
    let probe = PageProbe()
    let stage = NodeStage(probe.terminal, view: probe, content)
    stage.show(content)
    return probe.page
  }

  /// The roles and some attributes of all elements, in order.
  private func described(_ page: PageModel, _ names: String...) -> [String] {
    page.elements.values.sorted { $0.id < $1.id }.compactMap { element in
      guard let role = element.attributes["role"] else { return nil }
      return ([role] + names.map { element.attributes[$0] ?? "-" }).joined(separator: " ")
    }
  }

  @Test("the rows of a list are options, and each says whether it is selected")
  func options() {
    let page = page(List(Item.two) { Text($0.id) }.node)
    #expect(
      described(page, "aria-selected", "aria-posinset") == [
        "listbox - -", "option true 1", "option false 2",
      ])
  }

  @Test("a list whose rows contain a control is a grid, and each row is one cell")
  func controls() throws {
    let page = page(
      List(Item.two) { item in
        Row(gap: 1) {
          Checkbox(item.id == "b") {}
          Text(item.id)
        }
      }.node)
    #expect(
      described(page, "aria-selected", "aria-rowindex", "data-cell") == [
        "grid - - -", "row true 1 ", "checkbox - - -", "row false 2 ", "checkbox - - -",
      ])
    let boxes = page.elements.values.filter { $0.attributes["role"] == "checkbox" }
    #expect(Set(boxes.compactMap { $0.attributes["aria-label"] }) == ["a", "b"])
    #expect(Set(boxes.compactMap { $0.attributes["aria-checked"] }) == ["true", "false"])
  }

  @Test("a list becomes a grid when a row gets a control, and a listbox when it has none again")
  func laterControls() {
    let probe = PageProbe()
    func content(_ hasControl: Bool) -> Node {
      List(Item.two) { item in
        Row {
          Column { if hasControl, item.id == "b" { Button("in it") {} } }
          Text(item.id)
        }
      }.node
    }
    let stage = NodeStage(probe.terminal, view: probe, content(false))
    for (hasControl, roles) in [
      (false, ["listbox", "option", "option"]), (true, ["grid", "row", "row"]),
      (false, ["listbox", "option", "option"]),
    ] {
      stage.show(content(hasControl))
      #expect(described(probe.page) == roles)
    }
  }

  @Test("a disabled list that loses its last row has the role of a new list without rows")
  func lastRow() {
    let probe = PageProbe()
    func content(_ items: [Item]) -> Node { List(items) { Text($0.id) }.disabled().node }
    let stage = NodeStage(probe.terminal, view: probe, content(Item.two))
    #expect(described(probe.page) == ["listbox", "option", "option"])
    stage.show(content([]))
    #expect(described(probe.page) == described(page(content([]))))
    stage.show(content(Item.two))
    #expect(described(probe.page) == ["listbox", "option", "option"])
  }

  @Test("a field for a date is an input, which has no second text")
  func dateField() throws {
    let day = CalendarDay(year: 2026, month: 11, day: 24)
    let page = page(DateField(day, today: try #require(day)) { _ in }.node)
    let field = try #require(page.elements.values.first { $0.tag == "input" })
    #expect(field.attributes["role"] == "combobox")
    #expect(field.attributes["value"] == nil && field.attributes["aria-haspopup"] == nil)
    #expect(field.value?.text == "2026-11-24")
  }

  @Test("the value of a slider, number field or meter has its sign, its fraction and a point")
  func numbers() {
    let page = page(
      Column {
        Slider(-5, in: -10...10, step: 1) { _ in }
        Slider(0.5, in: 0...1, step: 0.1) { _ in }
        NumberField(-1.5, in: -2...2, step: 0.5) { _ in }.environment(\.locale, "de_DE")
        for value in ["3-5", "page-5", "at -0.25 °C", "7.", "none"] {
          Text(value).semantics(.meter, "m", value: value).key(value)
        }
      }.node)
    #expect(
      described(page, "aria-valuenow") == [
        "slider -5", "slider 0.5", "spinbutton -1.5", "meter 3", "meter 5", "meter -0.25",
        "meter 7", "meter 0",
      ])
  }

  @Test("a field without a label has no name from a text on the other side of another field")
  func textBeyondField() {
    let page = page(
      Row(gap: 1) {
        Text("Name")
        TextField("a") { _ in }
        TextField("b") { _ in }
      }.node)
    let fields = page.elements.values.filter { $0.tag == "input" }.sorted { $0.id < $1.id }
    #expect(
      fields.map { $0.attributes["aria-label"] } == ["Name", SemanticRole.textField.rawValue])
  }

  @Test("an element that later takes text, or has another role, gets the tag for it")
  func laterTag() {
    let probe = PageProbe()
    func content(_ takesText: Bool) -> Node {
      var properties = ElementProperties()
      properties.isFocusable = takesText
      let element = Element(
        Container(), properties: properties, handlers: Handlers { $0.paste = { _, _ in true } })
      return Column {
        Node(element)
        Text("choice").semantics(takesText ? .button : .link)
      }.node
    }
    let stage = NodeStage(probe.terminal, view: probe, content(false))
    for (takesText, expected) in [
      (false, ["div"]), (true, ["div", "textarea", "button"]), (false, ["div"]),
    ] as [(Bool, Set<String>)] {
      stage.show(content(takesText))
      #expect(Set(probe.page.elements.values.map(\.tag)) == expected)
    }
    #expect(probe.page.mistakes == [])
  }

  @Test("text that is written from the right is one run, with the blanks and digits in it")
  func rightToLeft() throws {
    let page = page(Text("a שלום 12 עולם b").node)
    let runs = page.elements.values.flatMap(\.runs)
    #expect(runs == ["a ", "שלום 12 עולם", " b"])
  }

  @Test("a field shows the program's text again after an edit that the program does not take")
  func refused() throws {
    let probe = PageProbe()
    let stage = NodeStage(probe.terminal, view: probe, TextField("old") { _ in }.node)
    let host = stage.screen.host
    let field = try #require(probe.page.elements.values.first { $0.tag == "input" })
    let id = try #require(host.nodes.id(field.id))
    _ = probe.tree.take(PageEdit(number: 1, text: "new", start: 3, end: 3), of: id)
    probe.page.apply(probe.tree.operations(of: host))
    #expect(field.value?.text == "old")
    #expect(field.value?.edit == 1)
  }

  private func failed(_ context: String, _ what: String) { Issue.record("\(context): \(what)") }

  /// The first lines that differ.
  private func difference(_ one: String, _ other: String) -> String {
    let lines = [one, other].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    if lines[0].count != lines[1].count {
      return "\(lines[0].count) lines, not \(lines[1].count)\n\(one)\n\(other)"
    }
    return zip(lines[0], lines[1]).filter { $0 != $1 }.prefix(5).map { "\($0)\nnot\n\($1)\n" }
      .joined()
  }

  private func text(_ cells: [[PageModel.Cell?]]) -> String {
    cells.map { $0.map { $0?.text ?? "▒" }.joined() }.joined(separator: "\n")
  }
}
