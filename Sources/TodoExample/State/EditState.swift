import MillraceDocument

/// The edit of an item. Concurrent changes of other fields stay, and an item that others removed
/// comes back.
struct EditState: Codable, Equatable, Sendable {
  /// The item as it was when the edit began.
  let item: Todo
  var fields: TodoFields
  let isForm: Bool
  /// Whether the user is asked if what was typed is to be discarded.
  var asksToDiscard = false

  init(_ item: Todo, isForm: Bool) {
    (self.item, self.isForm) = (item, isForm)
    fields = TodoFields(item, isForm: isForm)
  }
}

enum EditAction: Codable, Equatable, Sendable {
  case changed(TodoFields)
  /// Ends the edit of this item, and saves it; that of another item goes on.
  case commit(TodoID, at: Moment = .unset)
  /// Ends the edit without saving it; asks first if something was typed.
  case leave
  case stay
  case discard
}

let editReducer = Reducer<EditState, EditAction> { edit, action in
  switch action {
  case .changed(let fields): edit.fields = fields
  // The parent saves it.
  case .commit(let id, _): if edit.isCommitted(by: id) { return .dismiss() }
  case .leave: if edit.hasChanges { edit.asksToDiscard = true } else { return .dismiss() }
  case .stay: edit.asksToDiscard = false
  case .discard: return .dismiss()
  }
  return .none
}

extension EditState {
  var id: TodoID { item.id }
  private var begun: TodoFields { TodoFields(item, isForm: isForm) }
  var hasChanges: Bool { fields != begun }

  /// Whether a commit of an item ends this edit. The question takes the focus from a line, which
  /// would commit it.
  func isCommitted(by id: TodoID) -> Bool { id == self.id && !asksToDiscard }

  /// The edit as one of a form: nil for a line in which nothing was typed. After a restart, the row of
  /// a line may be hidden.
  func inForm(at moment: Moment) -> EditState? {
    if isForm { return self }
    var form = EditState(item, isForm: true)
    form.fields = TodoFields(edited(at: moment), isForm: true)
    return hasChanges ? form : nil
  }

  /// A word of the changed line that looks like a field and is none.
  func problem(at moment: Moment) -> String? {
    fields.line == begun.line
      ? nil : TodoLine(fields.line, now: moment).problems.first?.text
  }

  /// The item with the changes so far.
  func edited(at moment: Moment) -> Todo {
    var todo = item
    fields.apply(to: &todo, since: begun, at: moment)
    return todo
  }
}
