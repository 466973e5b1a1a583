import MillraceIdentifiedList

/// Hides values from texts.
package protocol Redactor: Sendable {
  /// Whether a value is hidden as a whole.
  /// - Parameter path: Where it is, such as `account.password`.
  func hides(_ value: Any, at path: String) -> Bool

  /// The text of a value with something in it that is hidden; nil if there is nothing.
  func text(of value: Any, at path: String) -> String?
}

/// A value in a log: strings in quotes, on one line, cut at a length.
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
    ?? (value is String ? String(reflecting: value) : String(describing: value))
  let line = onOneLine(limit < text.utf8.count ? String(text.prefix(limit + 1)) : text)
  return line.count <= limit ? line : line.prefix(limit) + "…"
}
