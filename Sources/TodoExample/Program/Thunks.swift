import MillraceDocument

extension TodoStore {
  /// Opens an item's notes in the user's editor.
  func editNotes(of id: TodoID) {
    guard let todo = state.list.items[id: id] else { return }
    dispatch(catch: { .refused("\($0)") }) { context in
      let dependencies = context.dependencies
      let terminal = await dependencies.terminal
      var edited = todo
      edited.notes =
        try await terminal.edit(todo.notes, suffix: ".md", by: dependencies[EditorKey.self])
        ?? todo.notes
      context.dispatch(.document(.edit(edited, since: todo)))
    }
  }

  /// Imports the items of a todo.txt file that the list does not have.
  func importFile(_ path: String) {
    // Here, `-` means a file of this name, because standard input supplies the keys.
    let path = path == "-" ? "./-" : path
    dispatch(catch: { .refused("\($0)") }) { context in
      let found = try TodoText.read(path)
      let new = context.state.list.document.value.missing(found)
      if !new.isEmpty { context.dispatch(.change(.insert(new))) }
      if new.count < found.count {
        let count = found.count - new.count
        context.dispatch(.refused("\(TodoList.counted(count)) skipped: the list has them"))
      }
    }
  }
}
