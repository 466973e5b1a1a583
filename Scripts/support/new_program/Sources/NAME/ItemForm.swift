import MillraceDocument

/// A child feature, which knows nothing of the program around it: the form for a new item, or for
/// one of the list.
struct ItemForm: Codable, Equatable, Sendable {
  var item: Item
  /// The item when the edit began; nil for a new one.
  var original: Item?
}

enum ItemFormAction: Codable, Equatable, Sendable {
  case titleChanged(String)
  case save, cancel
}

let itemForm = Reducer<ItemForm, ItemFormAction> { form, action in
  switch action {
  case .titleChanged(let title): form.item.title = title
  case .save, .cancel: return .dismiss()
  }
  return .none
}

struct ItemFormView: Component {
  let form: ItemForm
  let dispatch: Dispatcher<ItemFormAction>

  var body: Node {
    Dialog(form.original == nil ? "New item" : "Edit item", onClose: { dispatch(.cancel) }) {
      TextField(
        form.item.title, placeholder: "Title",
        onChange: { dispatch(.titleChanged($0)) }, onSubmit: { dispatch(.save) }
      )
      .autofocus().width(40)
    }
  }
}
