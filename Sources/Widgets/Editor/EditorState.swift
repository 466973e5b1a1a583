/// A text with a cursor and a selection. A text field shows it, and an undo restores it. Positions
/// are offsets in UTF-8 bytes, at the start of a cluster.
package struct EditorState: Equatable, Sendable {
  var content = EditedText()
  package var cursor = 0
  /// The other end of the selection; equal to the cursor if nothing is selected.
  package var selectionAnchor = 0

  package var text: String { content.string }

  package var selection: Range<Int> { min(cursor, selectionAnchor)..<max(cursor, selectionAnchor) }

  package var before: String { part(0..<cursor) }

  package func part(_ range: Range<Int>) -> String { content[range] }
}
