import Millrace
import MillraceTesting
import Testing

@testable import albums

@Suite("The example albums")
@MainActor
struct AlbumsTests {
  private func stage() throws -> TestStage {
    try TestStage(AlbumsProgram.app(), columns: 40, rows: 12)
  }

  @Test("Enter on a row expands it, and a second Enter removes it")
  func expands() throws {
    let stage = try stage()
    stage.terminal.send(.down, .enter)
    #expect(
      stage.rows.prefix(5) == [
        "Albums", "  Kind of Blue", "› Blue Train", "  by John Coltrane, played 0 times",
        "  Enter again to remove it",
      ])
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows.prefix(4) == ["Albums", "  Kind of Blue", "› Horses", "  Abbey Road"])
    #expect(stage.rows.contains("5 albums, 0 plays"))
    stage.terminal.click(x: 5, y: 1)
    stage.settle()
    #expect(stage.rows[2] == "  by Miles Davis, played 0 times")
  }

  @Test("a key moves a row; it stays current and expanded")
  func moves() throws {
    let stage = try stage()
    stage.terminal.send(.enter, .character("r"))
    stage.settle()
    #expect(stage.rows[1] == "  Solid Air")
    #expect(stage.rows[6] == "› Kind of Blue")
    #expect(stage.rows[7] == "  by Miles Davis, played 0 times")
    stage.terminal.send(.character("s"))
    stage.settle()
    #expect(stage.rows[1] == "  Abbey Road")
  }

  @Test("a change of one row by its id renders only that row")
  func oneRow() throws {
    let stage = try stage()
    stage.terminal.send(.enter)
    stage.settle()
    stage.session.isInspected = true
    stage.terminal.send(.character("p"))
    stage.settle()
    #expect(stage.rows[2] == "  by Miles Davis, played 1 times")
    func rendered(_ nodes: [InspectedNode]) -> [String] {
      nodes.flatMap { ($0.reason == nil ? [] : [$0.type]) + rendered($0.children) }
    }
    #expect(rendered(stage.session.inspect()).filter { $0 == "AlbumRow" }.count == 1)
  }
}
