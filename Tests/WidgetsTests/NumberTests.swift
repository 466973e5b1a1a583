import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Numbers")
struct NumberTests {
  private let log = Captured<[String]>([])

  private struct Page: Component {
    let log: Captured<[String]>
    var locale: LocaleIdentifier = "en_US_POSIX"
    var isDisabled = false
    @Local var rooms = 3
    @Local var price = 0.1
    @Local var level = 30

    var body: Node {
      Form {
        FormField("Rooms") {
          NumberField(rooms, in: 1...12) {
            rooms = $0
            log.value.append("\($0)")
          }
        }
        FormField("Price") {
          NumberField(price, step: 0.1) {
            price = $0
            log.value.append("\($0)")
          }
        }
        FormField("Level") {
          Slider(level, in: 0...100, step: 5, length: 11) {
            level = $0
            log.value.append("\($0)")
          }
        }
        Button("reset") { rooms = 5 }
      }
      .environment(\.locale, locale).disabled(isDisabled)
    }
  }

  private func stage(_ locale: LocaleIdentifier = "en_US_POSIX") -> NodeStage {
    NodeStage(columns: 44, rows: 8, Page(log: log, locale: locale))
  }

  @Test("number fields and a slider fit into a form")
  func looks() {
    #expect(
      stage().rows == [
        "Rooms  3", "Price  0.1", "Level  ━━━●───────  30", "       ‹reset›",
      ])
  }

  @Test("Up, Down and page keys step within the range, and decimals do not drift")
  func steps() {
    let stage = stage()
    stage.terminal.send("up", "down", "down", "pageup", "up", "pagedown", "down")
    #expect(log.value == ["4", "3", "2", "12", "2", "1"])
    log.value = []
    stage.terminal.send("tab", "up", "up", "down")
    #expect(log.value == ["0.2", "0.3", "0.2"])
  }

  @Test("typing reports numbers of the range, and invalid text stays with an error")
  func typing() {
    let stage = stage()
    stage.terminal.send("end")
    stage.terminal.type("0")
    #expect(Array(stage.rows.prefix(2)) == ["Rooms  30", "       ✗ from 1 to 12"])
    stage.terminal.send("backspace", "backspace")
    #expect(Array(stage.rows.prefix(2)) == ["Rooms", "       ✗ not a whole number"])
    stage.terminal.type("1x")
    #expect(Array(stage.rows.prefix(2)) == ["Rooms  1x", "       ✗ not a whole number"])
    #expect(log.value == ["1"])
    stage.terminal.send("backspace")
    stage.terminal.type("1")
    #expect(log.value == ["1", "11"])
    #expect(Array(stage.rows.prefix(2)) == ["Rooms  11", "Price  0.1"])
  }

  @Test("Escape and a new state restore the number, and a step starts from it")
  func back() {
    let stage = stage()
    stage.terminal.send("end")
    stage.terminal.type("x")
    stage.terminal.send(.escape)
    #expect(stage.row(0) == "Rooms  3")
    stage.terminal.type("x")
    stage.terminal.send("up")
    #expect(Array(stage.rows.prefix(2)) == ["Rooms  4", "Price  0.1"])
    stage.terminal.type("x")
    stage.terminal.send("tab")
    #expect(Array(stage.rows.prefix(2)) == ["Rooms  4x", "       ✗ not a whole number"])
    stage.terminal.click(x: 9, y: 4)
    #expect(Array(stage.rows.prefix(2)) == ["Rooms  5", "Price  0.1"])
    #expect(log.value == ["4"])
  }

  @Test("the wheel steps only the focused field")
  func wheel() {
    let stage = stage()
    stage.terminal.wheel(up: true, x: 8, y: 0)
    stage.terminal.wheel(up: false, x: 8, y: 0)
    stage.terminal.wheel(up: true, x: 8, y: 1)
    #expect(log.value == ["4", "3"])
  }

  @Test("a locale with a decimal comma writes it, and rejects an ambiguous point")
  func locale() {
    let stage = stage("de_DE")
    #expect(stage.row(1) == "Price  0,1")
    stage.terminal.send("tab", "end")
    stage.terminal.type("5")
    #expect(log.value == ["0.15"])
    #expect(stage.row(1) == "Price  0,15")

    func read(_ text: String, _ locale: LocaleIdentifier) -> Double? {
      DecimalSign(locale).read(text).flatMap(Double.init(fieldText:))
    }
    #expect(read(" 1.5 ", "en_US") == 1.5 && read("1.500", "en_US") == 1.5)
    #expect(read("1,5", "en_US") == nil && read("1,500", "en_US") == nil)
    #expect(read("1,5", "de_DE") == 1.5 && read("1.5", "de_DE") == 1.5)
    #expect(read("1.500", "de_DE") == nil && read("1.500,5", "de_DE") == nil)
    #expect(read("1,5,5", "de") == nil && read("1.5", "de_CH") == 1.5)
    for text in ["", "nan", "inf", "0x10", "1e999", "1 2", "--1"] {
      #expect(read(text, "en") == nil, "\(text)")
    }
    #expect(DecimalSign("de_CH").write("1.5") == "1.5")
  }

  @Test("a slider steps by keys, pages, ends and the mouse")
  func slider() {
    let stage = stage()
    stage.terminal.send("tab", "tab", "right", "left", "pageup", "pageup", "left", "home", "end")
    #expect(log.value == ["35", "30", "80", "100", "95", "0", "100"])
    #expect(stage.row(2) == "Level  ━━━━━━━━━━● 100")
    log.value = []
    stage.terminal.mouse(.press, x: 9, y: 2)
    stage.terminal.mouse(.drag, x: 10, y: 2)
    stage.terminal.mouse(.drag, x: 0, y: 5)
    stage.terminal.mouse(.drag, x: 40, y: 5)
    stage.terminal.mouse(.release, x: 40, y: 5)
    stage.terminal.mouse(.drag, x: 9, y: 2)
    #expect(log.value == ["20", "30", "0", "100"])
    // A click on the number does nothing, because it is not part of the track.
    stage.terminal.click(x: 20, y: 2)
    #expect(log.value.count == 4)
    stage.terminal.send("down", "enter")
    #expect(stage.row(0) == "Rooms  5")
  }

  @Test("disabled fields and sliders take no focus, key, click or wheel")
  func disabled() {
    let stage = NodeStage(columns: 44, rows: 8, Page(log: log, isDisabled: true))
    stage.terminal.send("up", "tab", "right", "end")
    stage.terminal.type("1")
    stage.terminal.click(x: 9, y: 2)
    stage.terminal.wheel(up: true, x: 8, y: 0)
    #expect(log.value == [])
    #expect(stage.screen.host.focused == nil)
  }

  @Test(
    "steps of an Int stay in the range without overflow", arguments: 0..<rounds(200, long: 5000))
  func integers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func number() -> Int {
      [Int.min, Int.max, 0, Int.random(in: -20...20, using: &generator)]
        .randomElement(using: &generator) ?? 0
    }
    let (a, b) = (number(), number())
    let range = min(a, b)...max(a, b)
    let value = min(max(range.lowerBound, number()), range.upperBound)
    let (count, step) = (Int.random(in: -11...11, using: &generator), max(1, abs(number() / 2)))
    // The model takes single steps and checks each for overflow.
    var expected = value
    for _ in 0..<abs(count) {
      let (next, overflows) =
        count < 0
        ? expected.subtractingReportingOverflow(step) : expected.addingReportingOverflow(step)
      let end = count < 0 ? range.lowerBound : range.upperBound
      expected = overflows ? end : min(max(range.lowerBound, next), range.upperBound)
    }
    #expect(value.advanced(by: count, of: step, in: range) == expected, "seed \(seed)")
    let fraction = value.fraction(of: range)
    #expect((0...1).contains(fraction), "seed \(seed)")
  }

  @Test(
    "the fraction of each slider value leads back to the value",
    arguments: 0..<rounds(200, long: 5000))
  func sliderModel(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let low = Int.random(in: -100...100, using: &generator)
    let (step, count) = (
      Int.random(in: 1...9, using: &generator), Int.random(in: 1...40, using: &generator)
    )
    let range = low...low + step * count
    let value = low + step * Int.random(in: 0...count, using: &generator)
    let steps = Int.steps(at: value.fraction(of: range), of: range, step)
    #expect(low + steps * step == value, "seed \(seed)")
  }
}
