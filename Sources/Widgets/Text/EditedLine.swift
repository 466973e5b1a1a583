/// A line of text with a cursor and a selection; positions count clusters.
package struct EditedLine: Equatable {
  package var text = ""
  package var cursor = 0
  /// The other end of the selection; equal to the cursor if nothing is selected.
  package var selectionAnchor = 0

  package var selection: Range<Int> { min(cursor, selectionAnchor)..<max(cursor, selectionAnchor) }

  package var before: String { String(text.prefix(cursor)) }

  package func part(_ range: Range<Int>) -> String {
    String(text.dropFirst(range.lowerBound).prefix(range.count))
  }

  /// Replaces a range with a text, and places the cursor after it.
  mutating func replace(_ range: Range<Int>, with new: String) {
    let start = text.prefix(range.lowerBound) + new
    // Adjacent clusters may merge: a typed combining mark joins the letter before it.
    let whole = start + text.dropFirst(range.upperBound)
    text = String(whole)
    cursor = min(start.count, whole.count)
    selectionAnchor = cursor
  }
}
