import Dispatch
import MillraceDocument

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A test program that ends abnormally on certain keys.
@main
enum LifeProgram {
  struct State: Sendable {
    var frames = 0
    var isStill = false
    /// The text from the editor, or the error message.
    var text = "text"
  }

  enum Step: Sendable {
    case frame, stop
    case edit(TerminalControl)
    case edited(String)
  }

  static func main() async throws {
    let store = Store(
      initial: State(),
      reducer: Reducer<State, Step> { state, step -> Command<Step> in
        switch step {
        case .frame: state.frames += state.isStill ? 0 : 1
        case .stop: state.isStill = true
        case .edit(let terminal):
          return .task { [text = state.text] dependencies in
            do throws(EditorError) {
              let editor = dependencies[EditorKey.self]
              return .edited(
                try await terminal.edit(text, suffix: ".md", by: editor) ?? "as it was")
            } catch {
              return .edited("\(error)")
            }
          }
        case .edited(let text): state.text = text
        }
        return .none
      },
      middleware: CommandLine.arguments.contains("hanging")
        ? [Middleware(parts: { _ in .init(sink: HangingSink()) })] : [])
    let screen: ScreenMode =
      switch CommandLine.arguments.dropFirst().first {
      case "inline": .inline(rows: 5)
      case "inline-mouse": .inline(rows: 5, mouse: true, clearsAtEnd: true)
      default: .full
      }
    try await TerminalApp(store, screen: screen) { state, dispatch, terminal in
      // Blocks until another process opens the named pipe for writing.
      let _ = CommandLine.arguments.contains("waiting") ? open("gate", O_RDONLY) : 0
      Column {
        Text(state.isStill ? "still" : "life: \(state.text)").truncate()
        // Every frame changes the whole screen.
        for row in 1..<terminal.size.rows {
          Text(line(row + state.frames, columns: terminal.size.columns))
        }
      }
      .onKey { key in
        switch key {
        case .character("q"): terminal.quit()
        case .character("n"): dispatch(.frame)
        case .character("l"): terminal.print("line \(state.frames)")
        case .character("m"):
          dispatch(.stop)
          terminal.quit()
        case .character("v"): dispatch(.edit(terminal))
        case .character("f"):
          Task {
            while true {
              dispatch(.frame)
              try await Task.sleep(for: .milliseconds(1))
            }
          }
        case .character("s"): dispatch(.stop)
        case .character("h"): DispatchQueue.global().async { dispatch(.frame) }
        case .character("o"): exit(deep(1) > 0 ? 1 : 2)
        case .character("t"): fatalError("as asked")
        case .character("w"): DispatchQueue.global().async { fatalError("as asked") }
        case .character("p"): _ = write(STDERR_FILENO, "a line\nand another\n", 19)
        case .character("e"): exit(3)
        case .character("x"): DispatchQueue.global().async { exit(4) }
        default: return false
        }
        return true
      }
    }.run()
  }

  private static func line(_ number: Int, columns: Int) -> String {
    String((0..<columns).map { Character(Unicode.Scalar(UInt8(97 + ($0 * 7 + number) % 26))) })
  }

  /// Recurses until the stack overflows.
  @inline(never) static func deep(_ number: Int) -> Int {
    number == 0 ? 0 : deep(number &+ 1) &* 31 &+ deep(number ^ 1)
  }
}

/// A sink whose flush does not return if there is a commit to write, like a disk that hangs.
private struct HangingSink: CommitSink {
  func enqueue(_ commit: Commit<LifeProgram.State, LifeProgram.Step>) {}

  func flush(through version: UInt64) {
    while version > 0 { sleep(1) }
  }
}
