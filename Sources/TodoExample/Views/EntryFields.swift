import MillraceDocument

/// The field for a new item, and a preview of that item.
struct DraftField: Component, Equatable {
  let commands: ItemCommands
  let field: FocusHandle
  let list: FocusHandle
  let autofocuses: Bool
  let columns: Int
  let hasRoom: Bool
  @Environment(\.clock) private var clock

  var body: Node {
    let draft = commands.store.scope(state: \.draft, action: ProgramAction.draftPath)
    Column {
      Connect(draft) { text, dispatch in
        TextField(text, placeholder: "What needs doing?", onChange: { dispatch(.typed($0)) })
          .focus(field).autofocus(autofocuses)
          .onPaste { text in commands.paste(text, atLeast: 2) }
          .margin(horizontal: 2)
        if !text.isBlank {
          preview(of: text)
        } else if hasRoom {
          Divider()
        }
      }
    }
    // The keys are outside of the `Connect` that is rendered again for each typed letter, so that
    // the active bindings do not change.
    .keys {
      Bind(.enter, "Add") { commands.submit() }
      Bind(.escape, "To the list") { list.focus() }
    }
    .shrink(0)
  }

  /// Shows the item that the typed line makes.
  @MainActor private func preview(of line: String) -> Node {
    let now = Moment(clock)
    let read = TodoLine(line.onOneLine, now: now)
    return Row(gap: 1) {
      Text("→").dim().shrink(0)
      if let problem = read.problems.first {
        Text(problem.text).truncate().style(\.danger)
      } else if let todo = read.todo {
        TodoSummary(todo: todo, today: now.day, columns: columns)
      }
    }
    .shrink(0)
  }
}

/// The field for a search.
struct SearchField: Component, Equatable {
  let text: String
  let foundCount: Int?
  let isIncomplete: Bool
  let hasRoom: Bool
  let field: FocusHandle
  let list: FocusHandle
  let dispatch: TodoDispatcher

  var body: Node {
    Row(gap: 1) {
      Text("/").bold()
      TextField(text, placeholder: "Search", onChange: { dispatch(.list(.search($0))) })
        .focus(field).autofocus().grow()
        .keys {
          Bind(.enter, "To the results") { list.focus() }
          Bind(.escape, "All") {
            dispatch(.list(.search(nil)))
            list.focus()
          }
        }
      if isIncomplete { Spinner() }
      if let foundCount { Text("\(foundCount) found").dim() }
    }
    .shrink(0)
    if hasRoom { Divider() }
  }
}
