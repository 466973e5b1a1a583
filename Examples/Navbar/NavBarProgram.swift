import Millrace
import MillraceInspector

@main
struct NavBarProgram: TerminalProgram {
  static func run() async throws {
    try await TerminalApp(Store(RootScreen.self), showing: RootScreen.self)
      .inspected(arguments: CommandLine.arguments).run()
  }
}
