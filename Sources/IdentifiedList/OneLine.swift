/// Returns a text on one line that cannot control a terminal: control characters become visible
/// escapes.
///
/// It is in this target because all other layers need it and import this target.
/// - Complexity: O(*n*) in the length of the text.
package func onOneLine(_ text: String) -> String {
  // The usual case: the text has nothing to escape.
  if !text.unicodeScalars.contains(where: needsEscape) { return text }
  return text.unicodeScalars
    .map { needsEscape($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  return switch scalar.properties.generalCategory {
  // Format characters, which the next case escapes, change the direction of the following text or
  // are invisible.
  case .control, .lineSeparator, .paragraphSeparator: true
  case .format: scalar != "\u{200D}"
  default: false
  }
}
