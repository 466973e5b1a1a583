import Millrace
import MillraceTesting
import Testing

@Suite("Program environment")
@MainActor
struct ProgramEnvironmentTests {
  @MainActor private static var bodies = 0

  private struct Page: Component, Equatable {
    @Environment(\.clock) private var clock
    @Environment(\.locale) private var locale
    @Environment(\.sizeClass) private var sizeClass

    var body: Node {
      let _ = bodies += 1
      Text("\(clock.now) \(clock.elapsed) \(locale.language)")
      Text("\(sizeClass.width) \(sizeClass.height)")
    }
  }

  private func app() -> TerminalApp<Int, Int> {
    TerminalApp(Store(initial: 0, reducer: Reducer { _, _ in })) { Page() }
  }

  @Test("the clock and the elapsed time can be read on a test stage and in plain text")
  func time() throws {
    let stage = try TestStage(app(), columns: 60, rows: 15, now: .seconds(1_000_000))
    #expect(stage.rows == ["1000000.0 seconds 0.0 seconds en", "regular regular"])
    #expect(stage.clock.pendingCount == 0)
    #expect(app().plainTextLines().last == "regular regular")
  }

  @Test("a view that reads the size class is rendered only when the class changes")
  func sizeClass() throws {
    let stage = try TestStage(app(), columns: 60, rows: 15)
    let before = Self.bodies
    for columns in [70, 61, 60] {
      stage.terminal.resize(columns: columns, rows: 20)
      stage.settle()
    }
    #expect(Self.bodies == before)
    stage.terminal.resize(columns: 59, rows: 14)
    stage.settle()
    #expect(stage.rows.last == "compact compact")
    #expect(Self.bodies == before + 1)
  }

  @Test("the locale is the system's locale for dates, without its character set")
  func locale() {
    func identifier(_ environment: [String: String]) -> String {
      LocaleIdentifier(environment: environment).identifier
    }
    #expect(identifier([:]) == "en_US_POSIX")
    #expect(identifier(["LANG": "C.UTF-8"]) == "en_US_POSIX")
    #expect(identifier(["LANG": "en_US.UTF-8", "LC_TIME": "de_DE@euro"]) == "de_DE")
    #expect(identifier(["LC_ALL": "", "LC_TIME": "fr_FR", "LANG": "C"]) == "fr_FR")
    #expect(identifier(["LC_ALL": "pt_BR.utf8", "LC_TIME": "fr_FR"]) == "pt_BR")
    #expect(LocaleIdentifier(environment: ["LANG": "pt_BR"]).language == "pt")
  }
}
