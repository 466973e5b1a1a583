import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("ProgressBar")
struct ProgressTests {
  private func row(_ bar: ProgressBar, columns: Int = 10) -> String {
    NodeStage(columns: columns, rows: 1, Column { bar }).rows.first ?? ""
  }

  @Test("a bar fills its width by eighths of cells")
  func eighths() {
    #expect(row(ProgressBar(0)) == "──────────")
    #expect(row(ProgressBar(0.5)) == "█████─────")
    #expect(row(ProgressBar(done: 43, of: 80)) == "█████▍────")
    #expect((1...7).map { row(ProgressBar(done: $0, of: 8), columns: 1) }.joined() == "▏▎▍▌▋▊▉")
    #expect(row(ProgressBar(1)) == "██████████")
  }

  @Test("a bar is full, and at 100 %, only when everything is done")
  func almost() {
    #expect(row(ProgressBar(0.9999, showsPercent: true), columns: 16) == "█████████▉  99 %")
    #expect(row(ProgressBar(1, showsPercent: true), columns: 16) == "██████████ 100 %")
    #expect(row(ProgressBar(0.42, showsPercent: true), columns: 16) == "████▎─────  42 %")
    #expect(row(ProgressBar(0.29, showsPercent: true), columns: 16) == "██▉───────  29 %")
  }

  @Test("a share outside of 0 to 1 is clamped, and NaN counts as 0")
  func clamps() {
    for share in [-1, -Double.infinity, .nan, -0.0] {
      #expect(row(ProgressBar(share)) == "──────────", "\(share)")
    }
    for share in [1.5, .infinity] { #expect(row(ProgressBar(share)) == "██████████", "\(share)") }
    #expect(row(ProgressBar(done: 0, of: 0)) == "──────────")
    #expect(row(ProgressBar(done: 9, of: 8)) == "██████████")
    #expect(row(ProgressBar(done: -2, of: 8)) == "──────────")
  }

  @Test("a bar in a row prefers 20 columns, grows if it may, and shrinks")
  func layout() {
    func row(_ bar: Node, _ columns: Int) -> String {
      NodeStage(
        columns: columns, rows: 1,
        Row {
          Text("a").shrink(0)
          bar
          Text("b").shrink(0)
        }
      ).rows[0]
    }
    let bar = ProgressBar(0.5).node
    #expect(row(bar, 30) == "a██████████──────────b")
    #expect(row(bar.grow(), 26) == "a████████████────────────b")
    #expect(row(bar, 8) == "a███───b")
  }

  @Test("a percentage that does not fit is omitted")
  func narrow() {
    func row(_ columns: Int) -> String? {
      NodeStage(columns: columns, rows: 1, ProgressBar(1, showsPercent: true)).rows.first
    }
    #expect(row(3) == "███")
    #expect(row(5) == "█████")
    #expect(row(6) == " 100 %")
  }

  @Test("the filled part has the theme's accent, and the rest its border style")
  func themed() {
    let stage = NodeStage(
      columns: 4, rows: 1, Column { ProgressBar(0.5) }.environment(\.theme, .dark))
    let screen = stage.terminal.virtualScreen
    #expect(screen.cell(x: 0, y: 0).style == Theme.dark.accent)
    #expect(screen.cell(x: 3, y: 0).style == Theme.dark.border)
  }

  @Test("in ASCII, a cell is filled if at least half of it is")
  func ascii() {
    func ascii(_ text: String) -> String {
      String(
        text.unicodeScalars.map { $0.similarASCII.map { Character(Unicode.Scalar($0)) } ?? "?" })
    }
    #expect(ascii("█████▍────") == "#####-----")
    #expect(ascii("████▌─────") == "#####-----")
    #expect(ascii("▏▎▍▌▋▊▉") == "---####")
    #expect(ascii("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") == "-\\|/-\\|/-\\")
  }

  @Test("plain text has the percentage, or … if it is unknown")
  func page() {
    #expect(plainText(Column { ProgressBar(0.42) }) == ["42 %"])
    #expect(plainText(Column { ProgressBar(0.42, showsPercent: true) }) == ["42 %"])
    #expect(plainText(Column { ProgressBar(nil) }) == ["…"])
    #expect(plainText(Spinner("Loading")) == ["… Loading"])
  }
}
