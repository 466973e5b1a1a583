import Millrace
import Testing

@testable import navbar
import MillraceTesting

@Suite("The example navbar")
@MainActor
struct NavBarTests {
  @Test("a dispatched action changes the shown section")
  func golden() {
    let app = Store(Root.self)
    #expect(app.view(of: Root.self) == "Section: browse")
    app.dispatch(.navBar(.selectSearch))
    #expect(app.view(of: Root.self) == "Section: search")
  }

  @Test("the same features run on a terminal, where Return selects")
  func onTerminal() throws {
    let stage = try TestStage(
      TerminalApp(Store(RootScreen.self), showing: RootScreen.self), columns: 44, rows: 6)
    #expect(stage.rows.joined(separator: "\n").contains("Section: browse"))
    stage.terminal.send(.tab, .tab, .enter)
    stage.settle()
    #expect(stage.rows.joined(separator: "\n").contains("Section: search"))
  }
}
