import MillraceSystem

/// The dialogs of a document: conflicts, and changes that cannot be saved.
///
/// Put it after the program's screen, in the same parent. It shows the dialog that
/// `DocumentAction.show(_:)` has opened.
public struct DocumentDialogs<Model: DocumentModel>: Component {
  private let state: DocumentState<Model>
  private let log: DocumentLog<Model>?
  private let dispatch: Dispatcher<DocumentAction<Model>>
  @Environment(\.terminal) private var terminal

  /// Makes the dialogs of a document.
  /// - Parameters:
  ///   - state: The document.
  ///   - log: The log of the document. It saves a copy to another file if the document cannot be
  ///     saved. If it is nil or has no path, no other file is offered.
  ///   - dispatch: Sends the document's actions.
  public init(
    _ state: DocumentState<Model>, log: DocumentLog<Model>?,
    dispatch: Dispatcher<DocumentAction<Model>>
  ) {
    (self.state, self.log, self.dispatch) = (state, log, dispatch)
  }

  public var body: Node {
    switch state.dialog {
    case .conflicts:
      if let conflict = state.conflicts.first {
        ConflictDialog(
          conflict: conflict, document: state.value, count: state.conflicts.count,
          dispatch: dispatch)
      }
    case .notSaved:
      if let log, log.path != nil {
        SaveDialog(
          failure: state.failure, log: log, close: { dispatch(.show(nil)) },
          quit: { terminal.quit() })
      } else {
        ConfirmationDialog(
          "The newest changes are not saved yet. Quit anyway?", onClose: { dispatch(.show(nil)) },
          action: { terminal.quit() })
      }
    case nil: Node.empty
    }
  }
}

/// Shows both sides of a conflict.
private struct ConflictDialog<Model: DocumentModel>: Component {
  let conflict: DocumentConflict<Model>
  let document: Model
  let count: Int
  let dispatch: Dispatcher<DocumentAction<Model>>

  var body: Node {
    Dialog(
      count == 1 ? "Conflict" : "\(count) conflicts",
      onClose: { dispatch(.show(nil)) }
    ) {
      Text(conflict.name(in: document)).bold()
      Row(gap: 2) {
        side("Here", conflict.ours(in: document), takingTheirs: false)
        side("Elsewhere", conflict.theirs, takingTheirs: true)
      }
    }
  }

  @MainActor private func side(_ name: String, _ text: String?, takingTheirs: Bool) -> Node {
    Box(title: name) {
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
private struct SaveDialog<Model: DocumentModel>: Component {
  let failure: String?
  let log: DocumentLog<Model>
  let close: @MainActor () -> Void
  let quit: @MainActor () -> Void
  @Local private var path = ""
  @Local private var problem: String?

  var body: Node {
    Dialog("Not saved", onClose: close) {
      Text(failure ?? "Saved now.").style(\.danger)
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
      if path.contains(where: { !$0.isWhitespace }) {
        // A copy replaces a file, and this dialog does not ask whether it may.
        if try log.storage.status(of: path)?.kind == .file {
          problem = "\(path) already exists"
          return
        }
        try log.saveCopy(to: path)
      } else if failure != nil {
        // There may be space on the disk by now.
        try log.saveNow()
      }
      quit()
    } catch {
      problem = "\(error)"
    }
  }
}
