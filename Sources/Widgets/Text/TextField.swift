import MillraceLayout
import MillraceRender

/// One line of text to edit. The text belongs to the state: the field shows it and says how it
/// changes.
public struct TextField: Component {
  let text: String
  let placeholder: String
  let onChange: @MainActor (String) throws -> Void
  let onSubmit: (@MainActor () throws -> Void)?
  let onCancel: (@MainActor () throws -> Void)?
  private let offer = LineEditor.Offer()
  @Local private var editor = LineEditor()
  @Local private var edits = 0
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - text: what the field holds.
  ///   - placeholder: shown, muted, while it holds nothing.
  ///   - onChange: called with the new text on every edit. What it refuses, by setting the state to
  ///     what it was, goes from the field; what it does not answer stays in it.
  ///   - onSubmit: called on Enter; without it, Enter goes to the elements around.
  ///   - onCancel: called on Escape; without it, Escape goes to the elements around.
  public init(
    _ text: String, placeholder: String = "",
    onChange: @escaping @MainActor (String) throws -> Void,
    onSubmit: (@MainActor () throws -> Void)? = nil,
    onCancel: (@MainActor () throws -> Void)? = nil
  ) {
    self.text = text
    self.placeholder = placeholder
    self.onChange = onChange
    self.onSubmit = onSubmit
    self.onCancel = onCancel
  }

  /// A field for a text that is local state, or that something else gives a binding to.
  @MainActor
  public init(
    _ text: Binding<String>, placeholder: String = "",
    onSubmit: (@MainActor () throws -> Void)? = nil,
    onCancel: (@MainActor () throws -> Void)? = nil
  ) {
    self.init(
      text.wrappedValue, placeholder: placeholder, onChange: { text.wrappedValue = $0 },
      onSubmit: onSubmit, onCancel: onCancel)
  }

  public var body: Node {
    _ = edits
    let editor = editor
    // The state has the last word: what it made of an edit, or put in its place, is shown. But
    // only when it has spoken: this body also runs for an edit that the state does not show yet.
    editor.adopt(text, from: offer)
    var looks = Looks()
    looks.isFocusable = true
    let handlers = Handlers {
      $0.key = { key, _ in
        if key == .enter, let onSubmit {
          try onSubmit()
          return true
        }
        if key == .escape, let onCancel {
          try onCancel()
          return true
        }
        let before = editor.text
        guard editor.apply(key) else { return false }
        try finishEdit(from: before)
        return true
      }
      $0.paste = { pasted, _ in
        let before = editor.text
        // One line stays one line; what else is in it is kept, and shown as text.
        editor.insert(String(pasted.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
        try finishEdit(from: before)
        return true
      }
      $0.click = { point, context in
        editor.moveCursor(toColumn: point.x + editor.scroll, columns: context.columns(of:))
        edits += 1
        return true
      }
    }
    let content = FieldContent(
      before: editor.before, after: editor.after, placeholder: placeholder,
      placeholderStyle: theme.muted, editor: editor)
    return Node(
      Element(content, style: .element { $0.height = 1 }, looks: looks, handlers: handlers))
  }

  @MainActor private func finishEdit(from before: String) throws {
    edits += 1
    if editor.text != before { try onChange(editor.text) }
  }
}

/// A field as it looks: text, and the place of the cursor in it.
package struct FieldContent: ElementContent, Equatable {
  package let before: String
  package let after: String
  package let placeholder: String
  package let placeholderStyle: Style
  /// Keeps the first column that shows.
  package let editor: LineEditor

  package static func == (first: FieldContent, second: FieldContent) -> Bool {
    first.before == second.before && first.after == second.after
      && first.placeholder == second.placeholder
      && first.placeholderStyle == second.placeholderStyle
  }

  package var plainText: PlainText { .control }
}
