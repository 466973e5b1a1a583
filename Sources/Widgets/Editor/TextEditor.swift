import MillraceLayout
import MillraceRender

/// A multi-line text editor. The program's state owns the text: the editor shows it and reports
/// each edit, which a reducer applies with ``EditedText/apply(_:)``.
///
/// ```swift
/// TextEditor(state.text, label: "Note", onEdit: { dispatch(.edited($0)) })
/// ```
///
/// For a short text in local state, `TextEditor($text)` takes the binding of a string and applies
/// the edits itself.
///
/// The editor takes the remaining space of its container: `.height(4)` sets another height.
///
/// The cost of a key press does not depend on the length of the text, because only the visible
/// lines are laid out. Each line is laid out as a whole: in a line of megabytes, each key press is
/// slow.
///
/// Arrows, Home, End, PgUp and PgDn move the caret. With Control, Left and Right move by words,
/// Home and End to the ends of the text. With Shift, these keys select text, as does dragging the
/// mouse. A double click selects a word, a triple click the line, Alt-A everything. Home and End go
/// to the ends of the line, even if it is wrapped. Ctrl-X cuts, Ctrl-C copies the selection, and
/// Ctrl-V pastes what was cut or copied in this editor; to paste text copied elsewhere, use the
/// terminal's own key. Without a selection, Ctrl-C goes to the surrounding elements; if none
/// handles the key, the program ends, as in a ``TextField``. Ctrl-Z undoes a group of edits, Ctrl-Y
/// redoes it. Ctrl-F opens the search: Enter or F3 moves to the next match, Shift-F3 to the
/// previous one. F3 and Shift-F3 also work after Escape has closed the search. ``KeyHelp`` lists
/// the keys, and a ``KeyMap`` changes them by their names, such as `editor.left` and `editor.undo`;
/// ``WidgetKeys/all`` has all names.
///
/// Tab indents, and Enter copies the indentation of the line before. F6 and Shift-F6 move the focus
/// out of the editor, even if surrounding elements bind these keys. Escape followed by Tab also
/// moves the focus out, and so does Tab alone if `indentation` is nil.
///
/// The terminal's cursor is at the caret, where terminals show an input method. Right-to-left text
/// is shown in storage order unless the terminal reorders it; if it does, caret and selection are
/// drawn in the wrong cells.
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
  private let description = FieldDescription()
  @Local private var state = TextEditorState()
  @Local private var rows = EditorRows()
  @Local private var box = FocusHandle()
  @Local private var field = FocusHandle()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.clock) private var clock

  /// - Parameters:
  ///   - text: the text to edit. The editor does not store it.
  ///   - label: the accessible name, which is not drawn. Empty: the placeholder.
  ///   - placeholder: shown, muted, while the text is empty.
  ///   - wrap: whether a line wider than the editor wraps; otherwise the editor scrolls
  ///     horizontally.
  ///   - lineNumbers: whether line numbers are shown.
  ///   - indentation: the number of spaces that Tab inserts, and the columns between tab stops;
  ///     nil: Tab moves the focus out of the editor.
  ///   - isReadOnly: whether the text can be selected, copied and searched, but not edited.
  ///   - highlight: finds the parts of the text that have another style.
  ///   - onUndo: called for Ctrl-Z instead of the editor's own undo, for programs with an undo
  ///     history.
  ///   - onRedo: called for Ctrl-Y instead of the editor's own redo.
  ///   - onEdit: called with each edit, to apply it to the source of `text`. Until the editor gets
  ///     a new `text`, it shows the edited text. A different `text` clears the editor's undo
  ///     history if it is empty or not the response to an edit.
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

  /// Creates an editor for a string of up to 100 KB: the cost of a key press is linear in the
  /// length of the string. Use ``EditedText`` for longer texts.
  /// - Parameters:
  ///   - text: a binding of the text, such as `$text` of a `@Local` property.
  ///   - label: the accessible name, which is not drawn. Empty: the placeholder.
  ///   - placeholder: shown, muted, while the text is empty.
  ///   - wrap: whether a line wider than the editor wraps; otherwise the editor scrolls
  ///     horizontally.
  ///   - lineNumbers: whether line numbers are shown.
  ///   - indentation: the number of spaces that Tab inserts, and the columns between tab stops;
  ///     nil: Tab moves the focus out of the editor.
  ///   - isReadOnly: whether the text can be selected, copied and searched, but not edited.
  ///   - highlight: finds the parts of the text that have another style.
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

  /// Not equal while an edit is pending: the program may respond with an unchanged text, which the
  /// editor must show.
  public static func == (one: TextEditor, other: TextEditor) -> Bool {
    one.text == other.text && one.label == other.label && one.placeholder == other.placeholder
      && one.wrap == other.wrap && one.lineNumbers == other.lineNumbers
      && one.indentation == other.indentation && one.isReadOnly == other.isReadOnly
      && one.highlighter == other.highlighter && !one.description.hasPendingEdit
      && !other.description.hasPendingEdit
  }

  public func body(in context: RenderContext) throws -> Node {
    guard context.isInteractive else {
      return Text(text.string).wrap(wrap ? .word : .clip).node
    }
    // Terminals disagree about the widths of these clusters. If their total width changes, another
    // terminal shows the editor, and the rows are laid out again.
    let settings = EditorLayout.Settings(
      wraps: wrap, tab: max(1, indentation ?? 4), widths: context.columns(of: "·👩‍👧👍🏽⚠️🇩🇪क्षि"))
    _state.settle { state in
      state.layout.columnsOf = { context.columns(of: $0) }
      // The text of the newest description replaces the edited text.
      state.update(text, from: description, keyMap)
      state.updateRows(settings, showsNumbers: lineNumbers)
      state.updateRequest(highlighter)
    }
    // No closure that outlives this body may capture this copy: the next key press would then copy
    // the undo history.
    let state = state
    let request = state.request
    return Column {
      editor(state)
      if let find = state.find { findLine(find, state.buffer.selection) }
    }
    .grow().minHeight(1)
    .modified(by: .handlers(leaving))
    .task(id: request) { await work(request) }
  }

  /// Runs a request off the main actor, and applies its result.
  @MainActor private func work(_ request: EditorRequest?) async {
    guard let request else { return }
    let (text, states) = (state.buffer.text, state.highlights.states)
    let result = await request.work(text, states: states)
    _state.change { $0.take(result, of: request) }
  }

  // MARK: - Parts

  @MainActor private func editor(_ state: TextEditorState) -> Node {
    var styles = ElementProperties()
    styles.isFocusable = isEnabled
    styles.focusHandle = box
    styles.pointer = isEnabled ? .drags : nil
    styles.style = isEnabled ? Style() : theme.muted
    let style = LayoutStyle.element {
      $0.grow = 1
      $0.basis = 3
      // While the search is open, its field has the caret, and may take the only row.
      $0.minHeight = state.find == nil ? 1 : 0
      $0.overflow = .clip
    }
    let content = EditorContent(
      text: state.buffer.text, caret: state.buffer.caret,
      label: label.isEmpty ? placeholder : label, isReadOnly: isReadOnly, isEnabled: isEnabled,
      caretPoint: { [state = _state] in state.wrappedValue.caretPoint })
    return Node(
      Element(
        content, style: style, properties: styles, handlers: isEnabled ? handlers : nil,
        children: [window(state), bar(state)]))
  }

  @MainActor private func window(_ state: TextEditorState) -> Node {
    let style = LayoutStyle.element {
      $0.position = .absolute
      $0.inset = Edges(left: 0, top: 0, right: 1, bottom: 0)
      $0.overflow = .clip
    }
    let measured = Handlers {
      $0.layoutChanged = { report, _ in _state.change { $0.resize(report.size) } }
    }
    guard state.size.height > 0 else {
      return Node(Element(Container(), style: style, handlers: measured))
    }
    var children = rows.nodes(of: state, theme)
    if state.buffer.text.isEmpty, !placeholder.isEmpty {
      children.append(
        Text(placeholder).style(theme.muted)
          .absolute(left: Length(state.gutter), top: Length(state.firstRowKey), right: 0))
    }
    return Node(
      Element(
        Container(), style: style, offset: CellPoint(x: 0, y: state.firstRowKey),
        handlers: measured,
        children: children))
  }

  @MainActor private func bar(_ state: TextEditorState) -> Node {
    guard state.isLong, state.size.height > 0 else { return .empty }
    let extent = state.extent
    return scrollBar(
      .vertical, start: extent.start, shown: extent.shown, total: extent.total,
      length: state.size.height
    ) { self.state.show(from: $0) }
  }

  @MainActor private func findLine(_ find: EditorFind, _ selection: Range<Int>) -> Node {
    Row(gap: 1) {
      Text("Find").shrink(0).style(theme.accent)
      TextField(
        find.query,
        onChange: { state.setQuery($0) },
        onSubmit: { _state.change { $0.showMatch(isForward: true) } },
        onCancel: {
          _state.change {
            $0.endFind()
            return true
          }
          box.focus()
        }
      ).focus(field).grow()
      Text(find.status(of: selection)).shrink(0).style(theme.muted)
    }
    .height(1).shrink(0)
    .onKey { key in
      let isForward: Bool
      switch state.keys?.command(of: key)?.command {
      case .findNext, .down: isForward = true
      case .findPrevious, .up: isForward = false
      default: return false
      }
      _state.change { $0.showMatch(isForward: isForward) }
      return true
    }
  }

  // MARK: - Events

  /// Handlers around the editor and its search field, so that F6 leaves both.
  @MainActor private var leaving: Handlers {
    Handlers {
      guard isEnabled else { return }
      $0.key = { key, context in
        switch state.keys?.command(of: key)?.command {
        case .nextElement: context.leave(by: 1)
        case .previousElement: context.leave(by: -1)
        default: return false
        }
        return true
      }
    }
  }

  @MainActor private var handlers: Handlers {
    Handlers {
      $0.bindings = state.keys?.bindings ?? []
      $0.takesTyping = !isReadOnly
      $0.key = { key, context in try handle(key, context) }
      $0.chord = { chord, context in try perform(chord, context) }
      $0.paste = { pasted, _ in
        guard !isReadOnly else { return false }
        return try edit {
          $0.buffer.paste(pasted)
          return true
        }
      }
      $0.wheel = { distance, _ in _state.change { $0.scroll(by: distance) } }
      $0.pointer = { event, _ in
        guard event.button == .left else { return false }
        return _state.change {
          switch event.phase {
          case .press:
            let isSelecting = event.modifiers.contains(.shift)
            $0.press(at: event.position, isSelecting: isSelecting, time: clock.elapsed)
          case .drag: $0.drag(to: event.position)
          default: return false
          }
          return true
        }
      }
      $0.click = { _, _ in true }
    }
  }

  /// Changes the state, then delivers an edit to the program.
  /// - Parameter change: returns whether the event was handled.
  @MainActor private func edit(_ change: (inout TextEditorState) -> Bool) throws -> Bool {
    var edit: TextEdit?
    let isUsed = _state.change { state in
      let isUsed = change(&state)
      edit = state.takeEdit()
      return isUsed
    }
    if let edit { try onEdit(edit) }
    return isUsed
  }

  /// - Returns: whether the key was handled.
  @MainActor private func handle(_ key: Key, _ context: EventContext) throws -> Bool {
    let nextTabLeavesEditor = state.nextTabLeavesEditor
    _state.change {
      $0.nextTabLeavesEditor = key == .escape
      $0.buffer.movesCaretToNextChange = false
      return false
    }
    if let typed = key.text {
      guard !isReadOnly else { return false }
      return try edit {
        $0.buffer.type(String(typed))
        return true
      }
    }
    return try perform(KeyChord(key), nextTabLeavesEditor: nextTabLeavesEditor, context)
  }

  /// - Parameter nextTabLeavesEditor: whether Tab moves the focus out of the editor.
  /// - Returns: whether the keys were handled.
  @MainActor private func perform(
    _ chord: KeyChord, nextTabLeavesEditor: Bool = false, _ context: EventContext
  ) throws -> Bool {
    guard let (command, isSelecting) = state.keys?.command(of: chord) else { return false }
    if command.isEdit, isReadOnly { return false }
    if command == .indent || command == .outdent, nextTabLeavesEditor || indentation == nil {
      return false
    }
    if let undo = command == .undo ? onUndo : command == .redo ? onRedo : nil {
      _state.change {
        $0.buffer.movesCaretToNextChange = true
        return false
      }
      try undo()
      return true
    }
    switch command {
    case .find:
      _state.change {
        $0.endFind()
        $0.find = EditorFind(startOffset: $0.buffer.selection.lowerBound)
        return true
      }
      field.focus()
    case .findNext, .findPrevious:
      let isForward = command == .findNext
      if state.find != nil {
        _state.change { $0.showMatch(isForward: isForward) }
        return true
      }
      // While a long text is searched, the search field is open and has the focus.
      defer { if state.find != nil { field.focus() } }
      return _state.change { $0.findAgain(isForward: isForward) }
    case .indent, .outdent:
      return try edit {
        $0.buffer.indent(by: max(1, indentation ?? 2), isOut: command == .outdent)
        return true
      }
    default:
      return try edit { $0.perform(command, isSelecting: isSelecting) { context.copy($0) } }
    }
    return true
  }
}
