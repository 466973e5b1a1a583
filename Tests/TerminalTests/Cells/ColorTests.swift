import MillraceRender
import MillraceTerminal
import MillraceWidgets
import Testing

@Suite("Colours")
struct ColorTests {
  @Test("named colours are the first of the palette")
  func names() {
    #expect(Color.red == .indexed(1))
    #expect(Color.brightWhite == .indexed(15))
    #expect(Color.default != .black)
    #expect(
      "\(Color.brightBlue) \(Color.indexed(200)) \(Color.rgb(1, 2, 3))"
        == "bright blue #200 rgb(1,2,3)")
  }

  @Test("with 256 colours, an RGB colour becomes the nearest one of the cube and the greys")
  func nearestOf256() {
    func parts(_ index: Int) -> (Int, Int, Int) {
      if index >= 232 {
        let grey = 8 + 10 * (index - 232)
        return (grey, grey, grey)
      }
      let levels = [0, 95, 135, 175, 215, 255]
      let cubeIndex = index - 16
      return (levels[cubeIndex / 36], levels[cubeIndex / 6 % 6], levels[cubeIndex % 6])
    }
    func distance(_ index: Int, _ red: Int, _ green: Int, _ blue: Int) -> Int {
      let (r, g, b) = parts(index)
      return 2 * (r - red) * (r - red) + 4 * (g - green) * (g - green) + 3 * (b - blue) * (b - blue)
    }
    for red in stride(from: 0, through: 255, by: 37) {
      for green in stride(from: 0, through: 255, by: 41) {
        for blue in stride(from: 0, through: 255, by: 43) {
          let found = Color.rgb(UInt8(red), UInt8(green), UInt8(blue)).reduced(to: .ansi256)
          guard case .indexed(let index) = found.kind else {
            Issue.record("not indexed: \(found)")
            return
          }
          let least = (16...255).map { distance($0, red, green, blue) }.min()
          #expect(distance(Int(index), red, green, blue) == least)
        }
      }
    }
  }

  @Test("sixteen colours keep the named ones and map others to a near one")
  func sixteen() {
    #expect(Color.indexed(9).reduced(to: .ansi16) == .brightRed)
    #expect(Color.rgb(250, 5, 5).reduced(to: .ansi16) == .brightRed)
    #expect(Color.indexed(16).reduced(to: .ansi16) == .black)
    #expect(Color.rgb(10, 10, 10).reduced(to: .none) == .default)
    #expect(Color.rgb(10, 10, 10).reduced(to: .trueColor) == .rgb(10, 10, 10))
  }

  @Test(
    "the environment gives the colour depth",
    arguments: [
      (["NO_COLOR": "1", "COLORTERM": "truecolor"], ColorDepth.none),
      (["NO_COLOR": "", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm-kitty"], .trueColor),
      (["TERM": "screen-256color"], .ansi256),
      (["TERM": "linux"], .ansi16),
      (["TERM": "vt100"], .none),
      (["TERM": "vte-256color"], .ansi256),
      (["CLICOLOR_FORCE": "1", "TERM": "vt100"], .ansi16),
      (["CLICOLOR_FORCE": "1", "TERM": "xterm-256color"], .ansi256),
      (["CLICOLOR_FORCE": "0", "TERM": "vt100"], .none),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], .none),
      (["CLICOLOR": "0", "TERM": "xterm-256color"], .none),
      ([:], .none),
    ])
  func detection(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth.detect(environment: environment) == depth)
  }
}
