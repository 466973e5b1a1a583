import MillraceLayout
import MillraceRender
import MillraceTesting
import Synchronization
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Log", .timeLimit(.minutes(20)))
struct LogTests {
  private func stage(
    _ lines: LogLines, columns: Int = 20, rows: Int = 4, filter: LogFilter? = nil
  ) -> NodeStage {
    NodeStage(columns: columns, rows: rows, Log(lines, filter: filter))
  }

  private func style(_ stage: NodeStage, x: Int, y: Int) -> Style {
    stage.terminal.virtualScreen.cell(x: x, y: y).style
  }

  private func numbered(_ count: Int, maximum: Int = .max) -> LogLines {
    LogLines((0..<count).map { "line \($0)" }, maximumCount: maximum)
  }

  @Test(
    "a log follows its end until it is scrolled up, counts new lines, and returns by End or a click"
  )
  func follows() {
    var lines = numbered(6)
    let stage = stage(lines)
    #expect(
      stage.rows == [
        "line 2             │", "line 3             │", "line 4             █",
        "line 5             █",
      ])
    lines.append("line 6")
    stage.show(Log(lines))
    #expect(stage.rows.last?.hasPrefix("line 6") == true)
    stage.terminal.send(.up)
    #expect(stage.rows.map { $0.prefix(6) } == ["line 2", "line 3", "line 4", "line 5"])
    #expect(stage.rows[3] == "line 5           ↓ │")
    lines.append(contentsOf: (7..<1300).map { "line \($0)" })
    stage.show(Log(lines))
    #expect(stage.rows[0].hasPrefix("line 2"))
    #expect(stage.rows[3] == "line 5 ↓ 1,293 new │")
    stage.terminal.send(.pageDown)
    #expect(stage.rows[3] == "line 8 ↓ 1,291 new │")
    stage.terminal.send(.end)
    #expect(stage.rows[3].hasPrefix("line 1299     "))
    lines.append("more")
    stage.show(Log(lines))
    #expect(stage.rows[3].hasPrefix("more    "))
    stage.terminal.wheel(up: true, x: 1, y: 1)
    lines.append("and more")
    stage.show(Log(lines))
    #expect(stage.rows[3].hasSuffix("↓ 1 new │"))
    stage.terminal.click(x: 15, y: 3)
    #expect(stage.rows[3].hasPrefix("and more    "))
    stage.terminal.send(.home)
    #expect(stage.rows[0].hasPrefix("line 0"))
  }

  @Test("visible lines stay in place until they are dropped")
  func drops() {
    var lines = numbered(10, maximum: 10)
    let stage = stage(lines)
    stage.terminal.send(.up, .up)
    #expect(stage.rows[0].hasPrefix("line 4"))
    lines.append(contentsOf: ["a", "b"])
    stage.show(Log(lines))
    #expect(stage.rows[0].hasPrefix("line 4"))
    lines.append(contentsOf: ["c", "d", "e", "f"])
    stage.show(Log(lines))
    #expect(stage.rows.map { $0.prefix(6) } == ["line 6", "line 7", "line 8", "line 9"])
  }

  @Test("w wraps long lines, and Right and Left scroll unwrapped lines")
  func wraps() {
    let stage = stage(LogLines(["short", "abcdefghijklmnopqrstuvwxyz"]), columns: 12)
    #expect(
      stage.rows.map { $0.prefix(11) } == [
        "short      ", "abcdefghijk", "           ", "           ",
      ])
    stage.terminal.send(.right)
    #expect(stage.rows[1].hasPrefix("ijklmnopqrs"))
    stage.terminal.send(.right)
    #expect(stage.rows[1].hasPrefix("pqrstuvwxyz"))
    stage.terminal.send(.left, .left)
    #expect(stage.rows[0].hasPrefix("short"))
    stage.terminal.send("w")
    #expect(
      stage.rows.map { $0.prefix(11) } == [
        "short      ", "abcdefghijk", "lmnopqrstuv", "wxyz       ",
      ])
  }

  @Test("a filter tests each appended line once; a new filter or log tests all lines again")
  func filter() {
    let calls = Calls()
    let odd = LogFilter.lines("odd") { text in
      calls.add()
      return text.last?.wholeNumberValue.map { $0 % 2 == 1 } ?? false
    }
    var lines = numbered(1000)
    let stage = stage(lines, filter: odd)
    #expect(stage.rows.map { $0.prefix(8) } == ["line 993", "line 995", "line 997", "line 999"])
    #expect(calls.count == 1000)
    lines.append(contentsOf: ["line 1000", "line 1001"])
    stage.show(Log(lines, filter: odd))
    #expect(
      stage.rows.map { $0.prefix(9) } == ["line 995 ", "line 997 ", "line 999 ", "line 1001"])
    #expect(calls.count == 1002)
    stage.show(Log(lines, filter: .text("LINES 3")))
    #expect(stage.rows.allSatisfy { $0.prefix(18).allSatisfy { $0 == " " } })
    stage.show(Log(lines, filter: .text("line 33")))
    #expect(stage.rows.map { $0.prefix(8) } == ["line 336", "line 337", "line 338", "line 339"])
    // Another log replaces the lines.
    stage.show(Log(LogLines(["line 33", "else", "line 330"]), filter: .text("line 33")))
    #expect(stage.rows.map { $0.prefix(8) } == ["line 33 ", "line 330", "        ", "        "])
  }

  @Test("many lines are filtered in the background, and a sign shows the progress")
  func large() async {
    let stage = stage(numbered(30_000), columns: 40, filter: .text("9999"))
    #expect(stage.rows[3].contains("filtering 0 %"))
    #expect(words(stage).hasPrefix("log, busy"))
    await stage.wait { !stage.rows[3].contains("filtering") }
    #expect(
      stage.rows.map { $0.prefix(11) } == [
        "line 9999  ", "line 19999 ", "line 29999 ", "           ",
      ])
    #expect(!words(stage).contains("busy"))
  }

  private func search(_ stage: NodeStage, _ text: String) {
    stage.terminal.send("/")
    stage.terminal.type(text)
    stage.terminal.send(.enter)
  }

  private func words(_ stage: NodeStage) -> String {
    stage.screen.host.describe().lines.joined(separator: "\n")
  }

  @Test("find highlights its matches, n and N move between them, and Escape ends it")
  func find() {
    let lines = LogLines((0..<40).map { $0 % 10 == 3 ? "Error \($0)" : "line \($0)" })
    let stage = stage(lines)
    stage.terminal.send("/")
    #expect(stage.rows.last == "/find")
    stage.terminal.type("error")
    stage.terminal.send(.enter)
    #expect(stage.rows[0].hasPrefix("Error 33"))
    #expect(stage.rows.last == "4 of 4")
    #expect(style(stage, x: 0, y: 0).attributes == [.inverse, .bold])
    #expect(style(stage, x: 6, y: 0).attributes == [])
    stage.terminal.send("N")
    #expect(stage.rows[0].hasPrefix("Error 23"))
    #expect(stage.rows.last == "3 of 4")
    stage.terminal.send("N", "N", "N")
    #expect(stage.rows[0].hasPrefix("Error 3 "))
    stage.terminal.send("n")
    #expect(stage.rows[2].hasPrefix("Error 13"))
    #expect(stage.rows.last == "2 of 4")
    stage.terminal.send(.escape)
    #expect(style(stage, x: 0, y: 2).attributes == [])
    // Case and diacritics do not matter.
    for query in ["ERROR", "érror"] {
      stage.terminal.send("/")
      stage.terminal.type(query)
      stage.terminal.send(.enter)
      #expect(stage.rows.last?.hasSuffix("of 4") == true)
      stage.terminal.send(.escape)
    }
    search(stage, "errors")
    #expect(stage.rows.last == "no match")
  }

  @Test("n and N go on from the visible lines if the current match is out of sight")
  func findFromSight() {
    let stage = stage(LogLines((0..<40).map { $0 % 10 == 3 ? "Error \($0)" : "line \($0)" }))
    search(stage, "error")
    #expect(stage.rows.last == "4 of 4")
    stage.terminal.send(.home, "n")
    #expect(stage.rows[2].hasPrefix("Error 3 "))
    #expect(stage.rows.last == "1 of 4")
    stage.terminal.send("n")
    #expect(stage.rows[2].hasPrefix("Error 13"))
    stage.terminal.send(.end, "n")
    #expect(stage.rows[2].hasPrefix("line 39"))
    #expect(stage.rows.last == "4 matches")
    stage.terminal.send("N")
    #expect(stage.rows[0].hasPrefix("Error 33"))
    stage.terminal.send("N")
    #expect(stage.rows[0].hasPrefix("Error 23"))
    #expect(stage.rows.last == "3 of 4")
  }

  @Test("a search of many lines shows its first match when all lines are searched")
  func largeFind() async {
    let stage = stage(numbered(30_000))
    search(stage, "line 9999")
    #expect(stage.rows[0].hasPrefix("line 29997"))
    #expect(stage.rows.last == "searching 0 %")
    await stage.wait { stage.rows[0].hasPrefix("line 9999 ") }
    #expect(stage.rows.last == "1 of 1")
  }

  @Test("a search begins at the first visible line, or the last one while the log follows its end")
  func searchFromTop() {
    let stage = stage(numbered(30))
    search(stage, "line")
    #expect(stage.rows.last == "30 of 30")
    stage.terminal.send(.home)
    search(stage, "line")
    #expect(stage.rows.last == "1 of 30")
    stage.terminal.send("n")
    #expect(stage.rows.last == "2 of 30")
  }

  @Test("a log stays at a match while lines arrive, until it is scrolled to its end")
  func staysAtMatch() {
    var lines = numbered(30)
    let stage = stage(lines, rows: 5)
    search(stage, "line")
    stage.terminal.send("N")
    #expect(stage.rows.last == "29 of 30")
    let shown = stage.rows[0].prefix(8)
    for number in 30..<40 {
      lines.append("line \(number)")
      stage.show(Log(lines))
    }
    #expect(stage.rows[0].prefix(8) == shown && stage.rows[3].contains("10 new"))
    stage.terminal.send("n")
    #expect(stage.rows.last == "30 of 40")
    stage.terminal.send(.end)
    #expect(stage.rows.last == "40 matches")
    lines.append("newest")
    stage.show(Log(lines))
    #expect(stage.rows[3].hasPrefix("newest"))
    stage.terminal.send("N")
    #expect(stage.rows.last == "40 of 40")
    search(stage, "nothing")
    #expect(stage.rows.last == "no match")
    lines.append("more")
    stage.show(Log(lines))
    #expect(stage.rows[3].hasPrefix("more"))
    search(stage, "more")
    stage.show(Log(numbered(50)))
    #expect(stage.rows[3].hasPrefix("line 49"))
  }

  @Test("a smaller window keeps the current match in view")
  func matchAfterResize() {
    let stage = stage(numbered(60), rows: 12)
    search(stage, "line 59")
    #expect(stage.rows[10].hasPrefix("line 59"))
    stage.terminal.resize(columns: 20, rows: 4)
    #expect(stage.rows.contains { $0.hasPrefix("line 59") })
    stage.terminal.send(.home)
    stage.terminal.resize(columns: 20, rows: 8)
    #expect(stage.rows[0].hasPrefix("line 0"))
  }

  @Test("a search goes on in a log that replaces the searched one")
  func searchInOther() {
    let stage = stage(numbered(30_000))
    search(stage, "line 1")
    stage.show(Log(numbered(12)))
    #expect(stage.rows.last == "3 matches")
    stage.terminal.send("N")
    #expect(stage.rows.last == "3 of 3")
  }

  @Test("colours are shown, and all other control sequences are removed or made visible")
  func colors() {
    let lines = LogLines([
      "\u{1B}[1;31mred\u{1B}[0m-\u{1B}[38;5;208mo\u{1B}[38:2::1:2:3mr\u{1B}[mp",
      "a\u{1B}[2J\u{1B}[Hb\u{1B}]0;title\u{7}c\u{1B}[31", "next",
    ])
    let stage = stage(lines)
    #expect(stage.rows[0].hasPrefix("red-orp"))
    #expect(style(stage, x: 0, y: 0) == Style(foreground: .red, attributes: .bold))
    #expect(style(stage, x: 3, y: 0) == Style())
    #expect(style(stage, x: 4, y: 0) == Style(foreground: .indexed(208)))
    #expect(style(stage, x: 5, y: 0) == Style(foreground: .rgb(1, 2, 3)))
    #expect(style(stage, x: 6, y: 0) == Style())
    #expect(stage.rows[1].hasPrefix("abc␛[31"))
    #expect(stage.rows[2].hasPrefix("next"))
    #expect(style(stage, x: 0, y: 2) == Style())
    // Filters and searches use the visible text.
    stage.show(Log(lines, filter: .text("orp")))
    #expect(stage.rows[0].hasPrefix("red-orp"))
    stage.show(Log(lines, filter: .text("[1;31m")))
    #expect(stage.rows[0].hasPrefix(" "))
  }

  @Test("character sets, titles and other strings are left out, and a link is a link")
  func strings() {
    let lines = LogLines([
      "x\u{1B}(By\u{1B}P1$q\u{1B}\\z\u{1B}7w\u{1B}_app\u{1B}\\v",
      "\u{1B}]8;id=1;https://example.org/a\u{1B}\\the \u{1B}[1mlink\u{1B}[m\u{1B}]8;;\u{7} rest",
      "open \u{1B}]0;never ended", "\u{1B}", "a\u{1B}(", "\u{1B}]8;;x\u{1B}",
    ])
    let stage = NodeStage(columns: 30, rows: 7, Log(lines))
    let shown = [
      "xyzwv", "the link rest", "open ␛]0;never ended", "␛", "a␛(", "␛]8;;x␛",
    ]
    for (row, text) in zip(stage.rows, shown) { #expect(row.hasPrefix(text + " ")) }
    let grid = stage.screen.host.buffer.grid
    for x in 0..<8 { #expect(grid.link(x: x, y: 1) == "https://example.org/a") }
    #expect(grid.link(x: 8, y: 1) == nil)
    #expect(grid.link(x: 0, y: 2) == nil)
  }

  @Test("a disabled log is muted and ignores keys, but the wheel scrolls it")
  func disabled() {
    let stage = NodeStage(columns: 20, rows: 4, Log(numbered(10)).disabled())
    stage.terminal.send(.home)
    #expect(stage.rows[0].hasPrefix("line 6"))
    #expect(style(stage, x: 0, y: 0).attributes == .dim)
    stage.terminal.wheel(up: true, x: 0, y: 0)
    #expect(stage.rows[0].hasPrefix("line 5") || stage.rows[0].hasPrefix("line 3"))
  }

  @Test("help shows the log's keys with the key map applied")
  func help() {
    let stage = NodeStage(
      columns: 40, rows: 24,
      Column {
        Log(numbered(2))
        KeyHelp()
      }.environment(\.keyMap, KeyMap(["log.wrap": ["W"]])))
    #expect(stage.rows.contains { $0.contains("Wrap lines") && $0.contains("W") })
    #expect(stage.rows.contains { $0.contains("Go to the end and follow") })
  }

  @Test("plain text has the filtered lines without control sequences")
  func plain() {
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    let lines = LogLines(["\u{1B}[31mred\u{1B}[0m\r\nblue\n", "green"])
    renderer.render(Log(lines, filter: .text("re")).node)
    #expect(host.lines == ["red", "green"])
  }

  @Test(
    "the cost of a frame does not grow with the number of lines",
    arguments: [1_000, rounds(20_000, long: 200_000)])
  func work(count: Int) {
    var lines = numbered(count)
    let stage = stage(lines, rows: 10)
    lines.append(contentsOf: (0..<1667).map { "more \($0)" })
    let before = (stage.screen.renderer.statistics.bodies, stage.screen.host.drawnNodes)
    stage.show(Log(lines))
    #expect(stage.screen.renderer.statistics.bodies - before.0 <= 5)
    #expect(stage.screen.host.drawnNodes - before.1 <= 40)
    #expect(stage.rows[9].hasPrefix("more 1666"))
  }
}

/// Counts calls from any thread.
private final class Calls: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  func add() { value.withLock { $0 += 1 } }
}
