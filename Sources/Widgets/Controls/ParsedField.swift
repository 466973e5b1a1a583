import MillraceLayout
import MillraceRender

/// A text that says a value, or what is wrong with it.
enum Parsed<Value> {
  case value(Value)
  case mistake(String)
}

/// A field in which a value is typed. What says no value stays in the field, with what is wrong below it, and is told
/// nobody; Escape brings the value back.
struct ParsedField<Value: Equatable>: Component {
  let value: Value
  let placeholder: String
  let role: SemanticRole
  /// The value as the field shows it.
  let text: String
  let parse: @MainActor (String) -> Parsed<Value>
  let onChange: @MainActor (Value) throws -> Void
  /// Further handlers of the field.
  let handlers: Handlers
  @Local private var edit: Edit?
  @Environment(\.theme) private var theme

  private struct Edit {
    let text: String
    /// The value that the text says, else the one that there was.
    let value: Value
    let mistake: String?
  }

  /// What is typed, unless the value has become another since.
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
