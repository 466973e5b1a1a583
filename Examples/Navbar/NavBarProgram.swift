import Millrace

@main
struct NavBarProgram {
  static func main() async throws {
    try await TerminalApp(Store(RootScreen.self), showing: RootScreen.self).run()
  }
}
