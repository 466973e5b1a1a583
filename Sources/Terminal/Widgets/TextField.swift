import MillraceLayout
import MillraceRender

/// One line of text to edit. The text belongs to the state: the field shows it and says how it
/// changes.
public struct TextField: Component {
  let text: String
  let placeholder: String
  let onChange: @MainActor (String) -> Void
  let onSubmit: (@MainActor () -> Void)?
  let onCancel: (@MainActor () -> Void)?
  private let offer = LineEditor.Offer()
  @Local private var editor = LineEditor()
  @Local private var edits = 0

  /// - Parameters:
  ///   - text: what the field holds.
  ///   - placeholder: shown, dimmed, while it holds nothing.
  ///   - onChange: called with the new text on every edit. What it refuses, by setting the state to
  ///     what it was, goes from the field; what it does not answer stays in it.
  ///   - onSubmit: called on Enter; without it, Enter goes to the elements around.
  ///   - onCancel: called on Escape; without it, Escape goes to the elements around.
  public init(
    _ text: String, placeholder: String = "", onChange: @escaping @MainActor (String) -> Void,
    onSubmit: (@MainActor () -> Void)? = nil, onCancel: (@MainActor () -> Void)? = nil
  ) {
    self.text = text
    self.placeholder = placeholder
    self.onChange = onChange
    self.onSubmit = onSubmit
    self.onCancel = onCancel
  }

  public var body: Node {
    _ = edits
    let editor = editor
    // The state has the last word: what it made of an edit, or put in its place, is shown. But
    // only when it has spoken: this body also runs for an edit that the state does not show yet.
    editor.adopt(text, from: offer)
    var style = LayoutStyle.element
    style.height = 1
    var attributes = TerminalAttributes()
    attributes.isFocusable = true
    var handlers = TerminalHandlers()
    handlers.key = { key, _ in
      if key == .enter, let onSubmit {
        onSubmit()
        return true
      }
      if key == .escape, let onCancel {
        onCancel()
        return true
      }
      let before = editor.text
      guard editor.apply(key) else { return false }
      finishEdit(from: before)
      return true
    }
    handlers.paste = { pasted, _ in
      let before = editor.text
      // One line stays one line; what else is in it is kept, and shown as text.
      editor.insert(String(pasted.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
      finishEdit(from: before)
      return true
    }
    handlers.click = { point, context in
      editor.moveCursor(toColumn: point.x + context.host.scroll(of: context.element))
      edits += 1
      return true
    }
    return Node(
      Element(
        FieldContent(before: editor.before, after: editor.after, placeholder: placeholder),
        style: style, attributes: attributes, handlers: handlers))
  }

  @MainActor private func finishEdit(from before: String) {
    edits += 1
    if editor.text != before { onChange(editor.text) }
  }
}

/// A field as it looks: text, and the place of the cursor in it.
struct FieldContent: TerminalContent, Equatable {
  let before: String
  let after: String
  let placeholder: String

  nonisolated var plainText: PlainText { .control }

  nonisolated var measure: MeasureFunction? {
    MeasureFunction { width, _ in
      // Like a field on a page, it asks for some columns whatever it holds, and shrinks.
      if case .minContent = width { return LayoutSize(width: 4, height: 1) }
      return LayoutSize(width: 20, height: 1)
    }
  }

  func draw(_ node: TerminalNode, with brush: Brush) {
    let box = brush.contentFrame
    guard box.width > 0 else { return }
    let text = visibleLine(before + after)
    if text.isEmpty {
      brush.write(
        visibleLine(placeholder), x: box.x, y: box.y,
        style: Style(attributes: .dim).over(brush.style))
      node.scroll = 0
      return
    }
    scroll(node, width: box.width)
    // The clip of the brush cuts what is scrolled out on either side.
    brush.write(text, x: box.x - node.scroll, y: box.y, within: box)
  }

  func cursor(in node: TerminalNode) -> CellPoint? {
    let width = node.box.contentFrame.width
    guard width > 0 else { return nil }
    scroll(node, width: width)
    return CellPoint(x: cursorColumn - node.scroll, y: 0)
  }

  private var cursorColumn: Int { displayWidth(of: visibleLine(before)) }

  /// Scrolls the least that brings the cursor into view; the cursor may stand behind the text.
  private func scroll(_ node: TerminalNode, width: Int) {
    let column = cursorColumn
    let total = displayWidth(of: visibleLine(before + after))
    node.scroll = min(node.scroll, max(0, total + 1 - width))
    if column < node.scroll { node.scroll = column }
    if column > node.scroll + width - 1 { node.scroll = column - width + 1 }
  }
}

extension TerminalHost {
  func scroll(of id: ElementID) -> Int { nodes[id]?.scroll ?? 0 }
}

/// Text made visible for a place that has one line: a line break shows as its control picture.
func visibleLine(_ text: String) -> String {
  let visible = SafeText.visible(text)
  return visible.contains("\n") ? String(visible.map { $0 == "\n" ? "\u{240A}" : $0 }) : visible
}
