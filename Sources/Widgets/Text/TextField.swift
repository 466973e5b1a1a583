import MillraceLayout
import MillraceRender

/// An editable line of text. The program's state owns the text: the field shows it and reports
/// changes.
///
/// ```swift
/// TextField($query, placeholder: "a title", onSubmit: { find(query) }).grow()
/// ```
///
/// It is one row tall, and has the width of its column; in a row, use `.grow()` or `.width(20)`. It
/// has no label: a ``FormField`` or a ``Text`` beside it names it.
///
/// Its keys are readline's: Ctrl-K, Ctrl-U, Ctrl-W and Alt-D, for example, kill text, and Ctrl-Y
/// inserts it again. Shift with an arrow, Home or End selects, as does dragging the mouse; Alt-A
/// selects all; Ctrl-W kills the selection. Ctrl-C copies the selection to the user's clipboard;
/// without a selection, Ctrl-C goes to the surrounding elements, and ends the program if none
/// handles it. Ctrl-_ (in most terminals also Ctrl-/) undoes word by word; Ctrl-Alt-_ or Alt-_
/// redoes. A ``KeyMap`` changes the keys by their names, such as `field.left` and `field.undo`;
/// ``WidgetKeys/all`` has all names.
///
/// Tab, Up and Down leave the field. With `onCancel: { list.focus() }`, Escape moves the focus to
/// the element that has the ``FocusHandle`` `list`.
public struct TextField: Component, Equatable {
  let text: String
  let placeholder: String
  @Handler var onChange: @MainActor (String) throws -> Void
  @Handler var onSubmit: (@MainActor () throws -> Void)?
  @Handler var onCancel: (@MainActor () throws -> Void)?
  let completions: (@MainActor (_ textBefore: String) -> [Completion])?
  private let description = FieldDescription()
  @Local private var state = FieldState()
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var keyMap
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - text: the text in the field. The field does not store it.
  ///   - placeholder: shown, muted, while the field is empty. It is also the accessible name.
  ///   - onChange: called with the new text on every edit. To reject an edit, set the state to its
  ///     previous value; if the program does not make the field again, the edit stays in the field.
  ///   - onSubmit: called on Enter; without it, Enter goes to the surrounding elements.
  ///   - onCancel: called on Escape; without it, Escape goes to the surrounding elements.
  ///   - completions: called often, with the text before the cursor while the user types. The first
  ///     completion is shown, muted, after the cursor: Tab accepts it, as do Right and End at the
  ///     end of the text. Several completions, at most 8, are listed below the field: arrows
  ///     choose, Enter and Tab accept, Escape closes the list.
  public init(
    _ text: String, placeholder: String = "",
    onChange: @escaping @MainActor (String) throws -> Void,
    onSubmit: (@MainActor () throws -> Void)? = nil,
    onCancel: (@MainActor () throws -> Void)? = nil,
    completions: (@MainActor (_ textBefore: String) -> [Completion])? = nil
  ) {
    self.text = text
    self.placeholder = placeholder
    _onChange = Handler(wrappedValue: onChange)
    _onSubmit = Handler(wrappedValue: onSubmit)
    _onCancel = Handler(wrappedValue: onCancel)
    self.completions = completions
  }

  /// Creates a field for a text in local state, or for any other binding.
  /// - Parameters:
  ///   - text: a binding of the text, such as `$query` of a `@Local` property.
  ///   - placeholder: shown, muted, while the field is empty. It is also the accessible name.
  ///   - onSubmit: called on Enter; without it, Enter goes to the surrounding elements.
  ///   - onCancel: called on Escape; without it, Escape goes to the surrounding elements.
  ///   - completions: suggestions for the text before the cursor, as in the other initializer.
  @MainActor
  public init(
    _ text: Binding<String>, placeholder: String = "",
    onSubmit: (@MainActor () throws -> Void)? = nil,
    onCancel: (@MainActor () throws -> Void)? = nil,
    completions: (@MainActor (_ textBefore: String) -> [Completion])? = nil
  ) {
    self.init(
      text.wrappedValue, placeholder: placeholder, onChange: { text.wrappedValue = $0 },
      onSubmit: onSubmit, onCancel: onCancel, completions: completions)
  }

