import Foundation
import MillraceDocument
import MillraceInspector
import MillraceTesting
import MillraceWeb
import Testing

// The programs of the article "The page".

struct Poll: Equatable, Sendable {
  enum Answer: String, CaseIterable, Sendable { case tea, coffee }

  var votes: [Answer: Int] = [:]
}

enum PollAction: Equatable, Sendable { case vote(Poll.Answer) }

let poll = Reducer<Poll, PollAction> { state, action in
  switch action {
  case .vote(let answer): state.votes[answer, default: 0] += 1
  }
}

@MainActor func pollApp(_ store: Store<Poll, PollAction>) -> TerminalApp<Poll, PollAction> {
  TerminalApp(store) { state, dispatch in
    Column {
      for answer in Poll.Answer.allCases {
        Button("\(answer.rawValue) \(state.votes[answer, default: 0])") { dispatch(.vote(answer)) }
          .key(answer)
      }
    }
  }
}

struct PollProgram: TerminalProgram {
  static func run() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let pages = try PageOptions.taken(from: &arguments)
    try await pollApp(Store(initial: Poll(), reducer: poll)).run(serving: pages)
  }
}

struct Pantry: Equatable, Sendable {
  var groceries = DocumentState(Groceries())
  var draft = ""
}

enum PantryAction: Equatable, Sendable {
  case groceries(DocumentAction<Groceries>)
  case typed(String), add(id: Int)
}

let pantryPath = CasePath(PantryAction.groceries) {
  if case .groceries(let action) = $0 { action } else { nil }
}

let pantry = Reducer<Pantry, PantryAction> { state, action -> Command<PantryAction> in
  switch action {
  case .typed(let text): state.draft = text
  case .add(let id):
    defer { state.draft = "" }
    return .action(.groceries(.change(.add(Grocery(id: id, title: state.draft)))))
  case .groceries: break
  }
  return .none
}

@MainActor func pantryApp(
  _ log: DocumentLog<Groceries>, dependencies: Dependencies = Dependencies()
) -> TerminalApp<Pantry, PantryAction> {
  let store = Store(
    initial: Pantry(),
    reducer: .combine(pantry, .scope(state: \.groceries, action: pantryPath, .document())),
    middleware: [.document(\.groceries, action: pantryPath, in: log)],
    dependencies: dependencies)
  return TerminalApp(store) { state, dispatch in
    Column {
      TextField(
        state.draft, placeholder: "What is missing?", onChange: { dispatch(.typed($0)) },
        onSubmit: { dispatch(.add(id: .random(in: 1 ... .max))) })
      List(state.groceries.value.items) { Text($0.title) }
      DocumentNotices(state.groceries)
    }
  }
}

func pantryMiddleware(
  _ log: DocumentLog<Groceries>, isSession: Bool
) -> [Middleware<Pantry, PantryAction>] {
  let document = Middleware<Pantry, PantryAction>.document(
    \.groceries, action: pantryPath, in: log)
  if isSession { return [document] }
  return [
    document,
    .persistence(
      to: .hidden(beside: log.path ?? "groceries.json", as: "draft"), part: .field(\.draft),
      version: 1, access: .bestEffort, storage: log.storage),
  ]
}

struct PantryProgram: TerminalProgram {
  static func run() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let pages = try PageOptions.taken(from: &arguments)
    let log = DocumentLog<Groceries>(file: "groceries.json")
    try log.open()
    try await pantryApp(log).run(serving: pages) { pantryApp(log) }
  }
}

let pantryLine = CommandLineDescription(
  program: "pantry", abstract: "A list of groceries in a file.", version: "1.0",
  verbs: [
    Verb(
      flags: [
        Flag("--serve", help: "also show the list in browsers; --serve PORT chooses the port"),
        Flag("--serve-to", value: .one("ADDRESS"), help: "serve at this address, unencrypted"),
        Flag("--serve-origin", value: .one("ORIGIN"), help: "serve behind a proxy with TLS"),
        Flag("--inspect", help: "record state changes; F12 opens the inspector"),
      ], help: "show the list"),
    Verb("add", operands: [.many("TITLE")], help: "add an article"),
  ])

struct PantryCommands: TerminalProgram {
  static func run() async throws {
    var words = Array(CommandLine.arguments.dropFirst())
    let pages = try PageOptions.taken(from: &words)
    let status = await pantryLine.run(words) { call, output in
      let log = DocumentLog<Groceries>(file: "groceries.json")
      if call.verb == "add" {
        if pages != nil { throw CommandLineError.refused("--serve is for the list alone.") }
        let title = call.operands.joined(separator: " ")
        try log.send(.change(.add(Grocery(id: .random(in: 1 ... .max), title: title))))
        return try output.report("Added \(title)")
      }
      try log.open()
      try await pantryApp(log).inspected(if: call["--inspect"] != nil)
        .run(serving: pages) { pantryApp(log) }
    }
    if status != 0 { exit(status) }
  }
}

