import MillraceLayout
import MillraceRender

/// The result of parsing a text: a value, or an error message.
enum Parsed<Value> {
  case value(Value)
  case mistake(String)
}

/// A field that parses its text into a value. Invalid text stays in the field with an error below
/// it and is not reported; Escape restores the value.
struct ParsedField<Value: Equatable>: Component {
  let value: Value
  let placeholder: String
  let role: SemanticRole
  /// The value as text.
  let text: String
  let parse: @MainActor (String) -> Parsed<Value>
  let onChange: @MainActor (Value) throws -> Void
  /// Additional handlers of the field.
  let handlers: Handlers
  @Local private var edit: Edit?
  @Environment(\.theme) private var theme

  private struct Edit {
    let text: String
    /// The parsed value, or the previous one if the text is invalid.
    let value: Value
    let mistake: String?
  }

  /// The edit in progress; nil if there is none, or if the value has changed since the edit.
  @MainActor private var current: Edit? { edit?.value == value ? edit : nil }

  var body: Node {
    let current = current
    Column {
      TextField(current?.text ?? text, placeholder: placeholder, onChange: { try type($0) })
        .semantics(
          role, placeholder, value: current?.text ?? text,
          states: current?.mistake == nil ? [] : .invalid
        )
        .modified(by: .handlers(handlers))
        .onKey { key in
          guard key == .escape, self.current != nil else { return false }
          edit = nil
          return true
        }
        .onFocusChange { if !$0, self.current?.mistake == nil { edit = nil } }
      if let mistake = current?.mistake {
        Text("✗ " + mistake).style(theme.danger)
      }
    }
  }

  @MainActor private func type(_ text: String) throws {
    switch parse(text) {
    case .value(let new):
      edit = Edit(text: text, value: new, mistake: nil)
      if new != value { try onChange(new) }
    case .mistake(let mistake): edit = Edit(text: text, value: value, mistake: mistake)
    }
  }
}
