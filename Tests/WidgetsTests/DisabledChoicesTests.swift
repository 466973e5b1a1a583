import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Disabled choices")
struct DisabledChoicesTests {
  private let log = Captured<[String]>([])
  private let today = CalendarDay("2026-11-22")

  private func choices(_ isDisabled: Bool, _ theme: Theme = .plain) -> Node {
    Column(align: .start) {
      Tabs([TabItem(1, "one"), TabItem(2, "two")], selected: 1) { log.value.append("tab \($0)") }
      Select(["a", "b"], selected: "a", onSelect: { log.value.append("choice \($0)") }) { $0 }
      if let today { MonthView(nil, today: today) { log.value.append("day \($0)") } }
    }
    .disabled(isDisabled)
    .onKey { key in
      log.value.append("key \(key)")
      return true
    }
    .onClick { log.value.append("page") }
    .environment(\.theme, theme)
  }

  private func stage(_ node: Node) -> NodeStage { NodeStage(columns: 24, rows: 10, node) }

  @Test("disabled choices take no focus, and leave keys and clicks to their ancestors")
  func unused() {
    let stage = stage(choices(true))
    stage.terminal.send(.right, .down)
    for (x, y) in [(5, 0), (1, 1), (5, 5), (1, 2)] { stage.terminal.click(x: x, y: y) }
    #expect(stage.screen.host.focused == nil)
    #expect(log.value == ["key right", "key down", "page", "page", "page", "page"])
    stage.show(choices(false))
    for (x, y) in [(5, 0), (1, 2)] { stage.terminal.click(x: x, y: y) }
    #expect(log.value.dropFirst(6) == ["tab 2", "day 2026-10-22"])
  }

  @Test("disabled choices are drawn muted, and the chosen one stays recognizable")
  func muted() {
    var theme = Theme.plain
    theme.muted = Style(foreground: .green)
    let stage = stage(choices(true, theme))
    func style(_ x: Int, _ y: Int) -> Style { stage.terminal.virtualScreen.cell(x: x, y: y).style }
    #expect(style(0, 0) == Style(foreground: .green, attributes: .underline))
    #expect(style(5, 0) == theme.muted)
    #expect(style(0, 1) == theme.muted)
    #expect(style(20, 4) == theme.muted)
  }

  @Test("an open list of choices closes when it is disabled, and stays closed when enabled")
  func closes() {
    let stage = stage(choices(false))
    stage.terminal.click(x: 1, y: 1)
    #expect(stage.rows.contains { $0.contains("› a") })
    stage.show(choices(true))
    #expect(!stage.rows.contains { $0.contains("› a") })
    stage.show(choices(false))
    #expect(!stage.rows.contains { $0.contains("› a") })
  }
}
