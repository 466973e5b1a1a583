import MillraceDocument
import TestSupport
import Testing

// The samples of the article "A document for a team", and tests of what needs no server.

struct Grocery: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case title }

  let id: Int
  var title: String

  mutating func assign(_ field: Field, from other: Grocery) {
    switch field {
    case .title: title = other.title
    }
  }

  func text(of field: Field) -> String { title }
}

struct Groceries: Codable, Equatable {
  enum Action: Codable, Equatable, Sendable { case add(Grocery) }

  var items = IdentifiedList<Grocery>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let grocery): items.append(grocery)
    }
  }
}

extension Groceries: DocumentModel {
  func step(for action: Action, since begun: Groceries) -> DocumentStep? {
    switch action {
    case .add(let grocery): DocumentStep("added “\(grocery.title)”")
    }
  }
}

func groceriesLog(
  _ address: String, initial: Groceries = Groceries()
) throws -> DocumentLog<Groceries> {
  try DocumentLog(
    at: address, name: "groceries", folder: ProgramFolders("groceries").data("servers"),
    initial: initial)
}

struct GroceriesStatus: Component {
  let state: DocumentState<Groceries>

  var body: Node {
    if state.offline != nil { Text("\(state.waiting) to send").dim() }
    if case .readOnly = state.access { Text("Nothing can be changed").bold() }
    DocumentNotices(state)
  }
}

func moveDocument(inFile path: String, to address: String) throws {
  let document = try DocumentLog<Groceries>(file: path).read()
  try groceriesLog(address, initial: document.value).open()
}

func copyDocument(at address: String, toFile path: String) throws {
  let document = try groceriesLog(address).read()
  try DocumentLog(memory: document.value).saveCopy(to: path)
}

@Suite("A document for a team")
struct TeamTests {
  @Test("an address of a server has a copy in the folder, whose name has no password")
  func addresses() {
    func path(_ address: String) -> String {
      DocumentLog<Groceries>(at: address, name: "groceries", folder: "/copies").path ?? ""
    }
    #expect(path("/lists/a.json") == "/lists/a.json")
    #expect(path("postgresql://db.example/team").hasPrefix("/copies/groceries-"))
    #expect(path("postgresql://db.example/team#kitchen").hasPrefix("/copies/kitchen-"))
    #expect(path("postgres://a:one@h/team") == path("postgresql://a:two@h/team?sslmode=require"))
    #expect(path("postgresql://a@h/team") != path("postgresql://b@h/team"))
  }

  @Test("a copy of a document is a file with which another log begins")
  func copies() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (folder.file("first.json"), folder.file("second.json"))
    try groceriesLog(first).send(.change(.add(Grocery(id: 1, title: "salt"))))
    try copyDocument(at: first, toFile: second)
    #expect(try groceriesLog(second).read().value.items.map(\.title) == ["salt"])
    try groceriesLog(second).send(.change(.add(Grocery(id: 2, title: "oil"))))
    #expect(try groceriesLog(second).read().value.items.map(\.title) == ["salt", "oil"])
  }
}
