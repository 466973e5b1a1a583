import MillraceMiddleware

/// A row of a result. Its values are checked, because any user who may write to the tables may have
/// made the row.
struct PostgresRow {
  let values: [String?]

  func isNull(_ column: Int) -> Bool { column >= values.count || values[column] == nil }

  /// - Parameter limit: The greatest length of the text, in bytes.
  func text(_ column: Int, limit: Int = 1000) throws(ServerError) -> String {
    guard !isNull(column), let text = values[column], text.utf8.count <= limit,
      !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { throw .refused("the server has a text that is too long, or not on one line") }
    return text
  }

  func number(_ column: Int) throws(ServerError) -> UInt64 {
    let text = try text(column)
    guard let number = Int64(text), number >= 0, "\(number)" == text else {
      throw .refused("the server has a number that is none: \(ServerError.line(text))")
    }
    return UInt64(number)
  }
}
