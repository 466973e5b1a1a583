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
    arguments: 0..<rounds(3, long: 60))
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
    let steps = rounds(36, long: 60)
    for step in 0..<steps {
      let action = program.step(stage, &generator)
      stage.show(program.view)
      guard let replay else { continue }
      let terminal = stage.terminal.virtualScreen
      let wrong = replay.difference(to: terminal)
      #expect(wrong == nil, "seed \(seed), step \(step): \(action)")
      if wrong != nil { return }
    }
    #expect(frames > steps / 3)
  }
}

extension VirtualScreen {
  /// The first difference between this and another screen that a user sees.
  fileprivate func difference(to other: VirtualScreen) -> String? {
    if (width, height) != (other.width, other.height) {
      return "\(width) × \(height), not \(other.width) × \(other.height)"
    }
    for y in 0..<height {
      for x in 0..<width {
        let (text, style) = cell(x: x, y: y)
        let (wanted, wantedStyle) = other.cell(x: x, y: y)
        let isSameStyle =
          style == wantedStyle || text == " " && style.onBlank == wantedStyle.onBlank
        let (link, wantedLink) = (link(x: x, y: y), other.link(x: x, y: y))
        if text != wanted || !isSameStyle || link != wantedLink {
          return """
            \(x), \(y): '\(text)' \(style) \(link ?? ""), \
            not '\(wanted)' \(wantedStyle) \(wantedLink ?? "")
            """
        }
      }
    }
    if isCursorVisible != other.isCursorVisible { return "cursor \(isCursorVisible)" }
    if isCursorVisible, (cursorX, cursorY) != (other.cursorX, other.cursorY) {
      return "cursor at \(cursorX), \(cursorY), not \(other.cursorX), \(other.cursorY)"
    }
    return nil
  }
}
