import MillraceDocument

/// A page. Its address is its id, so that two programs cannot add it twice.
struct Link: DocumentElement, Equatable {
  enum Field: String, Codable, CaseIterable, Sendable { case isRead }

  let address: String
  let title: String
  var isRead = false
  var id: String { address }

  mutating func assign(_ field: Field, from other: Link) { isRead = other.isRead }
  func text(of field: Field) -> String { isRead ? "read" : "not read" }
}

/// The document, which all programs on the file share.
struct ReadingList: DocumentModel {
  enum Action: Codable, Equatable, Sendable { case add(Link), toggle(Link.ID), remove(Link.ID) }
  var items = IdentifiedList<Link>()

  mutating func apply(_ action: Action) {
    switch action {
    case .add(let link): items.append(link)
    case .toggle(let id): items[id: id]?.isRead.toggle()
    case .remove(let id): items.remove(id: id)
    }
  }

  func step(for action: Action, since begun: ReadingList) -> DocumentStep? {
    switch action {
    case .add(let link): DocumentStep("added “\(link.title)”")
    case .toggle(let id): DocumentStep("changed “\(items[id: id]?.title ?? "")”")
    case .remove(let id): DocumentStep("removed “\(items[id: id]?.title ?? "")”")
    }
  }
}

struct Reading: Codable, Equatable, Sendable {
  var list = DocumentState<ReadingList>()
  var finder = Finder()
}

enum ReadingAction: Codable, Equatable, Sendable {
  case list(DocumentAction<ReadingList>)
  case finder(FinderAction)
}

let listPath = CasePath(ReadingAction.list) { if case .list(let it) = $0 { it } else { nil } }
let finderPath = CasePath(ReadingAction.finder) { if case .finder(let it) = $0 { it } else { nil } }

let reading = Reducer<Reading, ReadingAction>.combine(
  .scope(state: \.finder, action: finderPath, finder),
  .scope(state: \.list, action: listPath, .document()),
  Reducer { _, action in
    // The result of the child becomes a change of the document.
    guard case .finder(.found(let link)) = action else { return .none }
    return .action(.list(.change(.add(link))))
  })

/// Refuses a page that is on the list, before the child requests its title.
let refusesKnownPages = Middleware<Reading, ReadingAction> { store, action, next in
  let isKnown = store.state.list.value.items.contains(id: store.state.finder.address)
  next(action == .finder(.submit) && isKnown ? .finder(.failed("It is on the list")) : action)
}

func readingStore(
  _ log: DocumentLog<ReadingList>, logging: LogDestination, dependencies: Dependencies = .init()
) -> Store<Reading, ReadingAction> {
  Store(
    initial: Reading(), reducer: reading,
    middleware: [
      refusesKnownPages, .logging(to: logging), .document(\.list, action: listPath, in: log),
      .persistence(
        to: .hidden(beside: log.path ?? "reading", as: "address"), part: .field(\.finder.address),
        version: 1, access: .bestEffort, storage: log.storage),
    ], dependencies: dependencies)
}
