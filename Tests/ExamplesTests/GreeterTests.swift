import MillraceTesting
import Testing

@testable import greeter

@MainActor
@Suite("The greeter")
struct GreeterTests {
  @Test("the view in markup greets the typed name")
  func greets() throws {
    let stage = try TestStage(GreeterProgram.app(), columns: 30, rows: 8)
    #expect(stage.rows[1] == " Hello !")
    #expect(stage.rows[3] == " Name to greet")
    stage.terminal.type("Ada")
    stage.settle()
    #expect(stage.rows == ["", " Hello Ada!", "", " Ada"])
  }
}
