import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

// The samples of "An editor for a text of the document", in the article "Your own program around a
// file".

struct Recipe: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case title, text }

  let id: Int
  var title: String
  var text: EditedText = ""

  mutating func assign(_ field: Field, from other: Recipe) {
    switch field {
    case .title: title = other.title
    case .text: text = other.text
    }
  }

  func text(of field: Field) -> String { field == .title ? title : text.string }
}

struct Recipes: DocumentModel, Equatable {
  enum Action: Codable, Equatable, Sendable { case add(Recipe), remove(Int) }

  var items = IdentifiedList<Recipe>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let recipe): items.append(recipe)
    case .remove(let id): items.remove(id: id)
    }
  }

  func step(for action: Action, since begun: Recipes) -> DocumentStep? {
    switch action {
    case .add(let recipe): DocumentStep("added “\(recipe.title)”")
    case .remove(let id): DocumentStep("removed “\(items[id: id]?.title ?? "")”")
    }
  }
}

struct CookbookState: Codable, Equatable {
  struct Draft: Codable, Equatable { var recipe, begun: Recipe }

  var recipes = DocumentState<Recipes>()
  var chosen: Recipe.ID?
  /// What the user has typed, and the recipe when the edit began.
  var draft: Draft?
  /// The recipe in the editor: that of the draft, whatever is chosen meanwhile.
  var edited: Recipe? { draft?.recipe ?? chosen.flatMap { recipes.value.items[id: $0] } }
}

enum CookbookAction: Codable, Equatable, Sendable {
  case recipes(DocumentAction<Recipes>)
  case choose(Recipe.ID?), type(TextEdit), commit
}

let cookbook = Reducer<CookbookState, CookbookAction> { state, action in
  switch action {
  case .choose(let id): state.chosen = id  // Commits nothing.
  case .type(let edit):
    guard let recipe = state.edited else { break }
    var draft = state.draft ?? CookbookState.Draft(recipe: recipe, begun: recipe)
    draft.recipe.text.apply(edit)
    state.draft = draft
  case .commit:
    // A document that is read-only would refuse the edit: the draft stays.
    guard let draft = state.draft, state.recipes.access == .writing else { break }
    state.draft = nil
    return .action(.recipes(.edit(draft.recipe, since: draft.begun)))
  case .recipes: break
  }
  return .none
}

let recipesPath = CasePath(CookbookAction.recipes) {
  if case .recipes(let action) = $0 { action } else { nil }
}

struct CookbookPanes: Component {
  let state: CookbookState
  let dispatch: Dispatcher<CookbookAction>

  var body: Node {
    Row(gap: 1) {
      List(state.recipes.value.items) { Text($0.title) }
        .current(Binding(get: { state.chosen }, set: { dispatch(.choose($0)) }))
        .autofocus().width(10).grow(0)
      if let recipe = state.edited {
        TextEditor(
          recipe.text, label: recipe.title, isReadOnly: state.recipes.access != .writing,
          onEdit: { dispatch(.type($0)) }
        )
        .key(recipe.id).grow()
        .onFocusChange { if !$0 { dispatch(.commit) } }
        .keys { Bind("ctrl+s", "Save", isEnabled: state.draft != nil) { dispatch(.commit) } }
      }
    }
    .grow()
  }
}

@MainActor
func cookbookApp(
  _ log: DocumentLog<Recipes>, _ dependencies: Dependencies
) -> TerminalApp<CookbookState, CookbookAction> {
  let store = Store(
    initial: CookbookState(),
    reducer: .combine(cookbook, .scope(state: \.recipes, action: recipesPath, .document())),
    middleware: [.document(\.recipes, action: recipesPath, in: log)], dependencies: dependencies)
  return TerminalApp(store) { state, dispatch in
    Column {
      CookbookPanes(state: state, dispatch: dispatch)
      DocumentNotices(state.recipes)
      DocumentMessageLine(state.recipes.message)
    }
    .grow()
    .keys {
      Bind(["u", "f2"], "Undo", name: "undo") {
        dispatch(.commit)
        dispatch(.recipes(.undo))
      }
      Bind("f8", "Remove", isEnabled: state.chosen != nil) {
        dispatch(.commit)
        state.chosen.map { dispatch(.recipes(.change(.remove($0)))) }
      }
      // Two that do not commit.
      Bind("f3", "Undo alone") { dispatch(.recipes(.undo)) }
      Bind("f9", "Remove alone") { state.chosen.map { dispatch(.recipes(.change(.remove($0)))) } }
    }
  }
}

/// Two processes on one file: the first types, and the second changes the document by commands.
@MainActor
@Suite("The editor in the article about a program around a file")
struct EditorArticleTests {
  private let files = MemoryStorage()
  private let log: DocumentLog<Recipes>
  private let stage: TestStage
  private let soup = Recipe(id: 1, title: "soup", text: "water")

