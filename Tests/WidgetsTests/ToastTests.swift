import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Toasts")
struct ToastTests {
  private let log = Captured<[String]>([])

  private func page(_ toasts: [Toast]) -> Node {
    Column {
      for _ in 0..<12 {
        Text(String(repeating: ".", count: 20)).onClick { log.value.append("page") }
      }
      Toasts(toasts)
    }.node
  }

  @Test("toasts are at the right above the last two rows, the newest lowest, and danger has a sign")
  func positions() {
    let stage = NodeStage(
      columns: 20, rows: 8, page([Toast(id: 1, "Saved"), Toast(id: 2, "Lost it", role: .danger)]))
    #expect(
      stage.rows == [
        "...........╭───────╮",
        "...........│ Saved │",
        "...........╰───────╯",
        ".......╭───────────╮",
        ".......│ ! Lost it │",
        ".......╰───────────╯",
        "....................",
        "....................",
      ])
    stage.show(page([]))
    #expect(stage.rows == Array(repeating: String(repeating: ".", count: 20), count: 8))
  }

  @Test("at most three toasts are shown, with the number of the others")
  func limit() {
    let stage = NodeStage(columns: 20, rows: 12, page((1...9).map { Toast(id: $0, "no \($0)") }))
    #expect(
      stage.rows == [
        "..........and 6 more", "............╭──────╮", "............│ no 7 │",
        "............╰──────╯", "............╭──────╮", "............│ no 8 │",
        "............╰──────╯", "............╭──────╮", "............│ no 9 │",
        "............╰──────╯", "....................", "....................",
      ])
  }

  @Test("a long toast is wrapped")
  func long() {
    let stage = NodeStage(
      columns: 20, rows: 14, page([Toast(id: 1, String(repeating: "word ", count: 60))]))
    #expect(stage.rows[4...5] == ["╭──────────────────╮", "│ word word word   │"])
  }

  @Test("toasts take no click and no focus")
  func untouchable() {
    let stage = NodeStage(columns: 20, rows: 8, page([Toast(id: 1, "Saved")]))
    stage.terminal.click(x: 14, y: 4)
    #expect(log.value == ["page"])
    #expect(stage.screen.host.focused == nil)
  }

  /// A clock that the test advances.
  @MainActor private final class Time {
    private var now = Duration.zero
    private var waiting: [(at: Duration, work: @MainActor @Sendable () -> Void)] = []

    func add(_ delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) {
      waiting.append((now + delay, work))
    }

    func advance(by delay: Duration) {
      now += delay
      let due = waiting.filter { $0.at <= now }
      waiting.removeAll { $0.at <= now }
      for (_, work) in due { work() }
    }
  }

  @Test("a toast replaces the one with the same id, and restarts its time")
  func replacing() {
    let time = Time()
    let toaster = Toaster { time.add($0, $1) }
    let stage = NodeStage(columns: 24, rows: 11, ToasterView(toaster))
    func texts() -> [String] {
      stage.screen.drawFrame()
      return stage.rows.filter { $0.contains("│") }
        .map { $0.filter { $0.isLetter || $0.isNumber } }
    }
    toaster.show("deleted 3", replacing: "deleted")
    toaster.show("saved", for: .seconds(9))
    #expect(texts() == ["deleted3", "saved"])
    time.advance(by: .seconds(3))
    toaster.show("deleted 4", replacing: "deleted")
    #expect(texts() == ["deleted4", "saved"])
    // The time of the first toast has passed, but not that of its replacement.
    time.advance(by: .seconds(3))
    #expect(texts() == ["deleted4", "saved"])
    time.advance(by: .seconds(1))
    #expect(texts() == ["saved"])
    toaster.show("deleted 5", replacing: "deleted")
    toaster.show("sent", replacing: "sent")
    #expect(texts() == ["saved", "deleted5", "sent"])
  }
}
