import MillraceRender

extension Semantics {
  /// The text that plain-text output shows for an element instead of its own text and its children;
  /// nil to show these. Buttons, menus, text fields, tabs that are not selected, and choices
  /// without a value are left out.
  var plainText: PlainText? {
    switch role {
    case .button, .menu, .menuBar, .menuItem, .textField: .control
    case .tab: states.contains(.selected) ? nil : .control
    // The value without the label, because the label may be the placeholder of a field.
    case .comboBox, .radioGroup, .spinButton: value.isEmpty ? .control : .text(value)
    case .meter, .progressBar, .slider: value.isEmpty ? nil : .text(named(" "))
    case .image: value.isEmpty ? nil : .text(named(": "))
    // The text of a spinner has no meaning.
    case .status: states.contains(.busy) ? .text(label.isEmpty ? "…" : "… \(label)") : nil
    case .separator: .text("---")
    default: nil
    }
  }

  private func named(_ separator: String) -> String {
    label.isEmpty ? value : label + separator + value
  }
}
