import MillraceDocument
import MillraceTesting
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

struct Shopping: DocumentModel {
  enum Action: Codable, Equatable, Sendable { case add(Article), toggle(Int), remove(Int) }

  var items = IdentifiedList<Article>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let article): items.append(article)
    case .toggle(let id): items[id: id]?.isBought.toggle()
    case .remove(let id): items.remove(id: id)
    }
  }

  func step(for action: Action, since begun: Shopping) -> DocumentStep? {
    switch action {
    case .add(let article): DocumentStep("added “\(article.title)”", showsMessage: false)
    case .toggle: DocumentStep("changed an article")
    case .remove(let id): DocumentStep("deleted “\(items[id: id]?.title ?? "")”")
    }
  }
}

struct ShoppingInterface: DocumentInterface {
  typealias Document = Shopping
  enum Action: Codable, Equatable, Sendable { case draftChanged(String), submit(id: Int) }

  var draft = ""

  mutating func apply(
    _ action: Action, in shopping: Shopping
  ) -> Command<DocumentAction<ShoppingInterface>> {
    switch action {
    case .draftChanged(let text): draft = text
    case .submit(let id):
      defer { draft = "" }
      return .action(.document(.add(Article(id: id, title: draft))))
    }
    return .none
  }
}

struct ShoppingScreen: Component {
  let state: DocumentState<ShoppingInterface>
  let dispatch: Dispatcher<DocumentAction<ShoppingInterface>>

  var body: Node {
    Column {
      TextField(
        state.interface.draft, placeholder: "What is missing?",
        onChange: { dispatch(.interface(.draftChanged($0))) },
        onSubmit: { dispatch(.interface(.submit(id: .random(in: 1 ... .max)))) }
      )
      .autofocus()
      List(state.document.items) { article in
        Row(gap: 1) {
          Checkbox(article.isBought) { dispatch(.document(.toggle(article.id))) }
          Text(article.title)
        }
      }
      .grow()
      DocumentNotices(state)
      DocumentMessageLine(state.message)
    }
  }
}

@MainActor
func shoppingApp(_ file: DocumentFile<ShoppingInterface>) -> DocumentApp<ShoppingInterface> {
  DocumentApp(interface: ShoppingInterface.self, file: file) { state, dispatch, terminal in
    ShoppingScreen(state: state, dispatch: dispatch)
      .keys {
        Bind("u", "Undo", name: "undo") { dispatch(.undo) }
        Bind("m", "Resolve conflict", name: "settle") { dispatch.resolve(state) }
        Bind("q", "Quit") { dispatch.quit(state, terminal) }
      }
  }
}

@MainActor
func configured(_ terminal: TerminalControl, _ screen: ShoppingScreen) -> Node {
  let file = SettingsFile(path: "config.json", defaultKeys: ["undo": ["u"], "settle": ["m"]])
  return SettingsProvider(file, on: terminal) { screen }.node
}

let shoppingLine = CommandLineDescription(
  program: "shopping", abstract: "A shopping list.", version: "1.0",
  verbs: [
    Verb(help: "show the list"), Verb("add", operands: [.many("TITLE")], help: "add an article"),
  ])

func main(_ file: DocumentFile<ShoppingInterface>) async -> Int32 {
  await shoppingLine.run { call, output in
    if call.verb == nil { return try await shoppingApp(file).run() }
    let title = call.operands.joined(separator: " ")
    let id = Int.random(in: 1 ... .max)
    try await file.send(.document(.add(Article(id: id, title: title))))
    try output.report("Added \(title)")
  }
}

@MainActor
@Test("a typed item is on the list after kill -9")
func typedIsKept() throws {
  let files = MemoryStorage()
  let app = shoppingApp(DocumentFile("/shopping.json", storage: files))
  let stage = try TestStage(app.terminalApp(app.makeStore()), columns: 40, rows: 8)
  stage.terminal.type("milk\r")
  stage.settle()
  #expect(stage.terminal.screen.contains("[ ] milk"))
  files.killProcess()
  #expect(app.makeStore().state.document.items.map(\.title) == ["milk"])
}

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The article about a program around a file")
struct ArticleTests {
  @Test("each line of the article's samples is compiled, and each sample fits on a screen")
  func compiled() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func lines(_ text: String) -> [String] {
      text.split(separator: "\n" as Character).map { $0.trimmingPrefix { $0 == " " } }.map(
        String.init)
    }
    let compiled = Set(lines(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)))
    let article = try String(
      contentsOf: package.appending(
        path: "Sources/Document/MillraceDocument.docc/YourProgram.md"), encoding: .utf8)
    let samples = article.split(separator: "```swift\n").dropFirst()
      .map { String($0[..<($0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)]) }
    #expect(samples.count == 9)
    for sample in samples {
      #expect(lines(sample).count <= 24)
      for line in lines(sample) { #expect(compiled.contains(line), "\(line)") }
    }
  }
}
