import Foundation
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Themes")
struct ThemeTests {
  nonisolated static let themes: [Theme] = [.plain, .light, .dark]
  nonisolated static let colored: [Theme] = [.light, .dark]

  private struct Item: Identifiable { let id: String }

  /// A screen with everything that is drawn in theme styles.
  private func screen(highlightsRow: Bool = false) -> Node {
    Column {
      TextField("", placeholder: "name", onChange: { _ in })
      Divider()
      Box(title: "b") { Text("in") }
      List([Item(id: "one"), Item(id: "two")]) { Text($0.id) }.highlightsRow(highlightsRow)
    }.node
  }

  private let rows = [
    "name", "────────", "╭─ b ──╮", "│in    │", "╰──────╯", "› one", "  two",
  ]

  private func style(_ stage: NodeStage, _ x: Int, _ y: Int) -> Style {
    stage.terminal.virtualScreen.cell(x: x, y: y).style
  }

  @Test("without a theme, widgets use attributes only")
  func plain() {
    let stage = NodeStage(columns: 8, rows: 7, screen())
    #expect(stage.rows == rows)
    #expect(style(stage, 0, 0) == Style(attributes: .dim))
    #expect(style(stage, 0, 1) == Style())
    #expect(style(stage, 0, 2) == Style())
    #expect(style(stage, 0, 5) == Style(attributes: .dim))
    stage.terminal.send(.tab)
    #expect(style(stage, 0, 5) == Style(attributes: .bold))
    #expect(style(stage, 2, 5) == Style())
  }

  @Test("a theme styles widgets, and the characters stay the same")
  func themed() {
    let theme = Theme.dark
    let stage = NodeStage(columns: 8, rows: 7, screen().environment(\.theme, theme))
    #expect(stage.rows == rows)
    #expect(style(stage, 0, 0) == theme.muted)
    #expect(style(stage, 0, 1) == theme.border)
    #expect(style(stage, 0, 2) == theme.border)
    #expect(style(stage, 3, 2) == Style())
    #expect(style(stage, 1, 3) == Style())
    #expect(style(stage, 0, 5) == theme.muted)
    stage.terminal.send(.tab)
    #expect(style(stage, 0, 5) == theme.selection)
    #expect(style(stage, 1, 5) == theme.selection)
    #expect(style(stage, 2, 5) == Style())
    stage.show(screen(highlightsRow: true).environment(\.theme, theme))
    #expect(style(stage, 2, 5) == theme.selection)
    #expect(style(stage, 7, 5).background == theme.selection.background)
    #expect(style(stage, 2, 6) == Style())
  }

  @Test("a changed theme is drawn at once")
  func changes() {
    let content = screen()
    let stage = NodeStage(columns: 8, rows: 7, content.environment(\.theme, .dark))
    stage.show(content.environment(\.theme, .light))
    #expect(style(stage, 0, 0) == Theme.light.muted)
    #expect(style(stage, 0, 1) == Theme.light.border)
    #expect(style(stage, 0, 5) == Theme.light.muted)
  }

  @Test("a style can be named by its meaning, keys are kept, and inner styles override outer ones")
  func meanings() {
    var theme = Theme.light
    theme.accent = Style(foreground: .magenta)
    let stage = NodeStage(
      columns: 8, rows: 4,
      Column {
        Text("failed").style(\.danger)
        Text("new").style(\.accent)
        Divider().foreground(.red)
        for word in ["a"] { Text(word).key(word).style(\.muted) }
      }.style(\.surface).environment(\.theme, theme))
    #expect(stage.rows == ["failed", "new", "────────", "a"])
    #expect(style(stage, 0, 0) == theme.danger.over(theme.surface))
    #expect(style(stage, 0, 1) == Style(foreground: .magenta).over(theme.surface))
    #expect(style(stage, 0, 2) == Style(foreground: .red).over(theme.surface))
    #expect(style(stage, 0, 3) == theme.muted.over(theme.surface))
    #expect(Text("a").key("a").style(\.muted).key == NodeKey("a"))
  }

  @Test("a focused box shows its border in its focus style")
  func focusedBox() {
    let stage = NodeStage(
      columns: 5, rows: 4,
      Column {
        Button("x") {}
        Box { Text("a") }.focusable().focusStyle(Style(foreground: .green))
      }.environment(\.theme, .dark))
    #expect(style(stage, 0, 1) == Theme.dark.border)
    stage.terminal.send(.tab)
    #expect(style(stage, 0, 1) == Style(foreground: .green))
  }

  @Test(
    "each theme style has its own attributes beside its colour, at any colour depth",
    arguments: themes,
    ColorDepth.allCases)
  func attributes(theme: Theme, depth: ColorDepth) {
    let text = theme.text.reduced(to: depth)
    for meaning in [\Theme.muted, \.accent, \.selection, \.danger] {
      let style = theme[keyPath: meaning].reduced(to: depth)
      #expect(style.attributes != text.attributes)
      #expect(!style.attributes.isDisjoint(with: [.bold, .dim, .underline, .inverse]))
    }
    #expect(theme.danger.attributes != theme.accent.attributes)
  }

  @Test("text contrasts with its surface (WCAG 2.2, 1.4.3), also in 16 colours", arguments: colored)
  func contrast(theme: Theme) throws {
    for depth in [ColorDepth.trueColor, .ansi256, .ansi16] {
      func contrast(_ style: Style) throws -> Double {
        let style = style.over(theme.surface).reduced(to: depth)
        let background = try parts(style.background)
        var foreground = try parts(style.foreground)
        if style.attributes.contains(.dim) {
          // Terminals mix a dim colour with its background, at most in equal parts.
          foreground = zip(foreground, background).map { ($0 + $1) / 2 }
        }
        let light = [luminance(foreground), luminance(background)].sorted()
        return (light[1] + 0.05) / (light[0] + 0.05)
      }
      for meaning in [\Theme.text, \.accent, \.selection, \.danger, \.surface] {
        #expect(try contrast(theme[keyPath: meaning]) >= 4.5, "\(meaning), \(depth)")
      }
      // Lines are not text (1.4.11).
      for meaning in [\Theme.muted, \.border] {
        #expect(try contrast(theme[keyPath: meaning]) >= 3, "\(meaning), \(depth)")
      }
    }
  }

  private func parts(_ color: Color) throws -> [Double] {
    switch color.kind {
    case .rgb(let red, let green, let blue): return [red, green, blue].map { Double($0) / 255 }
    case .indexed(let index):
      let parts = Palette.fixed(index)
      return [parts.red, parts.green, parts.blue].map { Double($0) / 255 }
    case .default:
      Issue.record("no colour of the theme's own")
      return [0, 0, 0]
    }
  }

  private func luminance(_ parts: [Double]) -> Double {
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