  private var other: DocumentLog<Recipes> { DocumentLog(file: "/recipes.json", storage: files) }
  private var texts: [String] {
    get throws { try other.read().value.items.map(\.text.string) }
  }

  init() throws {
    let log = DocumentLog<Recipes>(file: "/recipes.json", storage: files)
    for recipe in [soup, Recipe(id: 2, title: "bread", text: "flour")] {
      try log.send(.change(.add(recipe)))
    }
    self.log = log
    stage = try TestStage(columns: 40, rows: 5) { cookbookApp(log, $0) }
    // Into the editor of the first recipe, and to the end of its text.
    stage.terminal.send(.tab, .end)
  }

  private func change(_ action: DocumentAction<Recipes>) throws {
    try other.send(action)
    log.checkForChanges()
    stage.settle()
  }

  @Test("leaving the editor writes what was typed, as one step")
  func leaving() throws {
    stage.terminal.type(", salt")
    #expect(try texts == ["water", "flour"])
    stage.terminal.send(Key(.function(6), .shift))
    stage.settle()
    #expect(try texts == ["water, salt", "flour"])
    #expect(
      stage.rows == [
        "› soup     water, salt", "  bread", "", "",
        "── Changed “soup” · u undoes ───────────",
      ])
    stage.terminal.type("u")
    #expect(try texts == ["water", "flour"])
  }

  @Test("a click on another recipe writes what was typed, and shows the other one")
  func clicking() throws {
    stage.terminal.type(", salt")
    stage.terminal.click(x: 3, y: 1)
    stage.settle()
    #expect(try texts == ["water, salt", "flour"])
    #expect(stage.rows[1] == "› bread")
    #expect(stage.rows[0] == "  soup     flour")
  }

  @Test("what another process changes meanwhile stays")
  func otherField() throws {
    stage.terminal.type(", salt")
    try change(.edit(Recipe(id: 1, title: "broth", text: "water"), since: soup))
    stage.terminal.type("!")
    stage.terminal.send(.control("s"))
    stage.settle()
    #expect(stage.rows[0] == "› broth    water, salt!")
    #expect(stage.rows[4] == "── Changed “soup” · u undoes ───────────")
    #expect(try other.read().conflicts.isEmpty)
  }

  @Test("a text that both changed is a conflict")
  func sameField() throws {
    stage.terminal.type(", salt")
    try change(.edit(Recipe(id: 1, title: "soup", text: "milk"), since: soup))
    #expect(stage.rows[0] == "› soup     water, salt")
    stage.terminal.send(Key(.function(6), .shift))
    stage.settle()
    #expect(stage.rows[3] == "! 1 conflict: m resolves")
    #expect(try texts == ["water, salt", "flour"])
    #expect(try other.read().conflicts.first?.theirs == "milk")
  }

  @Test("the editor stays while another process removes its recipe, and the edit brings it back")
  func removed() throws {
    stage.terminal.type(", sa")
    try change(.change(.remove(1)))
    stage.terminal.type("lt")
    stage.settle()
    #expect(stage.rows.prefix(2) == ["› bread    water, salt", ""])
    stage.terminal.send(Key(.function(6), .shift))
    stage.settle()
    #expect(try texts.sorted() == ["flour", "water, salt"])
    #expect(stage.rows[3] == "! 1 conflict: m resolves")
  }

  @Test("what was typed and taken back is no step")
  func takenBack() throws {
    stage.terminal.type("x")
    stage.terminal.send(.backspace, Key(.function(6), .shift))
    stage.settle()
    #expect(stage.rows[4] == String(repeating: "─", count: 40))
    // The newest step is that of the recipe.
    stage.terminal.type("u")
    #expect(try texts == ["water"])
  }

  @Test("undo in the editor takes back what was typed, because it commits first")
  func undoing() throws {
    stage.terminal.type(", salt")
    stage.terminal.send("f2")
    stage.settle()
    #expect(try texts == ["water", "flour"])
    #expect(stage.rows[0] == "› soup     water")
    #expect(stage.rows[4].hasPrefix("── Undone: changed “soup”"))
  }

  @Test("a removal in the editor commits first, so undo brings back the typed text, too")
  func removing() throws {
    stage.terminal.type(", salt")
    stage.terminal.send("f8")
    stage.settle()
    #expect(try texts == ["flour"])
    #expect(stage.rows.prefix(2) == ["› bread    flour", ""])
    stage.terminal.send("f2")
    stage.settle()
    #expect(try texts == ["water, salt", "flour"])
    #expect(try other.read().conflicts.isEmpty)
  }

  @Test("undo without a commit takes back the step before, and a removal becomes a conflict")
  func withoutCommit() throws {
    stage.terminal.type(", salt")
    stage.terminal.send("f3")
    stage.settle()
    #expect(stage.terminal.screen.contains("water, salt"))
    #expect(try texts == ["water"])
    stage.terminal.send("f9", Key(.function(6), .shift))
    stage.settle()
    #expect(stage.rows[3] == "! 1 conflict: m resolves")
  }
}
