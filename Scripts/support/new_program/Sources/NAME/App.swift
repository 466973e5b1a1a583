import MillraceDocument

/// The state of one process: the document, which all share, and the process's own state.
struct AppState: Codable, Equatable, Sendable {
  var document = DocumentState<ItemList>()
  /// Nil while the form is closed.
  var form: ItemForm?
}

enum AppAction: Codable, Equatable, Sendable {
  case document(DocumentAction<ItemList>)
  case form(ItemFormAction)
  /// Opens the form, or closes it.
  case show(ItemForm?)
}

let documentPath = CasePath(AppAction.document) {
  if case .document(let action) = $0 { action } else { nil }
}
let formPath = CasePath(AppAction.form) { if case .form(let action) = $0 { action } else { nil } }

let app = Reducer<AppState, AppAction>.combine(
  Reducer { state, action in
    switch action {
    case .show(let form): state.form = form
    case .form(.save):
      guard let form = state.form, !form.item.title.allSatisfy(\.isWhitespace) else { break }
      if let original = form.original {
        // Changes by others since the form was opened stay.
        return .action(.document(.edit(form.item, since: original)))
      }
      return .action(.document(.change(.add(form.item))))
    case .form, .document: break
    }
    return .none
  },
  .scope(state: \.document, action: documentPath, .document()),
  .scope(.optional(\.form), action: formPath, dismissed: .show(nil), itemForm))

func makeStore(
  _ log: DocumentLog<ItemList>, _ dependencies: Dependencies
) -> Store<AppState, AppAction> {
  Store(
    initial: AppState(), reducer: app,
    middleware: [.document(\.document, action: documentPath, in: log)], dependencies: dependencies)
}
