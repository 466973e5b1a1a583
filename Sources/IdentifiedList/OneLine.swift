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

/// Returns the text of a value, as `print` or `debugPrint` writes it.
///
/// Foundation stops a program that describes a `Date` whose time is not a number. The text of a
/// value contains the texts of its parts, so for a value with such a date, this returns the type's
/// name and the reason instead.
/// - Parameter isDebug: Whether to return the text of `debugPrint`.
/// - Complexity: O(*n*) in the number of the value's parts.
package func plainText(of value: Any, isDebug: Bool = false) -> String {
  if hasInvalidDate(value, depth: 0) {
    return "(\(type(of: value)): a date in it is not a number)"
  }
  return isDebug ? String(reflecting: value) : String(describing: value)
}

private func hasInvalidDate(_ value: Any, depth: Int) -> Bool {
  let mirror = Mirror(reflecting: value)
  // The text of an object does not contain the texts of its properties.
  if mirror.displayStyle == .class || depth == 64 { return false }
  return mirror.children.contains { child in
    // A `Date` is recognised by its property, because this target does not import Foundation.
    if child.label == "timeIntervalSinceReferenceDate", let seconds = child.value as? Double {
      return seconds.isNaN
    }
    return hasInvalidDate(child.value, depth: depth + 1)
  }
}

private func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  return switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  // Format characters change the direction of the following text or are invisible. U+200D is
  // allowed, because it joins emoji.
  case .format: scalar != "\u{200D}"
  default: false
  }
}
