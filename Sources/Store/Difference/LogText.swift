/// Text that stays on its line and does nothing to a terminal: control characters become visible
/// escapes.
package func onOneLine(_ text: String) -> String {
  // Most text is clean, and stays as it is.
  if !text.unicodeScalars.contains(where: needsEscape) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where needsEscape(scalar):
      result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.value < 0x20 { return true }
  if scalar.isASCII { return scalar.value == 0x7F }
  return switch scalar.properties.generalCategory {
  // Format characters turn the direction of what follows, or hide.
  case .control, .lineSeparator, .paragraphSeparator: true
  case .format: scalar != "\u{200D}"
  default: false
  }
}

/// A value in a log: strings in quotes, on one line, cut at a length.
package func logText(_ value: Any, limit: Int) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    return mirror.children.first.map { logText($0.value, limit: limit) } ?? "nil"
  }
  let text = value is String ? String(reflecting: value) : String(describing: value)
  let line = onOneLine(limit < text.utf8.count ? String(text.prefix(limit + 1)) : text)
  return line.count <= limit ? line : line.prefix(limit) + "…"
}
