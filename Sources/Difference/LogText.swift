import MillraceIdentifiedList

/// Hides values, such as passwords, in texts.
package protocol Redactor: Sendable {
  /// Whether a value is hidden entirely.
  /// - Parameter path: The path of the value, such as `account.password`.
  func hides(_ value: Any, at path: String) -> Bool

  /// Returns the text of a value with its hidden parts replaced; nil if no part is hidden.
  func text(of value: Any, at path: String) -> String?
}

/// Returns a value as text for a log: strings in quotes, on one line, cut at a maximum length.
package func logText(
  _ value: Any, limit: Int, hiding redactor: (any Redactor)? = nil, at path: String = ""
) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    guard let child = mirror.children.first else { return "nil" }
    return logText(child.value, limit: limit, hiding: redactor, at: path)
  }
  let text =
    redactor?.text(of: value, at: path)
    ?? plainText(of: value, isDebug: value is String)
  let line = onOneLine(limit < text.utf8.count ? String(text.prefix(limit + 1)) : text)
  return line.count <= limit ? line : line.prefix(limit) + "…"
}
