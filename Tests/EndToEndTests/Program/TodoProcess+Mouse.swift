import MillraceTerminal

extension TodoProcess {
  /// Clicks on a visible text.
  /// - Parameter row: another text in the same row.
  func click(_ text: String, inRowOf row: String = "") throws {
    let point = try self.point(of: text, inRowOf: row)
    try type("\u{1B}[<0;\(point.x);\(point.y)M\u{1B}[<0;\(point.x);\(point.y)m")
  }

  /// Turns the wheel by one notch over a visible text.
  func wheel(up: Bool, over text: String) throws {
    let point = try self.point(of: text, inRowOf: "")
    try type("\u{1B}[<\(up ? 64 : 65);\(point.x);\(point.y)M")
  }

  /// Pastes as a terminal with bracketed paste does.
  func paste(_ text: String) throws { try type("\u{1B}[200~\(text)\u{1B}[201~") }

  /// The middle of a text, counted from 1, as in a mouse report.
  private func point(of text: String, inRowOf row: String) throws -> (x: Int, y: Int) {
    for y in 0..<screen.height where row.isEmpty || screen.rowText(y).contains(row) {
      if let x = screen.column(of: text, row: y) { return (x + text.count / 2 + 1, y + 1) }
    }
    throw NeverHappened(what: "'\(text)' on the screen", end: nil, screen: screen.text)
  }
}
