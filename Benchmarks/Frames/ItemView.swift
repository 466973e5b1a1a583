import Millrace

/// A heading, with the list in the remaining space.
@MainActor
func itemView(_ state: ItemState, _ dispatch: Dispatcher<ItemAction>) -> Node {
  itemView(state, dispatch, .plain)
}

/// The appearance of the list.
enum ListLook { case plain, bar, fiveLines }

@MainActor @NodeBuilder
func itemView(_ state: ItemState, _ dispatch: Dispatcher<ItemAction>, _ look: ListLook) -> Node {
  Column {
    Text("\(state.items.count) items").bold()
    Divider().dim()
    List(state.items) { item in
      let row = ItemRow(item: item, dispatch: dispatch)
      if look == .fiveLines {
        Column {
          row
          for line in 2...5 { Text("line \(line) of what there is to say").dim() }
        }
      } else {
        row
      }
    }
    .scrollBar(look == .bar)
    .autofocus()
  }
}

struct ItemRow: Component, Equatable {
  let item: Item
  let dispatch: Dispatcher<ItemAction>

  /// The texts of a row that is done, and of a row that is open. They have different letters at
  /// each position, so that each text replaces the other completely.
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
