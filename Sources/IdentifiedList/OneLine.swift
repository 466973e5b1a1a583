/// Text that stays on its line and does nothing to a terminal: control characters become visible
/// escapes.
///
/// It is here because every layer above needs it, and this is the target that all of them import.
/// - Complexity: O(*n*) in the length of the text.
package func onOneLine(_ text: String) -> String {
  // Most text is clean, and stays as it is.
  if !text.unicodeScalars.contains(where: needsEscape) { return text }
  return text.unicodeScalars
    .map { needsEscape($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  return switch scalar.properties.generalCategory {
  // Format characters change the direction of the text that follows, or are invisible.
  case .control, .lineSeparator, .paragraphSeparator: true
  case .format: scalar != "\u{200D}"
  default: false
  }
}
