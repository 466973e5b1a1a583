import Millrace
import MillraceTesting
import TestSupport
import Testing

@Suite("A moving picture")
struct MovingPictureTests {
  private func screen(_ text: String) -> VirtualScreen {
    var screen = VirtualScreen(width: 4, height: 2)
    screen.feed("\u{1B}[?25l" + text)
    return screen
  }

  @Test("a moving picture contains each different row once, with the times when it shows")
  func rows() {
    var picture = MovingPicture(screen("a\r\nx"), milliseconds: 100)
    picture.add(screen("b\r\nx"), milliseconds: 200)
    picture.add(screen("a\r\nx"), milliseconds: 100)
    let text = { (y: Int, text: String) in
      "<text x='0' y='\(y)' textLength='9' fill='#e6e6e6'>\(text)</text>"
    }
    let lines = picture.svg().split(separator: "\n")
    #expect(
      Array(lines.drop { $0 != "<style>" })
        == """
        <style>
        .r{animation:400ms step-end infinite}
        .r0{animation-name:k0}@keyframes k0{0.000%{visibility:visible}25.000%{visibility:hidden}\
        75.000%{visibility:visible}}
        .r1{visibility:hidden;animation-name:k1}@keyframes k1{0%{visibility:hidden}\
        25.000%{visibility:visible}75.000%{visibility:hidden}}
        @media (prefers-reduced-motion:reduce){.r{animation-name:none!important}}
        </style>
        <g class='r r0'>
        \(text(14, "a"))
        </g>
        \(text(33, "x"))
        <g class='r r1'>
        \(text(14, "b"))
        </g>
        </g>
        </svg>
        """.split(separator: "\n"))
  }

  @Test(
    "a moving picture shows each screen at its time",
    arguments: 1...rounds(4, long: 20) as ClosedRange<UInt64>)
  func times(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let frames = (0..<10).map { _ in
      let rows = [0, 1].map { _ in ["", "a", "b", "c"].randomElement(using: &random) ?? "" }
      return (rows: rows, milliseconds: Int.random(in: 1...50, using: &random) * 10)
    }
    let screens = frames.map { screen($0.rows.joined(separator: "\r\n")) }
    var picture = MovingPicture(screens[0], milliseconds: frames[0].milliseconds)
    for (screen, frame) in zip(screens, frames).dropFirst() {
      picture.add(screen, milliseconds: frame.milliseconds)
    }
    let total = frames.reduce(0) { $0 + $1.milliseconds }
    let svg = picture.svg()
    var time = 0
    for frame in frames {
      let middle = Double(time + frame.milliseconds / 2) / Double(total) * 100
      #expect(try shown(svg, at: middle) == frame.rows, "seed \(seed), \(middle) %")
      time += frame.milliseconds
    }
  }

  /// The texts of both rows at a time, which is in percent of the whole duration.
  private func shown(_ svg: String, at time: Double) throws -> [String] {
    var hidden: Set<Substring> = []
    for match in svg.matches(of: /@keyframes k(\d+)\{(.*)\}\n/) {
      var isShown = true
      for step in match.2.matches(of: /([0-9.]+)%\{visibility:(\w+)\}/) {
        if try #require(Double(step.1)) <= time { isShown = step.2 == "visible" }
      }
      if !isShown { hidden.insert(match.1) }
    }
    var rows = ["", ""]
    var group: Substring?
    for line in svg.split(separator: "\n") {
      if let match = line.firstMatch(of: /class='r r(\d+)'/) { group = match.1 }
      if line == "</g>" { group = nil }
      guard let text = line.firstMatch(of: /y='(\d+)' textLength.*>(\w)</) else { continue }
      if group.map({ !hidden.contains($0) }) ?? true { rows[text.1 == "14" ? 0 : 1] += text.2 }
    }
    return rows
  }
}
