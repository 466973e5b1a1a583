import MillraceDocument

/// The edit of an item. Concurrent changes of other fields are kept. If another user has removed
/// the item, saving the edit adds it again.
struct EditState: Codable, Equatable, Sendable {
  /// The item as it was when the edit began.
  let item: Todo
  var fields: TodoFields
  let isForm: Bool
  /// Whether the user is being asked if the typed text is to be discarded.
  var asksToDiscard = false

  init(_ item: Todo, isForm: Bool) {
    (self.item, self.isForm) = (item, isForm)
    fields = TodoFields(item, isForm: isForm)
  }
}

enum EditAction: Codable, Equatable, Sendable {
  case changed(TodoFields)
  /// Ends and saves the edit of this item. An edit of another item continues.
  case commit(TodoID, at: Moment = .unset)
  /// Ends the edit without saving it. If the user has typed something, asks first.
  case leave
  case stay
  case discard
}

let editReducer = Reducer<EditState, EditAction> { edit, action in
  switch action {
  case .changed(let fields): edit.fields = fields
  // The parent's reducer saves the edit.
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

  /// Whether a commit of an item ends this edit. While the user is asked whether to discard the
  /// text, no commit ends the edit: the dialog takes the focus from the line, and a line that loses
  /// the focus dispatches a commit.
  func isCommitted(by id: TodoID) -> Bool { id == self.id && !asksToDiscard }

  /// The edit in a form instead of a line, because the row with the line may be hidden after a
  /// restart. Nil if it is an edit in a line and the user has typed nothing.
  func inForm(at moment: Moment) -> EditState? {
    if isForm { return self }
    var form = EditState(item, isForm: true)
    form.fields = TodoFields(edited(at: moment), isForm: true)
    return hasChanges ? form : nil
  }

  /// The problem with a word of the changed line that looks like a field but is not valid; nil if
  /// there is none.
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
