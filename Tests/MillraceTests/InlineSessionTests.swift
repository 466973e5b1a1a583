import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Inline programs and terminal output")
struct InlineSessionTests {
  private let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })

  private func stage(
    _ screen: ScreenMode = .inline(rows: 2), act: @escaping @MainActor (TerminalControl) -> Void
  ) throws -> TestStage {
    try TestStage(
      TerminalApp(store, screen: screen) { state, dispatch, terminal in
        Text("\(state) of \(terminal.size.rows)").onKey { key in
          guard key == .character("x") else { return false }
          dispatch(1)
          act(terminal)
          return true
        }
      }, columns: 20, rows: 5)
  }

  @Test("printed lines stand above an inline program, and are dropped in full-screen mode")
  func prints() throws {
    let stage = try stage { $0.print("now \u{1B}[31m\nand then") }
    #expect(stage.rows == ["0 of 2"])
    stage.terminal.type("x")
    #expect(stage.rows == ["now ␛[31m", "and then", "1 of 2"])
    let full = try self.stage(.full) { $0.print("nowhere") }
    full.terminal.type("x")
    #expect(full.rows == ["2 of 5"])
  }

  @Test("the last frame and the last printed line are shown before the end")
  func lastFrame() throws {
    let stage = try stage {
      $0.print("done")
      $0.quit()
    }
    stage.terminal.type("x")
    #expect(stage.session.ended == .quit)
    #expect(stage.rows == ["done", "1 of 2"])
    #expect(stage.terminal.cursor == CellPoint(x: 0, y: 2))
    #expect(stage.terminal.virtualScreen.modes == VirtualScreen(width: 1, height: 1).modes)
  }

  @Test("after a suspension the program continues at the shell's cursor")
  func stops() throws {
    let stage = try stage { _ in }
    stage.terminal.send(.control("z"))
    stage.settle()
    #expect(stage.rows == ["0 of 2", "0 of 2"])
    stage.terminal.type("x")
    stage.session.end()
    #expect(stage.rows == ["0 of 2", "1 of 2"])
  }

  @Test("a text is copied to the clipboard unless it is longer than terminals accept")
  func copies() throws {
    var results: [Bool] = []
    let stage = try stage {
      results.append($0.copy("hello"))
      results.append($0.copy(String(repeating: "x", count: 74_995)))
    }
    stage.terminal.type("x")
    #expect(results == [true, false])
    #expect(stage.terminal.virtualScreen.clipboard == "c;aGVsbG8=")
    #expect(!TerminalControl.none.copy("hello"))
  }

  @Test("copy returns false in plain updates, and after the program's end")
  func copiesNothing() throws {
    var results: [Bool] = []
    let updates = try stage(.updates) { results.append($0.copy("hello")) }
    updates.terminal.type("x")
    let ended = try stage {
      $0.quit()
      results.append($0.copy("hello"))
    }
    ended.terminal.type("x")
    #expect(results == [false, false])
  }

  @Test("a mouse selection is copied to the clipboard")
  func selects() throws {
    let stage = try stage(.full) { _ in }
    stage.terminal.mouse(.press, x: 0, y: 0)
    stage.terminal.mouse(.drag, x: 3, y: 0)
    stage.terminal.mouse(.release, x: 3, y: 0)
    stage.settle()
    #expect(stage.terminal.virtualScreen.clipboard == "c;MCBvZg==")
  }

  private func notices(_ version: String) throws -> [String] {
    let terminal = TestTerminal(columns: 20, rows: 5, version: version)
    let app = TerminalApp(store) { _, _, terminal in
      Text("").onKey { _ in
        terminal.setProgress(.share(0.426))
        terminal.notify("a;b\u{7}", "two\nlines")
        return true
      }
    }
    let clock = ManualClock()
    let session = try app.start(on: terminal, scheduler: clock) { work in
      MainActor.assumeIsolated { work() }
    }
    terminal.answerQueries()
    terminal.type("x")
    clock.advance(by: .milliseconds(20))
    session.end()
    #expect(terminal.virtualScreen.unknownSequences == [])
    return terminal.virtualScreen.notices.sorted()
  }

  @Test(
    "known terminals get progress and notifications in a safe form, and progress ends with the program",
    arguments: [
      ("ghostty 1.2.0", ["4;0", "4;1;42", "notify;a,b␇;two lines"]),
      ("ghostty 1.1.3", ["notify;a,b␇;two lines"]),
      ("kitty(0.38.0)", ["4;0", "4;1;42", "a,b␇: two lines"]),
      ("iTerm2 3.5.0", ["a,b␇: two lines"]), ("VTE(8001)", ["4;0", "4;1;42"]), ("VTE(7600)", []),
      ("WezTerm 20240203-110809-5046fc22", ["notify;a,b␇;two lines"]),
      ("tmux 3.4", []), ("XTerm(390)", []), ("", []),
    ])
  func notices(version: String, seen: [String]) throws {
    #expect(try notices(version) == seen)
  }
}