  /// Two fields are never equal while an edit is pending, or if either has completions.
  public static func == (first: TextField, second: TextField) -> Bool {
    first.text == second.text && first.placeholder == second.placeholder
      && first.completions == nil && second.completions == nil
      && !first.description.hasPendingEdit && !second.description.hasPendingEdit
  }

  public var body: Node {
    // The text of a new description replaces the edited text. The text of the old description is
    // ignored, because this body also runs for an edit that the program's state does not contain
    // yet.
    _state.settle { $0.update(text, from: description, keyMap) }
    let (state, completion) = (state, completion)
    var properties = ElementProperties()
    properties.isFocusable = isEnabled
    properties.pointer = isEnabled ? .drags : nil
    properties.style = isEnabled ? Style() : theme.muted
    let content = FieldContent(
      line: state.line, suggestion: completion?.suggestion ?? "", placeholder: placeholder,
      muted: theme.muted, scroll: state.scroll)
    let field = Node(
      Element(
        content, style: .element { $0.height = 1 }, properties: properties,
        handlers: isEnabled ? handlers : nil))
    return field.popover(completion?.isListed == true, onClose: { close() }) {
      if let completion { list(completion) }
    }
  }

  @MainActor private var handlers: Handlers {
    Handlers {
      $0.bindings = state.keys?.bindings ?? []
      $0.chord = { chord, context in
        try edit { $0.apply(chord) { context.copy($0) } }
      }
      $0.key = { key, context in
        if let answer = completion?.action(to: key) {
          try perform(answer)
          return true
        }
        if key == .enter, let onSubmit {
          try onSubmit()
          return true
        }
        if key == .escape, let onCancel {
          try onCancel()
          return true
        }
        return try edit { $0.apply(key) { context.copy($0) } }
      }
      $0.paste = { pasted, _ in
        try edit {
          // The field has one line, so line breaks and tabs become spaces. Other control characters
          // are kept and shown as symbols.
          $0.buffer.paste(String(pasted.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
          return true
        }
      }
      $0.lineEdited = { line, _ in
        try edit {
          $0.take(line)
          return true
        }
      }
      $0.pointer = { event, context in
        guard event.button == .left, event.phase == .press || event.phase == .drag else {
          return false
        }
        return _state.change {
          $0.moveCursor(
            toColumn: event.position.x + $0.scroll.column, isSelecting: event.phase == .drag,
            columns: context.columns(of:))
          return true
        }
      }
      $0.click = { _, _ in true }
      $0.focusChanged = { hasFocus in if !hasFocus { close() } }
    }
  }

  /// Changes the state, then reports an edit to the program.
  /// - Parameter change: returns whether the event was handled.
  @MainActor private func edit(_ change: (inout FieldState) -> Bool) throws -> Bool {
    let before = state.text
    guard _state.change(change) else { return false }
    let text = state.text
    if text != before {
      state.chosen = 0
      try onChange(text)
    }
    return true
  }

  // MARK: - Completion

  @MainActor private var completion: CompletionState? {
    guard isEnabled, let completions else { return nil }
    return CompletionState(completions, in: state)
  }

  @MainActor private func perform(_ answer: CompletionState.KeyAction) throws {
    switch answer {
    case .choose(let index): state.chosen = index
    case .take(let completion):
      _ = try edit {
        $0.complete(completion.replaced.count, with: completion.text)
        return true
      }
    case .close: close()
    }
  }

  @MainActor private func close() {
    guard completions != nil, state.isTyping else { return }
    state.buffer.lastStep = .other
  }

  @MainActor @NodeBuilder private func list(_ state: CompletionState) -> Node {
    for (index, completion) in state.completions.enumerated() {
      let isChosen = index == state.chosen
      Text((isChosen ? "› " : "  ") + completion.text).truncate()
        .style(isChosen ? theme.selection : Style())
        .onClick { try perform(.take(completion)) }
        .key(index)
    }
  }
}

/// The content of a field: the text, the cursor and selection, and the completion.
package struct FieldContent: ElementContent, Equatable {
  package let line: EditorState
  package let suggestion: String
  package let placeholder: String
  /// The style of the placeholder and of the completion.
  package let muted: Style
  package let scroll: FieldScroll

  package static func == (first: FieldContent, second: FieldContent) -> Bool {
    first.line == second.line && first.suggestion == second.suggestion
      && first.placeholder == second.placeholder && first.muted == second.muted
  }

  package var semantics: Semantics? { Semantics(.textField, placeholder, value: line.text) }
}
