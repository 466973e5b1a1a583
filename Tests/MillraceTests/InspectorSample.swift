import MillraceDocument
import MillraceTesting
import MillraceWeb
import Testing

#if DEBUG
  import MillraceInspector
#endif

// The programs of the article "MillraceInspector". They show the poll and the pantry of the
// article "The page".

#if DEBUG
  struct InspectedPoll: TerminalProgram {
    static func run() async throws {
      let store = Store(initial: Poll(), reducer: poll)
      try await pollApp(store).inspected(arguments: CommandLine.arguments).run()
    }
  }
#endif

extension TerminalApp {
  func inspectedInDebugBuilds() -> TerminalApp {
    #if DEBUG
      inspected()
    #else
      self
    #endif
  }
}

#if DEBUG
  struct InspectedPantry: TerminalProgram {
    static func run() async throws {
      var arguments = Array(CommandLine.arguments.dropFirst())
      let pages = try PageOptions.taken(from: &arguments)
      let log = DocumentLog<Groceries>(file: "groceries.json")
      try log.open()
      try await pantryApp(log).inspected(arguments: arguments)
        .run(serving: pages) { pantryApp(log) }
    }
  }

  @MainActor
  @Suite("The programs of the article about the inspector")
  struct InspectorSampleTests {
    @Test("F12 opens the inspector over the program, and shows the commits with their keys")
    func opens() throws {
      let app = pollApp(Store(initial: Poll(), reducer: poll)).inspectedInDebugBuilds()
      let stage = try TestStage(app, columns: 70, rows: 24)
      stage.terminal.send(.enter)
      stage.terminal.send(Key(.function(12)))
      stage.settle()
      #expect(stage.terminal.screen.contains("vote(tea)"))
    }

    @Test("without --inspect, there is no inspector")
    func notAsked() throws {
      let app = pollApp(Store(initial: Poll(), reducer: poll)).inspected(arguments: ["poll"])
      let stage = try TestStage(app, columns: 20, rows: 4)
      stage.terminal.send(Key(.function(12)))
      stage.settle()
      #expect(stage.rows == ["‹tea 0›", "‹coffee 0›"])
    }

    @Test("what another participant of a document changes is a commit without an action")
    func document() throws {
      let log = DocumentLog<Groceries>(file: "/groceries.json", storage: MemoryStorage())
      let stage = try TestStage(pantryApp(log).inspected(), columns: 80, rows: 60)
      try log.send(.change(.add(Grocery(id: 1, title: "pepper"))))
      stage.terminal.type("s\r")
      stage.terminal.send(Key(.function(12)))
      stage.settle()
      #expect(stage.terminal.screen.contains("(mirror)"))
    }
  }
#endif