@MainActor
@Suite("The programs of the article about pages")
struct PageSampleTests {
  @Test("sessions of one store share its state")
  func shares() throws {
    let app = pollApp(Store(initial: Poll(), reducer: poll))
    let (terminal, browser) = (
      try TestStage(app, columns: 20, rows: 2), try TestStage(app, columns: 20, rows: 2)
    )
    terminal.terminal.send(.tab, .enter)
    browser.settle()
    #expect(browser.rows == ["‹tea 0›", "‹coffee 1›"])
  }

  @Test("stores on one log share the document, and each has its own draft")
  func sharesADocument() throws {
    let log = DocumentLog<Groceries>(file: "/groceries.json", storage: MemoryStorage())
    let (terminal, browser) = (
      try TestStage(pantryApp(log), columns: 20, rows: 3),
      try TestStage(pantryApp(log), columns: 20, rows: 3)
    )
    browser.terminal.type("sa")
    terminal.terminal.type("pepper\r")
    #expect(browser.rows[0] == "sa")
    // A change takes in what the other store has appended.
    browser.terminal.type("lt\r")
    browser.settle()
    #expect(browser.rows == ["What is missing?", "› pepper", "  salt"])
    terminal.settle()
    #expect(terminal.rows.prefix(2) == ["What is missing?", "› pepper"])
  }

  @Test("the store of the terminal saves its draft, and those of sessions begin without one")
  func savesOneDraft() {
    let files = MemoryStorage()
    func store(isSession: Bool) -> Store<Pantry, PantryAction> {
      let log = DocumentLog<Groceries>(file: "/groceries.json", storage: files)
      return Store(
        initial: Pantry(),
        reducer: .combine(pantry, .scope(state: \.groceries, action: pantryPath, .document())),
        middleware: pantryMiddleware(log, isSession: isSession))
    }
    let (terminal, session) = (store(isSession: false), store(isSession: true))
    terminal.dispatch(.typed("salt"))
    session.dispatch(.typed("pepper"))
    session.finish()
    terminal.finish()
    #expect(store(isSession: false).state.draft == "salt")
    #expect(store(isSession: true).state.draft == "")
  }

  @Test("of two stores in one process, one alone may write a file", arguments: [true, false])
  func savedTwice(isBestEffort: Bool) throws {
    let files = MemoryStorage()
    func store() -> Store<Pantry, PantryAction> {
      Store(
        initial: Pantry(), reducer: pantry,
        middleware: [
          .persistence(
            to: .file("/draft.json"), part: .field(\.draft), version: 1,
            access: isBestEffort ? .bestEffort : .write, storage: files)
        ], onIssue: { _ in })
    }
    let older = store()
    older.dispatch(.typed("salt"))
    older.finish()
    let (first, second) = (store(), store())
    #expect(second.startupFailures.isEmpty == isBestEffort)
    #expect(second.state.draft == (isBestEffort ? "salt" : ""))
    second.dispatch(.typed("pepper"))
    second.finish()
    first.finish()
    #expect(store().state.draft == "salt")
  }

  @Test("a session that quits ends alone")
  func quits() throws {
    let app = TerminalApp(Store(initial: Poll(), reducer: poll)) { _, _, terminal in
      Text("Poll").focusable().keys { Bind("q", "Quit") { terminal.quit() } }
    }
    let (terminal, browser) = (
      try TestStage(app, columns: 20, rows: 2), try TestStage(app, columns: 20, rows: 2)
    )
    browser.terminal.type("q")
    #expect(browser.session.ended == .quit)
    #expect(terminal.session.ended == nil)
  }

  @Test("the arguments that ask for a server are taken out")
  func arguments() throws {
    var words = ["list", "--serve", "4711", "--serve-to", "192.168.1.5"]
    let options = try #require(try PageOptions.taken(from: &words))
    #expect(words == ["list"])
    #expect((options.port, options.address) == (4711, "192.168.1.5"))
    #expect(try PageOptions.taken(from: &words) == nil)
  }

  @Test("the help lists the flags of pages, which are taken before the rest is parsed")
  func commandLine() throws {
    var words = ["--inspect", "--serve", "4711"]
    _ = try PageOptions.taken(from: &words)
    #expect(try pantryLine.parse(words)["--inspect"] == "")
    let help = pantryLine.help()
    for flag in ["--serve", "--serve-to ADDRESS", "--serve-origin ORIGIN", "--inspect"] {
      #expect(help.contains(flag))
    }
  }

  @Test("a server is on this machine unless an address is given")
  func serves() throws {
    let app = pollApp(Store(initial: Poll(), reducer: poll))
    var options = PageOptions(name: "poll")
    options.linkFile = nil
    let server = try PageServer(options) { app }
    defer { server.stop() }
    #expect(server.state.link.hasPrefix("http://127.0.0.1:"))
  }
}
