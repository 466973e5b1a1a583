import MillraceMiddleware
import MillraceStore

extension ServerError {
  /// Makes an error from the fields of a PostgreSQL error. Appendix A of PostgreSQL's documentation
  /// lists the values of the state (SQLSTATE).
  init(field: (Unicode.Scalar) -> String) {
    let (state, message) = (field("C"), Self.line(field("M")))
    self =
      switch (state, state.prefix(2)) {
      case ("42501", _): .forbidden(message)
      case ("25006", _): .unreachable("the server is read only at present: \(message)")
      // The primary key contains the entry's number, which the server assigns: another attempt may
      // succeed. Any other unique key means that the entry exists.
      case ("23505", _): field("n") == "millrace_entries_pkey" ? .unreachable(message) : .exists
      case (_, "22"), (_, "23"), (_, "P0"): .refused(message)
      default: .unreachable(message)
      }
  }

  /// Returns a message on one line, with at most 300 characters.
  static func line(_ message: String) -> String {
    let words = message.prefix(1000).split(whereSeparator: \.isWhitespace)
    let line = onOneLine(words.joined(separator: " "))
    return line.count > 300 ? line.prefix(299) + "…" : line
  }
}
