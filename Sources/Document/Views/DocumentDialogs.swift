/// The dialogs of the file: conflicts, a document that cannot be saved, and taking over.
struct DocumentDialogs<Interface: DocumentInterface>: Component {
  let state: DocumentState<Interface>
  let file: (any SavedFile)?
  let dispatch: Dispatcher<DocumentAction<Interface>>
  let quit: @MainActor () -> Void

  var body: Node {
    switch state.dialog {
    case .conflicts:
      if let conflict = state.conflicts.first {
        ConflictDialog(
          conflict: conflict, present: state.document.items[id: conflict.id.element],
          count: state.conflicts.count, dispatch: dispatch)
      }
    case .notSaved:
      if let file {
        SaveDialog(file: file, close: { dispatch(.show(nil)) }, quit: quit)
      } else {
        // A session beside the main one has no file.
        ConfirmationDialog(
          "The newest changes are not saved yet. Quit anyway?", onClose: { dispatch(.show(nil)) },
          action: quit)
      }
    case .takeOver:
      ConfirmationDialog(
        "The other program has ended. Take over?", isYesDefault: true,
        onClose: { dispatch(.show(nil)) }, action: { dispatch(.takeOver) })
    case nil: Node.empty
    }
  }
}

/// Shows both sides of a conflict.
private struct ConflictDialog<Interface: DocumentInterface>: Component {
  let conflict: DocumentState<Interface>.Conflict
  /// The element in the document; nil if removed.
  let present: Interface.Document.Element?
  let count: Int
  let dispatch: Dispatcher<DocumentAction<Interface>>

  var body: Node {
    let title = (present ?? conflict.theirs)?.title ?? ""
    Dialog(
      count == 1 ? "Conflict" : "\(count) conflicts",
      onClose: { dispatch(.show(nil)) }
    ) {
      Text(conflict.id.field.map { "\(title): \($0)" } ?? title).bold()
      Row(gap: 2) {
        side("Here", present, takingTheirs: false)
        side("Elsewhere", conflict.theirs, takingTheirs: true)
      }
    }
  }

  @MainActor private func side(
    _ name: String, _ element: Interface.Document.Element?, takingTheirs: Bool
  ) -> Node {
    let text = element.map { element in
      conflict.id.field.map { element.text(of: $0) } ?? element.title
    }
    return Box(title: name) {
      Text(text ?? "removed").grow()
      Button("Keep this") {
        if count == 1 { dispatch(.show(nil)) }
        dispatch(.resolve(conflict.id, takingTheirs: takingTheirs))
      }
    }
    .width(26).shrink(1)
  }
}

/// Offers another file for a document that cannot be saved.
private struct SaveDialog: Component {
  let file: any SavedFile
  let close: @MainActor () -> Void
  let quit: @MainActor () -> Void
  @Local private var path = ""
  @Local private var problem: String?

  var body: Node {
    Dialog("Not saved", onClose: close) {
      Text("\(file.failure.map { "\($0)" } ?? "Saved now.")").style(\.danger)
      Form {
        FormField("Save to", error: problem) {
          TextField($path, placeholder: "another file", onSubmit: { save() }).autofocus().width(30)
        }
      }
      Row(gap: 1, justify: .end) {
        Button("Cancel") { close() }
        Button("Save and quit") { save() }
        Button("Discard changes") { quit() }
      }
    }
  }

  @MainActor private func save() {
    do {
      switch file.failure {
      case nil: break
      case _ where path.contains { !$0.isWhitespace }: try file.saveCopy(to: .file(path))
      // There may be space on the disk by now.
      case .cannotWrite: try file.overwrite()
      // The file at the path belongs to another program.
      default: return problem = "enter a file"
      }
      quit()
    } catch {
      problem = "\(error)"
    }
  }
}
