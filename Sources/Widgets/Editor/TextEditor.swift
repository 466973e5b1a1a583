import MillraceLayout
import MillraceRender

/// A multi-line text editor. The program's state owns the text: the editor shows it and reports
/// each edit.
///
/// ```swift
/// TextEditor(state.text, onEdit: { dispatch(.edited($0)) })
/// // In the reducer:
/// case .edited(let edit): state.text.apply(edit)
/// ```
///
/// The cost of a key does not depend on the length of the text: only the visible lines are laid
/// out. Each is laid out as a whole: in a line of megabytes, each key is slow.
///
/// Arrows, Home, End, PgUp and PgDn move the caret; with Control, they move by words and to the
/// ends of the text. With Shift, these keys select text, as does dragging the mouse. A double click
/// selects a word, a triple click the line, Alt-A everything. Home and End go to the ends of the
/// line, even if it is wrapped. Ctrl-X cuts, Ctrl-C copies the selection, and Ctrl-V pastes what
/// was cut or copied in this editor; the terminal pastes what was copied elsewhere. Without a
/// selection, Ctrl-C goes to the surrounding elements, and if none handles it, it ends the program, as
/// in a ``TextField``. Ctrl-Z undoes
/// in groups, Ctrl-Y redoes. Ctrl-F finds: Enter or F3 moves to the next match, Shift-F3 to the
/// previous one. ``KeyHelp`` lists the keys, and a ``KeyMap`` changes them: `editor.left`,
/// `editor.undo` and so on.
///
/// Tab indents, and Enter copies the indentation of the line before. F6 and Shift-F6 move the focus
/// out of the editor, whatever the surrounding elements bind; so do Escape followed by Tab, and Tab
/// alone if `indentation` is nil.
///
/// The terminal's cursor is at the caret, where terminals show an input method. Right-to-left text
/// is shown in storage order unless the terminal reorders it; if it does, caret and selection are
/// drawn in the wrong places.
public struct TextEditor: LiveComponent, Equatable {
  private let text: EditedText
  private let label: String
  private let placeholder: String
  private let wrap: Bool
  private let lineNumbers: Bool
  private let indentation: Int?
  private let isReadOnly: Bool
  private let highlighter: TextHighlighter?
  @Handler private var onEdit: @MainActor (TextEdit) throws -> Void
  @Handler private var onUndo: (@MainActor () throws -> Void)?
  @Handler private var onRedo: (@MainActor () throws -> Void)?
  private let description = LineEditor.FieldDescription()
  @Local private var model = EditorModel()
  @Local private var rows = EditorRows()
  @Local private var changes = 0
  @Local private var box = FocusHandle()
  @Local private var field = FocusHandle()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.clock) private var clock

  /// - Parameters:
  ///   - text: the text to edit.
  ///   - label: the accessible name.
  ///   - placeholder: shown, muted, while the text is empty.
  ///   - wrap: whether a line wider than the editor wraps; otherwise the editor scrolls
  ///     horizontally.
  ///   - lineNumbers: whether line numbers are shown.
  ///   - indentation: the number of spaces that Tab inserts, and the columns between tab stops;
  ///     nil: Tab moves the focus out of the editor.
  ///   - isReadOnly: whether the text can be selected, copied and searched, but not edited.
  ///   - highlight: finds the parts of the text that have another style.
  ///   - onUndo: called for Ctrl-Z in place of the editor's own undo, for programs with an undo
  ///     history.
  ///   - onRedo: called for Ctrl-Y in place of the editor's own redo.
  ///   - onEdit: called with each edit, to apply it to the source of `text`. Until the editor gets
  ///     a new `text`, it shows the edited text. A new `text` that is not the response to an edit
  ///     clears the editor's undo history.
  public init(
    _ text: EditedText, label: String = "", placeholder: String = "", wrap: Bool = true,
    lineNumbers: Bool = false, indentation: Int? = 2, isReadOnly: Bool = false,
    highlight: TextHighlighter? = nil,
    onUndo: (@MainActor () throws -> Void)? = nil, onRedo: (@MainActor () throws -> Void)? = nil,
    onEdit: @escaping @MainActor (TextEdit) throws -> Void
  ) {
    self.text = text
    (self.label, self.placeholder, self.wrap) = (label, placeholder, wrap)
    (self.lineNumbers, self.indentation, self.isReadOnly) = (lineNumbers, indentation, isReadOnly)
    highlighter = highlight
    _onEdit = Handler(wrappedValue: onEdit)
    _onUndo = Handler(wrappedValue: onUndo)
    _onRedo = Handler(wrappedValue: onRedo)
  }

  /// Creates an editor for a string of up to 100 KB: the cost of a key is linear in its length. Use
  /// ``EditedText`` for longer texts.
  @MainActor
  public init(
    _ text: Binding<String>, label: String = "", placeholder: String = "", wrap: Bool = true,
    lineNumbers: Bool = false, indentation: Int? = 2, isReadOnly: Bool = false,
    highlight: TextHighlighter? = nil
  ) {
    self.init(
      EditedText(text.wrappedValue), label: label, placeholder: placeholder, wrap: wrap,
      lineNumbers: lineNumbers, indentation: indentation, isReadOnly: isReadOnly,
      highlight: highlight,
      onEdit: { edit in
        var edited = EditedText(text.wrappedValue)
        edited.apply(edit)
        text.wrappedValue = edited.string
      })
  }

  /// Never equal while an edit is pending: the editor must take the state's text even if that is
  /// unchanged.
  public static func == (one: TextEditor, other: TextEditor) -> Bool {
    one.text == other.text && one.label == other.label && one.placeholder == other.placeholder
      && one.wrap == other.wrap && one.lineNumbers == other.lineNumbers
      && one.indentation == other.indentation && one.isReadOnly == other.isReadOnly
      && one.highlighter == other.highlighter && !one.description.hasPendingEdit
      && !other.description.hasPendingEdit
  }

  public func body(in context: RenderContext) throws -> Node {
    _ = changes
    guard context.isInteractive else {
      return Text(text.string).wrap(wrap ? .word : .clip).node
    }
    // The text of the newest description replaces the edited text.
    model.update(text, from: description, keyMap)
    var settings = EditorLayout.Settings(wraps: wrap, tab: max(1, indentation ?? 4))
    // A fingerprint of this terminal's widths: the width of clusters on which terminals differ.
    settings.widths = context.columns(of: "·👩‍👧👍🏽⚠️🇩🇪क्षि")
    model.layout.columnsOf = { context.columns(of: $0) }
    let digits = "\(model.buffer.text.lineCount)".count
    model.updateRows(settings, gutter: lineNumbers ? digits + 1 : 0)
    model.updateRequest(highlighter)
    return Column {
      editor
      if let find = model.find { findLine(find) }
    }
    .grow().minHeight(1)
    .modified(by: .handlers(leaving))
    .task(id: model.request) { if await model.work() { changes += 1 } }
  }

  // MARK: - Parts

  @MainActor private var editor: Node {
    var styles = ElementProperties()
    styles.isFocusable = isEnabled
    styles.focusHandle = box
    styles.pointer = isEnabled ? .drags : nil
    styles.style = isEnabled ? Style() : theme.muted
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.basis = 3
      // The last row belongs to what has the caret.
      $0.minHeight = model.find == nil ? 1 : 0
      $0.overflow = .clip
    }
    let content = EditorContent(
      model: model, buffer: model.buffer, label: label.isEmpty ? placeholder : label,
      isReadOnly: isReadOnly, isEnabled: isEnabled)
    return Node(
      Element(
        content, style: style, properties: styles, handlers: handlers, children: [window, bar]))
  }

  @MainActor private var window: Node {
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = Edges(left: 0, top: 0, right: 1, bottom: 0)
      $0.overflow = .clip
    }
    let model = model
    let measured = Handlers {
      $0.layoutChanged = { [changes = _changes] report, _ in
        if model.resize(report.size) { changes.wrappedValue += 1 }
      }
    }
    guard model.size.height > 0 else {
      return Node(Element(Container(), style: style, handlers: measured))
    }
    var children = rows.nodes(
      of: model, EditorRows.RowStyles(numbers: theme.muted, match: theme.accent))
    if model.buffer.text.isEmpty, !placeholder.isEmpty {
      children.append(
        Text(placeholder).style(theme.muted)
          .absolute(left: Length(model.gutter), top: Length(model.firstRowKey), right: 0))
    }
    return Node(
      Element(
        Container(), style: style, offset: CellPoint(x: 0, y: model.firstRowKey),
        handlers: measured,
        children: children))
  }

  @MainActor private var bar: Node {
    guard model.isLong, model.size.height > 0 else { return .empty }
    let (model, extent) = (model, model.extent)
    return scrollBar(
      .vertical, start: extent.start, shown: extent.shown, total: extent.total,
      length: model.size.height
    ) { start in
      model.show(from: start)
      changes += 1
    }
  }

  @MainActor private func findLine(_ find: EditorFind) -> Node {
    let model = model
    return Row(gap: 1) {
      Text("Find").shrink(0).style(theme.accent)
      TextField(
        find.query,
        onChange: { query in
          model.setQuery(for: query)
          changes += 1
        },
        onSubmit: { show(isForward: true) },
        onCancel: {
          model.find = nil
          box.focus()
          changes += 1
        }
      ).focus(field).grow()
      Text(find.status(of: model.buffer.selection)).shrink(0).style(theme.muted)
    }
    .height(1).shrink(0)
    .onKey { key in
      switch model.keys.command(of: key)?.command {
      case .findNext, .down: show(isForward: true)
      case .findPrevious, .up: show(isForward: false)
      default: return false
      }
      return true
    }
  }

  @MainActor private func show(isForward: Bool) {
    model.showMatch(isForward: isForward)
    changes += 1
  }

  // MARK: - Events

  /// Around the editor and its search, so that keys leave both.
  @MainActor private var leaving: Handlers {
    let model = model
    return Handlers {
      guard isEnabled else { return }
      $0.key = { key, context in
        switch model.keys.command(of: key)?.command {
        case .nextElement: context.leave(by: 1)
        case .previousElement: context.leave(by: -1)
        default: return false
        }
        return true
      }
    }
  }

  @MainActor private var handlers: Handlers? {
    guard isEnabled else { return nil }
    let model = model
    return Handlers {
      $0.bindings = model.keys.bindings
      $0.takesTyping = !isReadOnly
      $0.key = { key, context in try delivering(handle(key, context)) }
      $0.chord = { chord, context in try delivering(perform(chord, context)) }
      $0.paste = { pasted, _ in
        guard !isReadOnly else { return false }
        model.buffer.paste(pasted)
        return try delivering(true)
      }
      $0.wheel = { distance, _ in
        guard model.scroll(by: distance) else { return false }
        changes += 1
        return true
      }
      $0.pointer = { event, _ in
        guard event.button == .left else { return false }
        switch event.phase {
        case .press:
          let isSelecting = event.modifiers.contains(.shift)
          model.press(at: event.position, isSelecting: isSelecting, time: clock.elapsed)
        case .drag: model.drag(to: event.position)
        default: return false
        }
        changes += 1
        return true
      }
      $0.click = { _, _ in true }
    }
  }

  /// Shows what an event changed, and delivers pending edits to the program.
  /// - Returns: whether the event was handled.
  @MainActor private func delivering(_ isUsed: Bool) throws -> Bool {
    if isUsed { changes += 1 }
    for edit in model.buffer.takeEdits() { try onEdit(edit) }
    return isUsed
  }

  /// - Returns: whether the key was handled.
  @MainActor private func handle(_ key: Key, _ context: EventContext) throws -> Bool {
    let nextTabLeavesEditor = model.nextTabLeavesEditor
    model.nextTabLeavesEditor = key == .escape
    model.buffer.movesCaretToNextChange = false
    if let typed = key.text {
      guard !isReadOnly else { return false }
      model.buffer.type(String(typed))
      return true
    }
    return try perform(KeyChord(key), nextTabLeavesEditor: nextTabLeavesEditor, context)
  }

  /// - Parameter nextTabLeavesEditor: whether Tab moves the focus out.
  /// - Returns: whether the keys were handled.
  @MainActor private func perform(
    _ chord: KeyChord, nextTabLeavesEditor: Bool = false, _ context: EventContext
  ) throws -> Bool {
    guard let (command, isSelecting) = model.keys.command(of: chord) else { return false }
    if command.isEdit, isReadOnly { return false }
    if command == .indent || command == .outdent, nextTabLeavesEditor || indentation == nil {
      return false
    }
    if let undo = command == .undo ? onUndo : command == .redo ? onRedo : nil {
      model.buffer.movesCaretToNextChange = true
      try undo()
      return true
    }
    switch command {
    case .find:
      model.find = EditorFind(startOffset: model.buffer.selection.lowerBound)
      field.focus()
    case .findNext, .findPrevious:
      guard model.find != nil else { return false }
      model.showMatch(isForward: command == .findNext)
    case .indent, .outdent:
      model.buffer.indent(by: max(1, indentation ?? 2), isOut: command == .outdent)
    default: return model.perform(command, isSelecting: isSelecting) { context.copy($0) }
    }
    return true
  }
}
