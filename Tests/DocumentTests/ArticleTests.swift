import Foundation
import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

// The samples of the article "Your own program around a file", compiled here.

struct Article: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case title, isBought }

  let id: Int
  var title: String
  var isBought = false

  mutating func assign(_ field: Field, from other: Article) {
    switch field {
    case .title: title = other.title
    case .isBought: isBought = other.isBought
    }
  }

  func text(of field: Field) -> String { field == .title ? title : "\(isBought)" }
}

struct Shopping: Codable, Equatable {
  enum Action: Codable, Equatable, Sendable { case add(Article), toggle(Int), remove(Int) }

  var items = IdentifiedList<Article>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let article): items.append(article)
    case .toggle(let id): items[id: id]?.isBought.toggle()
    case .remove(let id): items.remove(id: id)
    }
  }
}

extension Shopping: DocumentModel {
  func step(for action: Action, since begun: Shopping) -> DocumentStep? {
    switch action {
    case .add(let article): DocumentStep("added “\(article.title)”", showsMessage: false)
    case .toggle: DocumentStep("changed an article")
    case .remove(let id): DocumentStep("deleted “\(items[id: id]?.title ?? "")”")
    }
  }
}

struct ShoppingState: Codable, Equatable {
  var shopping = DocumentState<Shopping>()
  var draft = ""
}

enum ShoppingAction: Codable, Equatable, Sendable {
  case shopping(DocumentAction<Shopping>)
  case draftChanged(String), submit(id: Int)
}

let shoppingPath = CasePath(ShoppingAction.shopping) {
  if case .shopping(let it) = $0 { it } else { nil }
}

let program = Reducer<ShoppingState, ShoppingAction> { state, action in
  switch action {
  case .draftChanged(let text): state.draft = text
  case .submit(let id):
    defer { state.draft = "" }
    if state.draft.allSatisfy(\.isWhitespace) { return .none }
    return .action(.shopping(.change(.add(Article(id: id, title: state.draft)))))
  case .shopping: break
  }
  return .none
}

func shoppingStore(
  _ log: DocumentLog<Shopping>, _ dependencies: Dependencies
) -> Store<ShoppingState, ShoppingAction> {
  Store(
    initial: ShoppingState(),
    reducer: .combine(program, .scope(state: \.shopping, action: shoppingPath, .document())),
    middleware: [.document(\.shopping, action: shoppingPath, in: log)],
    dependencies: dependencies)
}

struct ShoppingScreen: Component {
  let state: ShoppingState
  let dispatch: Dispatcher<ShoppingAction>
  @Local var current: Article.ID?

  var body: Node {
    let shopping = dispatch.wrap(shoppingPath)
    Column {
      TextField(
        state.draft, placeholder: "What is missing?", onChange: { dispatch(.draftChanged($0)) },
        onSubmit: { dispatch(.submit(id: .random(in: 1 ... .max))) }
      )
      .autofocus()
      List(state.shopping.value.items) { article in
        Row(gap: 1) {
          Checkbox(article.isBought) { shopping(.change(.toggle(article.id))) }
          Text(article.title)
        }
      }.current($current)
        .keys {
          Bind("d", "Remove", name: "remove") { current.map { shopping(.change(.remove($0))) } }
        }
      DocumentNotices(state.shopping)
      DocumentMessageLine(state.shopping.message)
      KeyHints()
    }
    .grow()
  }
}

@MainActor
func shoppingApp(
  _ log: DocumentLog<Shopping>, settings path: String = "",
  dependencies: Dependencies = Dependencies()
) -> TerminalApp<ShoppingState, ShoppingAction> {
  let settings = SettingsFile(
    path: path, defaultKeys: ["undo": ["u"], "redo": ["U"], "remove": ["d"], "resolve": ["m"]])
  return TerminalApp(shoppingStore(log, dependencies)) { state, dispatch, terminal in
    let shopping = dispatch.wrap(shoppingPath)
    if terminal.isInteractive {
      SettingsProvider(settings, on: terminal) {
        ShoppingScreen(state: state, dispatch: dispatch)
          .keys {
            Bind("u", "Undo", name: "undo") { shopping(.undo) }
            Bind("U", "Redo", name: "redo") { shopping(.redo) }
            Bind("m", "Resolve", name: "resolve", isShown: false) {
              shopping.resolve(state.shopping)
            }
            Bind("q", "Quit") { shopping.quit(state.shopping, terminal) }
          }
        DocumentDialogs(state.shopping, log: log, dispatch: shopping)
      }
    } else {
      List(state.shopping.value.items) { Text(($0.isBought ? "[x] " : "[ ] ") + $0.title) }
    }
  }
}

let shoppingLine = CommandLineDescription(
  program: "shopping", abstract: "A shopping list.", version: "1.0",
  verbs: [
    Verb(help: "show the list"), Verb("add", operands: [.many("TITLE")], help: "add an article"),
  ])

func runShopping(_ words: [String], _ log: DocumentLog<Shopping>) async -> Int32 {
  await shoppingLine.run(words) { call, output in
    if call.verb == nil { return try await shoppingApp(log, settings: "config.json").run() }
    let title = call.operands.joined(separator: " ")
    let id = Int.random(in: 1 ... .max)
    try log.send(.change(.add(Article(id: id, title: title))))
    try output.report("Added \(title)")
  }
}

/// The contents of `main.swift` in steps 6 and 9. Not called: they would use the terminal.
@MainActor
private enum MainFiles {
  static func step6() async throws {
    try await shoppingApp(DocumentLog(file: "shopping.json"), settings: "config.json").run()
  }

