import Millrace
import MillraceInspector

@main
struct NavBarProgram {
  static func main() async throws {
    try await TerminalApp(Store(RootScreen.self), showing: RootScreen.self)
      .inspected(arguments: CommandLine.arguments).run()
  }
}
