import Millrace

/// Samples of the text editor.
enum EditorSamples {
  // sample: TextEditor, EditedText, TextEdit
  struct Note: Codable, Equatable, Sendable { var text: EditedText = "" }

  enum NoteAction: Codable, Equatable, Sendable { case edited(TextEdit) }

  static let note = Reducer<Note, NoteAction> { state, action in
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

  // sample: TextEditor
  /// A short text in local state.
  struct Comment: Component {
    @Local var text = ""

    var body: Node {
      TextEditor($text, label: "Comment", placeholder: "What do you think?").height(4)
    }
  }
  // end

  static func edits() -> EditedText {
    // sample: TextEdit, EditedText
    var text: EditedText = "Bread, milk"
    let back = text.apply(TextEdit(7..<11, "olives"))
    precondition(text.string == "Bread, olives")
    text.apply(back)
    precondition(text.string == "Bread, milk")
    // end
    return text
  }

  // sample: TextHighlighter, TextHighlight
  static let comments = TextHighlighter("comments") { line in
    line.hasPrefix("#") ? [TextHighlight(0..<line.utf8.count, Style(attributes: .dim))] : []
  }

  struct Settings: Component {
    let text: EditedText
    let edit: @MainActor (TextEdit) -> Void

    var body: Node {
      TextEditor(text, label: "Settings", lineNumbers: true, highlight: comments, onEdit: edit)
    }
  }
  // end
}

@MainActor let editorScreens: [ScreenSample] = [
  ScreenSample("TextEditor", columns: 40, rows: 5, keys: [.tab, .down]) {
    EditorSamples.NoteView(
      state: EditorSamples.Note(text: "Bread\nOlives, a jar of the green ones that Ana likes\nTea"),
      dispatch: Dispatcher { _ in })
  },
  ScreenSample("TextHighlighter", columns: 40, rows: 3) {
    EditorSamples.Settings(text: "# Colours\ntheme = dark\n") { _ in }
  },
]
