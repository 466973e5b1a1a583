import MillraceTesting
import Testing

@testable import feed

@MainActor
@Suite("The feed")
struct FeedTests {
  @Test("the feed shows items from JSON, and their buttons call the program")
  func opens() throws {
    let stage = try TestStage(FeedProgram.app(), columns: 40, rows: 10)
    #expect(
      Array(stage.rows.prefix(6)) == [
        "› A mill was built                ‹Open›",
        "  ╭─ Two lines, and a share ───────────╮",
        "  │Content from a server is laid out   │",
        "  │like any other view.                │",
        "  │████████████──────────────────  40 %│",
        "  ╰────────────────────────────────────╯",
      ])
    stage.terminal.send(.down, .down, .enter)
    stage.settle()
    #expect(stage.rows[8] == "Opened 3")
  }

  @Test("an invalid document is reported with its position")
  func wrong() throws {
    let json =
      "[{\"element\": \"Text\", \"id\": 1, \"text\": \"a\"},\n {\"element\": \"TextField\", \"id\": 2}]"
    let stage = try TestStage(FeedProgram.app(json), columns: 80, rows: 6)
    #expect(
      stage.rows[0] == "feed.json:2:15: error: \"TextField\" is not an element that is allowed here"
    )
  }
}
