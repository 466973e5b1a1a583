import MillraceDocument

/// The state of one process: the list, which all users share, and what belongs to this process
/// alone.
struct TodoState: Codable, Equatable, Sendable {
  var list = ListState()
  /// The text in the field for a new item.
  var draft = ""
  /// The edit in progress, in a line or in a form.
  var edit: EditState?
  var dialog: TodoDialog?
  /// The reason why the last command was not done, or not completely. It is shown until the next
  /// action of the user.
  var problem: String?
}

/// A dialog over the list.
enum TodoDialog: Codable, Equatable, Sendable {
  case help, palette, filter, importFile
  case schedule([TodoID])
  /// Asks a question before an action that changes more items than fit on the screen.
  case confirm(String, ListAction)
}

enum ProgramAction: Codable, Equatable, Sendable {
  case list(ListAction)
  case draft(DraftAction)
  case edit(EditAction)
  /// The edit's reducer has dismissed the edit. The program's reducer then sets `edit` to nil.
  case editClosed
  /// Begins to edit an item. If an edit is in progress already, saves that edit. If that edit has
  /// changes and the list is read-only, that edit continues instead.
  case beginEdit(TodoID, isForm: Bool, at: Moment = .unset)
  case open(TodoDialog?)
  /// Shows the reason why a command was not done.
  case refused(String)

  /// A change of the document.
  static func change(_ action: TodoAction) -> ProgramAction { .document(.change(action)) }
  static func document(_ action: DocumentAction<TodoList>) -> ProgramAction {
    .list(.document(action))
  }
}

enum DraftAction: Codable, Equatable, Sendable {
  case typed(String)
  /// Adds the typed item, with this id.
  case submitted(TodoID, at: Moment = .unset)
}

extension ProgramAction {
  static let listPath = CasePath(ProgramAction.list) {
    if case .list(let action) = $0 { action } else { nil }
  }
  static let documentPath = listPath.appending(ListAction.documentPath)
  static let draftPath = CasePath(ProgramAction.draft) {
    if case .draft(let action) = $0 { action } else { nil }
  }
  static let editPath = CasePath(ProgramAction.edit) {
    if case .edit(let action) = $0 { action } else { nil }
  }
}

typealias TodoStore = Store<TodoState, ProgramAction>
typealias TodoDispatcher = Dispatcher<ProgramAction>

/// The parent comes first, so that it sees the state of a child before the child changes it.
let todoReducer = Reducer<TodoState, ProgramAction>.combine(
  Reducer { state, action -> Command<ProgramAction> in state.apply(action) },
  .scope(state: \.list, action: ProgramAction.listPath, listReducer),
  .scope(state: \.draft, action: ProgramAction.draftPath, draftReducer),
  .scope(
    .optional(\.edit), action: ProgramAction.editPath, dismissed: .editClosed, editReducer))

private let draftReducer = Reducer<String, DraftAction> { draft, action in
  switch action {
  case .typed(let text): draft = text
  case .submitted: draft = ""
  }
}

extension TodoState {
  fileprivate mutating func apply(_ action: ProgramAction) -> Command<ProgramAction> {
    switch action {
    // These actions do not come directly from the user, so the problem stays on the screen.
    case .list(.minutePassed), .list(.document(.edit)), .editClosed: break
    default: problem = nil
    }
    switch action {
    case .draft(.submitted(let id, let moment)):
      return .action(.list(.add([draft], ids: [id], at: moment)))
    case .beginEdit(let id, let isForm, let moment):
      // The list is read-only, so the typed text cannot be saved, and the old edit continues.
      if edit?.hasChanges == true, list.document.access != .writing { return .none }
      // If this item is already being edited, the new edit continues with the typed text.
      let own = edit.flatMap { $0.id == id ? $0.edited(at: moment) : nil }
      guard let todo = own ?? list.items[id: id] else { return .none }
      defer { edit = EditState(todo, isForm: isForm) }
      return saveEdit(at: moment)
    case .edit(.commit(let id, let moment)):
      guard let edit, edit.isCommitted(by: id) else { return .none }
      problem = edit.problem(at: moment)
      return saveEdit(at: moment)
    case .editClosed: edit = nil
    case .open(let dialog): self.dialog = dialog
    case .refused(let reason): problem = reason
    case .list, .draft(.typed), .edit: break
    }
    return .none
  }

  private func saveEdit(at moment: Moment) -> Command<ProgramAction> {
    guard let edit, edit.hasChanges else { return .none }
    return .action(.document(.edit(edit.edited(at: moment), since: edit.item)))
  }

  /// Whether the edit is shown in a form. If another user removes an item whose line the user has
  /// changed, the edit moves from the line to a form.
  var isFormShown: Bool {
    edit.map { $0.isForm || $0.hasChanges && !list.items.contains(id: $0.id) } ?? false
  }

  /// The state that is restored at the next start. Help and the palette are left out, because they
  /// show keys that depend on the focus.
  var kept: Kept {
    get {
      let isOfTheMoment = dialog == .help || dialog == .palette
      return Kept(view: list.view, draft: draft, edit: edit, dialog: isOfTheMoment ? nil : dialog)
    }
    set {
      (list.view, draft, dialog) = (newValue.view, newValue.draft, newValue.dialog)
      edit = newValue.edit?.inForm(at: .now)
    }
  }

  struct Kept: Codable, Equatable, Sendable {
    var view = ListPresentation()
    var draft = ""
    var edit: EditState?
    var dialog: TodoDialog?

    /// The part of version 1 of the saved state that is still read.
    struct Version1: Codable { let draft: String }
  }
}
