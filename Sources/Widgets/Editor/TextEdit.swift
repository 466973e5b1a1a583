/// A change of a text: replaces a range with another text. An action contains the edit, and the
/// reducer applies it.
///
/// ```swift
/// enum NoteAction: Codable, Equatable, Sendable { case edited(TextEdit) }
///
/// let notes = Reducer<Note, NoteAction> { state, action in
///   switch action {
///   case .edited(let edit): state.text.apply(edit)
///   }
/// }
/// ```
public struct TextEdit: Codable, Hashable, Sendable {
  /// The replaced range, in UTF-8 bytes from the start of the text.
  public var range: Range<Int>
  /// The text that replaces the range.
  public var replacement: String

  /// Makes an edit of a range: `TextEdit(7..<11, "olives")`. An empty range inserts, and an empty
  /// replacement deletes.
  /// - Parameters:
  ///   - range: the replaced range, in UTF-8 bytes from the start of the text.
  ///   - replacement: the text that replaces the range.
  public init(_ range: Range<Int>, _ replacement: String) {
    (self.range, self.replacement) = (range, replacement)
  }

  /// The change of the text's length in bytes.
  var growth: Int { replacement.utf8.count &- (range.upperBound &- range.lowerBound) }

  /// Maps an offset in the text before the edit to an offset in the text after the edit. An offset
  /// inside the replaced range keeps its distance from the range's start, up to the length of the
  /// replacement. An offset at which text is inserted stays before the insertion.
  public func offset(after offset: Int) -> Int {
    if offset <= range.lowerBound { return offset }
    if offset >= range.upperBound { return offset &+ growth }
    return min(offset, range.lowerBound + replacement.utf8.count)
  }

  /// Maps both bounds of a range.
  func range(after range: Range<Int>) -> Range<Int> {
    let start = offset(after: range.lowerBound)
    return start..<max(start, offset(after: range.upperBound))
  }
}
