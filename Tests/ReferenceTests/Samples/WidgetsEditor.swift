import Millrace

/// Samples of the text editor.
enum EditorSamples {
  @MainActor static func note() -> Node {
    // sample: TextEditor, EditedText, TextEdit
    struct Note: Codable, Equatable, Sendable { var text: EditedText = "" }

    enum NoteAction: Codable, Equatable, Sendable { case edited(TextEdit) }

    let notes = Reducer<Note, NoteAction> { state, action in
      switch action {
      case .edited(let edit): state.text.apply(edit)
      }
    }

    struct NoteView: Component {
      let state: Note
      let dispatch: Dispatcher<NoteAction>

      var body: Node {
        TextEditor(state.text, label: "Note", onEdit: { dispatch(.edited($0)) })
      }
    }
    // end
    let store = Store(
      initial: Note(text: "Bread\nOlives, a jar of the green ones that Ana likes\nTea"),
      reducer: notes)
    return NoteView(state: store.state, dispatch: Dispatcher(store)).node
  }

  // sample: TextEditor
  struct CommentField: Component {
    @Local var text = ""  // a short text, in local state

    var body: Node {
      TextEditor($text, label: "Comment", placeholder: "What do you think?").height(4)
    }
  }
  // end

  static func edits() -> EditedText {
    // sample: TextEdit, EditedText
    var text: EditedText = "Bread, milk"
    let reverse = text.apply(TextEdit(7..<11, "olives"))
    precondition(text.string == "Bread, olives")
    text.apply(reverse)
    precondition(text.string == "Bread, milk")
    // end
    return text
  }

  static func highlights(_ text: EditedText, edit: @escaping @MainActor (TextEdit) -> Void) -> Node
  {
    // sample: TextHighlighter, TextHighlight
    let comments = TextHighlighter("comments") { line in
      line.hasPrefix("#") ? [TextHighlight(0..<line.utf8.count, Style(attributes: .dim))] : []
    }
    let editor = TextEditor(text, lineNumbers: true, highlight: comments, onEdit: { edit($0) })
    // end
    return editor.node
  }
}

@MainActor let editorScreens: [ScreenSample] = [
  ScreenSample("TextEditor", columns: 40, rows: 4, keys: [.tab, .down]) { EditorSamples.note() }
  // No picture of highlights: they come from a task.
]
