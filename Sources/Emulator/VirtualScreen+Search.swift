import MillraceRender

extension VirtualScreen {
  /// The column where a text begins; nil if the row does not contain it.
  public func column(of text: String, row: Int) -> Int? {
    guard (0..<height).contains(row) else { return nil }
    return (0..<width).first { start in
      // No text begins in the right half of a wide cluster.
      if cell(x: start, y: row).text.isEmpty { return false }
      var seen = ""
      for x in start..<width where seen.count < text.count { seen += cell(x: x, y: row).text }
      return seen == text
    }
  }

  /// The style of the first character of a text, where the text first occurs; nil if the screen
  /// does not contain the text.
  public func style(of text: String) -> Style? {
    for y in 0..<height {
      if let x = column(of: text, row: y) { return cell(x: x, y: y).style }
    }
    return nil
  }
}
