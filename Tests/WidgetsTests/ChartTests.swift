import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Charts")
struct ChartTests {
  private let hidden = ChartAxis(isShown: false)

  private func rows(
    _ chart: some NodeConvertible, columns: Int, rows: Int, _ symbols: ChartSymbols = .braille
  ) -> [String] {
    NodeStage(columns: columns, rows: rows, Column { chart }.environment(\.chartSymbols, symbols))
      .rows
  }

  private func ascii(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.similarASCII.map { Character(Unicode.Scalar($0)) } ?? "?" })
  }

  // MARK: - Lines

  @Test("a line is drawn in braille, in blocks or in ASCII signs")
  func symbols() {
    let chart = LineChart(
      [ChartSeries("a", [0, 1, 2, 3])], x: hidden, y: ChartAxis(0...3, isShown: false))
    #expect(rows(chart, columns: 2, rows: 1) == ["⡠⠊"])
    #expect(rows(chart, columns: 2, rows: 2, .quadrants) == [" ▞", "▞"])
    #expect(rows(chart, columns: 4, rows: 4, .ascii) == ["   *", "  *", " *", "*"])
  }

  @Test("on an ASCII terminal, each dot cell is replaced by a sign of similar height")
  func standIns() {
    #expect(ascii("⡠⠊") == ".'")
    #expect(ascii("⠒⠤⣀⠉⡇⠀") == "--.': ")
    #expect(ascii("▁▂▃▄▅▆▇█") == "_.-=+*%#")
  }

  @Test("axes have round numbers, and their ticks stand at the positions of the values")
  func axes() {
    let chart = LineChart([ChartSeries("a", [0, 10])])
    #expect(
      rows(chart, columns: 12, rows: 6, .ascii) == [
        "10┤       **",
        "  │     **",
        "  │  ***",
        " 0┤**",
        "  └┬───────┬",
        "   0       1",
      ])
  }

  @Test("a value that is not finite leaves a gap, and several lines have a legend")
  func gaps() {
    let chart = LineChart(
      [ChartSeries("up", [0, .nan, 0, 0]), ChartSeries("down", [1, 1, .infinity, 1])], x: hidden,
      y: hidden)
    #expect(
      rows(chart, columns: 12, rows: 5, .ascii) == [
        "* up  + down", "+++++      +", "", "", "*      *****",
      ])
  }

  @Test("explicit bounds clip the line to a window")
  func bounds() {
    let points = ChartPoints((0..<100).map(Double.init))
    let chart = LineChart(
      [ChartSeries("a", points)], x: ChartAxis(10...13, isShown: false),
      y: ChartAxis(10...12, isShown: false))
    #expect(rows(chart, columns: 4, rows: 3, .ascii) == ["  *", " *", "*"])
  }

  @Test("in a small space the axes are dropped first, then the legend, and nothing overflows")
  func narrow() {
    let chart = LineChart([ChartSeries("a", [1, 2, 3]), ChartSeries("b", [3, 2, 1])]).grow()
    for columns in 1...14 {
      for height in 1...7 {
        let rows = rows(chart, columns: columns, rows: height)
        #expect(rows.count <= height && rows.allSatisfy { $0.count <= columns })
      }
    }
    #expect(rows(LineChart([]).grow(), columns: 12, rows: 6).first == "1┤")
    #expect(
      rows(LineChart([ChartSeries("a", [.nan])]).grow(), columns: 12, rows: 6).last?.contains("0")
        == true)
  }

  @Test("each line has its own colour, and a disabled line is muted")
  func styles() {
    func color(_ node: some NodeConvertible) -> Style {
      let stage = NodeStage(columns: 1, rows: 1, Column { node })
      return stage.terminal.virtualScreen.cell(x: 0, y: 0).style
    }
    let axes = (x: hidden, y: hidden)
    let one = LineChart([ChartSeries("a", [1, 1])], x: axes.x, y: axes.y)
    #expect(color(one).foreground == .cyan)
    let two = LineChart(
      [ChartSeries("a", [1, 1]), ChartSeries("b", [1, 1], style: Style(foreground: .red))],
      x: axes.x, y: axes.y)
    #expect(color(two).foreground == .red)
    #expect(color(one.disabled()).attributes.contains(.dim))
  }

  @Test("plain text and the accessible description give names and numbers of charts")
  func words() {
    let line = LineChart(
      [ChartSeries("user", [1, 5, 3])], label: "Load", y: ChartAxis(unit: " %"))
    let bars = BarChart([ChartBar("Jan", [12, 7]), ChartBar("Feb", [9, -3])], label: "Sales")
    let spark = Sparkline([1, 2, .nan], label: "Memory")
    let gauge = Gauge("CPU", 62, in: 0...100, unit: " %")
    #expect(
      plainText(
        Column {
          line
          bars
          spark
          gauge
        }) == [
          "Load: user 3 %, from 1 to 5", "Sales: Jan 12, 7; Feb 9, -3", "Memory: –, from 1 to 2",
          "CPU 62 %",
        ])
    let stage = NodeStage(
      columns: 30, rows: 12,
      Column {
        line.height(4)
        gauge
      })
    #expect(
      stage.screen.host.describe().lines == [
        "Load, image user 3 %, from 1 to 5", "CPU, meter 62 %",
      ])
  }

  // MARK: - Bars

  @Test("bars extend from 0 to both sides, between their names and their values")
  func negative() {
    let chart = BarChart([ChartBar("a", 4), ChartBar("b", -2)])
    #expect(
      rows(chart, columns: 17, rows: 2) == [
        "a     ████████  4",
        "b ████         -2",
      ])
    #expect(
      rows(chart, columns: 17, rows: 2, .ascii) == [
        "a     ********  4",
        "b ****         -2",
      ])
  }

  @Test("bars end at eighths of a cell")
  func eighths() {
    #expect(
      rows(BarChart([ChartBar("a", 1.3125)], in: 0...2), columns: 11, rows: 1) == ["a ██▋  1.31"])
  }

  @Test("the values of one bar are drawn below each other")
  func grouped() {
    let bars = [ChartBar("Jan", [1, 2]), ChartBar("Feb", [2, .nan])]
    let chart = BarChart(bars, series: ["in", "out"])
    #expect(
      rows(chart, columns: 14, rows: 5) == [
        "■ in  ■ out",
        "Jan ████     1",
        "    ████████ 2",
        "Feb ████████ 2",
        "             –",
      ])
    let screen = NodeStage(columns: 14, rows: 5, Column { chart }).terminal.virtualScreen
    #expect((1...3).map { screen.cell(x: 4, y: $0).style.foreground } == [.cyan, .yellow, .cyan])
  }

  @Test("long names are cut, and control characters in names are shown as symbols")
  func hostile() {
    let chart = BarChart([ChartBar("a name\nthat is long\u{1B}[2J", 1)])
    let rows = rows(chart, columns: 24, rows: 3)
    #expect(rows.count == 1 && rows[0].hasPrefix("a name␊…") && rows[0].hasSuffix("█ 1"))
    for columns in 1...20 {
      let chart = BarChart([ChartBar("日本語", [.infinity, 1e300]), ChartBar("", [])])
      let stage = NodeStage(columns: columns, rows: 6, Column { chart })
      #expect(stage.rows.allSatisfy { $0.count <= columns })
    }
  }

  // MARK: - Sparkline and gauge

  @Test("a sparkline shows as many of the last values as fit")
  func sparkline() {
    let points: ChartPoints = [9, 0, 1, 2, 3, 4, 5, 6, 7]
    #expect(rows(Sparkline(points), columns: 8, rows: 1) == ["▁▂▃▄▅▆▇█"])
    #expect(rows(Sparkline(points), columns: 8, rows: 1, .ascii) == ["_.-=+*%#"])
    #expect(rows(Sparkline([1, .nan, 1], in: 0...2), columns: 8, rows: 1) == ["▅ ▅"])
    #expect(rows(Sparkline([0, 0]), columns: 8, rows: 1) == ["▁▁"])
    #expect(rows(Sparkline([]), columns: 8, rows: 1) == [])
  }

  @Test("a gauge has a name, a bar and a number, and changes its style at a threshold")
  func gauge() {
    func gauge(_ value: Double) -> Gauge {
      Gauge(
        "CPU", value, in: 0...100, unit: " %",
        thresholds: [.init(80), .init(60, Style(foreground: .yellow))])
    }
    #expect(rows(gauge(62), columns: 20, rows: 1) == ["CPU ██████▉──── 62 %"])
    #expect(rows(gauge(400), columns: 20, rows: 1) == ["CPU ██████████ 400 %"])
    #expect(rows(gauge(.nan), columns: 20, rows: 1) == ["CPU ──────────── – %"])
    func style(_ value: Double) -> Style {
      let stage = NodeStage(columns: 20, rows: 1, Column { gauge(value) })
      return stage.terminal.virtualScreen.cell(x: 4, y: 0).style
    }
    #expect(style(59) == Theme.plain.accent)
    #expect(style(60).foreground == .yellow)
    #expect(style(95) == Theme.plain.danger)
  }

  @Test("values at the limits of numbers are drawn at their positions")
  func limits() {
    let most = Double.greatestFiniteMagnitude
    #expect((-most...most).share(of: 0) == 0.5)
    #expect((-most...most).share(of: most) == 1)
    #expect((-most...most).share(of: -.infinity) == 0)
    #expect((0...0).share(of: 0) == 0)
    #expect((0.0...1).share(of: .nan) == 0)
    let spark = NodeStage(columns: 3, rows: 1, Sparkline([-most, 0, most]))
    #expect(spark.rows == ["▁▅█"])
    let gauge = NodeStage(columns: 12, rows: 1, Gauge("", 0, in: -most...most))
    #expect(gauge.rows[0].contains("█"))
    let bars = NodeStage(
      columns: 30, rows: 3,
      BarChart([ChartBar("a", most), ChartBar("b", -most)]))
    #expect(bars.rows.joined().contains("█"))
    let least = Double.leastNonzeroMagnitude
    let tiny = BarChart([ChartBar("a", .leastNormalMagnitude / 2), ChartBar("b", -least)])
    #expect(NodeStage(columns: 30, rows: 3, tiny).rows[0].contains("a"))
  }

  @Test(
    "numbers are rounded to a unit that suits them",
    arguments: [
      (999_999.6, "1M"), (999_499, "999k"), (9_999.6, "10k"), (999.4, "999"), (-999_999.6, "-1M"),
      (999_999_999.0, "1G"), (12_345, "12.3k"), (1_234_567, "1.23M"),
    ])
  func numbers(value: Double, text: String) { #expect(chartNumber(value) == text) }
}
