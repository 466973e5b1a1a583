import Millrace

/// A heading, and the list in what room is left.
@MainActor @NodeBuilder
func itemView(_ state: ItemState, _ dispatch: Dispatcher<ItemAction>) -> Node {
  Column {
    Text("\(state.items.count) items").bold()
    Divider().dim()
    List(state.items) { ItemRow(item: $0, dispatch: dispatch) }.autofocus()
  }
}

struct ItemRow: Component, Equatable {
  let item: Item
  let dispatch: Dispatcher<ItemAction>

  /// What a row says when it is done, and when it is not: they share no letter at the same place,
  /// so that one is written whole over the other.
  static let done = "done"
  static let open = "open"

  var body: Node {
    Row(gap: 1) {
      Checkbox(item.isDone) { dispatch(.toggle(item.id)) }
      Text(item.title).truncate().strikethrough(item.isDone).grow()
      Text(item.isDone ? Self.done : Self.open)
    }
  }
}
