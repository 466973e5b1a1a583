import MillraceRender
import MillraceTesting
import Testing
import TestSupport

@testable import MillraceTerminal

/// Tests repaints: the bytes that paint the whole screen in the middle of a session.
@MainActor
@Suite("Repaints of a whole screen")
struct RepaintTests {
  @Test(
    "a repaint at any frame shows the terminal's screen, and later frames continue from it",
    arguments: 0..<rounds(8, long: 60))
  func continues(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let program = RandomProgram()
    let stage = NodeStage(columns: 30, rows: 12, program.view)
    var choices = SeededGenerator(seed: seed + 1)
    var replay: VirtualScreen?
    var frames = 0
    stage.screen.onPaint = { frame in
      frames += 1
      let (width, height) = (frame.size.columns, frame.size.rows)
      let isContinued =
        replay?.width == width && replay?.height == height
        && Int.random(in: 0..<4, using: &choices) > 0
      if isContinued {
        replay?.feed(frame.bytes)
        return
      }
      var screen = VirtualScreen(width: width, height: height)
      // Puts other content on the terminal before the repaint.
      screen.feed("\u{1B}[?7l\u{1B}[31;7mold\u{1B}[2;4r\u{1B}[4;9H")
      screen.feed(frame.repaint())
      replay = screen
    }
    for step in 0..<60 {
      let action = program.step(stage, &generator)
      stage.show(program.view)
      guard let replay else { continue }
      let terminal = stage.terminal.virtualScreen
      #expect(replay.look == terminal.look, "seed \(seed), step \(step): \(action)")
      if replay.look != terminal.look { return }
    }
    #expect(frames > 20)
  }
}

extension VirtualScreen {
  /// Everything that a user sees.
  fileprivate var look: [String] {
    let cells = (0..<height).map { y in
      (0..<width).map { x in
        let (text, style) = cell(x: x, y: y)
        return "\(text) \(text == " " ? style.onBlank : style) \(link(x: x, y: y) ?? "")"
      }.joined(separator: "|")
    }
    return cells + [isCursorVisible ? "cursor \(cursorX) \(cursorY)" : "no cursor"]
  }
}
