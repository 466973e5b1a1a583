import Millrace
import MillraceInspector
import MillraceMarkupLoader

/// The person to greet.
struct Greeter: Codable, Equatable, Sendable {
  var name = ""
}

enum GreeterAction: Codable, Equatable, Sendable { case greetingChanged(String) }

let greeter = Reducer<Greeter, GreeterAction> { state, action in
  switch action {
  case .greetingChanged(let name): state.name = name
  }
}

/// Greets a person by name. Its view is `GreeterRootView.ui.xml`, which can be edited while the
/// program runs.
@main
struct GreeterProgram: TerminalProgram {
  static func run() async throws {
    try await app().liveMarkup(in: "Examples/Greeter")
      .inspected(arguments: CommandLine.arguments).run()
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app() -> TerminalApp<Greeter, GreeterAction> {
    TerminalApp(Store(initial: Greeter(), reducer: greeter)) { state, dispatch in
      GreeterRootView(name: state.name, onGreetingChanged: { dispatch(.greetingChanged($0)) })
    }
  }
}
