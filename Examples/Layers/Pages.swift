import Millrace

struct Page: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String { "Page \(id)" }
}

struct Pages: Codable, Equatable, Sendable {
  var list = IdentifiedList((1...10_000).map { Page(id: $0) })
  var presentedLayer: Over?

  /// The layer shown over the list, and the page that it is about. A layer is part of the state,
  /// like everything that is shown.
  enum Over: Codable, Equatable, Sendable { case menu(Page), question(Page) }
}

enum PagesAction: Codable, Equatable, Sendable {
  case openMenu(Page), ask(Page), close, delete(Page), print
}

struct PaperJam: Error {}

let pages = Reducer<Pages, PagesAction> { state, action -> Command<PagesAction> in
  switch action {
  case .openMenu(let page): state.presentedLayer = .menu(page)
  case .ask(let page): state.presentedLayer = .question(page)
  case .close: state.presentedLayer = nil
  case .delete(let page):
    state.list.remove(id: page.id)
    state.presentedLayer = nil
  // No `catch` handles the error, so the program shows it.
  case .print: return .task { _ in throw PaperJam() }
  }
  return .none
}
