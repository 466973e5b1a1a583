import MillraceDocument

/// The default keys, by the names of the commands in `keys`. A user's settings may change them.
let defaultKeys = [
  "new": ["n"], "edit": ["e", "enter"], "remove": ["d", "delete"],
  "undo": ["u"], "redo": ["U"], "resolve": ["m"], "quit": ["q"],
]

struct Screen: Component {
  let state: AppState
  let dispatch: Dispatcher<AppAction>
  let terminal: TerminalControl
  @Local private var current: Item.ID?

  private var items: IdentifiedList<Item> { state.document.value.items }
  private var document: Dispatcher<DocumentAction<ItemList>> { dispatch.wrap(documentPath) }

  var body: Node {
    Column {
      if items.isEmpty { Text("No items yet").dim() }
      List(items) { item in
        Row(gap: 1) {
          Checkbox(item.isDone) { document(.change(.toggle(item.id))) }
          Text(item.title).strikethrough(item.isDone).truncate()
        }
      }
      .current($current).autofocus()
      DocumentNotices(state.document)
      DocumentMessageLine(state.document.message)
      KeyHints()
    }
    .grow()
    .keys { for bind in keys { bind } }
    if let form = state.form { ItemFormView(form: form, dispatch: dispatch.wrap(formPath)) }
  }

  @KeysBuilder @MainActor private var keys: [Bind] {
    let item = current.flatMap { items[id: $0] }
    Bind([], "New", name: "new") { dispatch(.show(ItemForm(item: .new()))) }
    Bind([], "Edit", name: "edit", isEnabled: item != nil) {
      if let item { dispatch(.show(ItemForm(item: item, original: item))) }
    }
    Bind([], "Remove", name: "remove", isEnabled: item != nil) {
      if let item { document(.change(.remove(item.id))) }
    }
    Bind([], "Undo", name: "undo", isEnabled: !state.document.undoNames.isEmpty) { document(.undo) }
    Bind([], "Redo", name: "redo", isEnabled: !state.document.redoNames.isEmpty) { document(.redo) }
    Bind([], "Resolve", name: "resolve", isEnabled: !state.document.conflicts.isEmpty) {
      document.resolve(state.document)
    }
    Bind([], "Quit", name: "quit") { document.quit(state.document, terminal) }
  }
}