  static func step9() async {
    exit(
      await runShopping(
        Array(CommandLine.arguments.dropFirst()), DocumentLog(file: "shopping.json")))
  }
}

@MainActor
@Test("what one process adds, another one shows, also after kill -9")
func typedIsKept() throws {
  let files = MemoryStorage()
  func start() throws -> (TestStage, DocumentLog<Shopping>) {
    let log = DocumentLog<Shopping>(file: "/shopping.json", storage: files)
    return (try TestStage(columns: 40, rows: 8) { shoppingApp(log, dependencies: $0) }, log)
  }
  let ((first, _), (second, log)) = (try start(), try start())
  first.terminal.type("milk\r")
  log.checkForChanges()
  second.settle()
  #expect(second.terminal.screen.contains("[ ] milk"))
  files.killProcess()
  let again = DocumentLog<Shopping>(file: "/shopping.json", storage: files)
  #expect(try again.read().value.items.map(\.title) == ["milk"])
}

/// The whole program of the article.
@MainActor
@Suite("The article about a program around a file")
struct ArticleTests {
  private let files = MemoryStorage()
  private let folder: TemporaryFolder
  private let article: String

  private var log: DocumentLog<Shopping> {
    DocumentLog(file: "/shopping.json", storage: files)
  }

  init() throws {
    folder = try TemporaryFolder()
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    article = try String(
      contentsOf: package.appending(
        path: "Sources/Document/MillraceDocument.docc/YourProgram.md"), encoding: .utf8)
  }

  private func start(settings: String = "", rows: Int = 10) throws -> TestStage {
    try TestStage(shoppingApp(log, settings: settings), columns: 40, rows: rows)
  }

  @Test("settings, several rows, undo, removal and a restart after kill -9 work together")
  func assembled() throws {
    let settings = #"{"theme": "dark", "keys": {"undo": ["z"]}}"#
    #expect(article.contains("`\(settings)` to `config.json`"))
    try folder.write(settings, to: "config.json")
    let stage = try start(settings: folder.file("config.json"))
    func press(_ keys: Key..., shows rows: [String], _ location: SourceLocation = #_sourceLocation)
    {
      for key in keys { stage.terminal.send(key) }
      stage.settle()
      #expect(stage.rows == rows, sourceLocation: location)
    }
    let line = String(repeating: "─", count: 40)
    func message(_ text: String) -> String {
      "── \(text) " + String(repeating: "─", count: 40 - 4 - text.count)
    }
    // Letters in the field are text, and an empty line adds nothing.
    for title in ["milk", "", "bread", "uzdq", "  ", "eggs", "tea"] {
      stage.terminal.type("\(title)\r")
    }
    press(
      .down,
      shows: [
        "What is missing?", "› [ ] milk", "  [ ] bread", "  [ ] uzdq", "  [ ] eggs", "  [ ] tea",
        "", "", line, "d Remove  z Undo  U Redo  q Quit",
      ])
    press(
      .down, .space, .down, .character("d"),
      shows: [
        "What is missing?", "  [ ] milk", "  [x] bread", "› [ ] eggs", "  [ ] tea", "", "", "",
        message("Deleted “uzdq” · z undoes"), "d Remove  z Undo  U Redo  q Quit",
      ])
    // `u` has no meaning any more.
    press(
      .character("u"), .character("z"), .character("z"),
      shows: [
        "What is missing?", "  [ ] milk", "  [ ] bread", "  [ ] uzdq", "› [ ] eggs", "  [ ] tea",
        "", "", message("Undone: changed an article"), "d Remove  z Undo  U Redo  q Quit",
      ])
    files.killProcess()

    // Without settings, `u` undoes.
    let second = try start()
    second.terminal.send(.down, .character("u"), .character("U"), .character("U"))
    second.settle()
    #expect(
      second.rows == [
        "What is missing?", "› [ ] milk", "  [x] bread", "  [ ] uzdq", "  [ ] eggs", "  [ ] tea",
        "", "", message("Redone: changed an article"), "d Remove  u Undo  U Redo  q Quit",
      ])
    second.terminal.send(.character("q"))
    #expect(second.session.ended == .quit)
    withExtendedLifetime(stage) {}
  }

  @Test("the screen in the article is what the program shows, and a pipe gets the list alone")
  func screens() throws {
    let stage = try start(rows: 5)
    stage.terminal.type("milk\rbread\r")
    stage.terminal.send(.down, .space)
    stage.settle()
    #expect(
      article.contains("```text\n\(stage.rows.joined(separator: "\n"))\n```"),
      "\(stage.terminal.screen)")
    let printed = shoppingApp(log).plainTextLines()
    #expect(printed == ["[x] milk", "[ ] bread"])
  }

  @Test("add changes the file, and a program that runs shows the article")
  func command() async throws {
    #expect(await runShopping(["add", "oat", "milk"], log) == 0)
    let stage = try start()
    #expect(stage.terminal.screen.contains("› [ ] oat milk"))
    #expect(await runShopping(["ad"], log) == 64)
  }

  @Test("each line of the article's samples is compiled, and each sample is short")
  func compiled() throws {
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n" as Character).map { $0.trimmingPrefix { $0 == " " } }.map(
        String.init)
    }
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let compiled = Set(
      try ["ArticleTests.swift", "EditorArticleTests.swift"].flatMap {
        lines(try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      })
    let samples = codeBlocks("swift", in: article)
    #expect(samples.count == 15)
    for sample in samples {
      #expect(lines(sample).count <= 28)
      // The test of the article imports a module of the reader's own.
      for line in lines(sample) where line != "@testable import shopping" {
        #expect(compiled.contains(line), "\(line)")
      }
    }
  }
}
