/// A change of a text: another text in the place of a part of it. An action of a program carries one.
///
/// ```swift
/// enum NoteAction: Codable, Equatable, Sendable { case edited(TextEdit) }
/// // In the reducer:
/// case .edited(let edit): state.text.apply(edit)
/// ```
public struct TextEdit: Codable, Hashable, Sendable {
  /// What is replaced, in UTF-8 bytes from the start of the text.
  public var range: Range<Int>
  public var replacement: String

  public init(_ range: Range<Int>, _ replacement: String) {
    (self.range, self.replacement) = (range, replacement)
  }

  /// How many bytes longer the text is afterwards.
  var growth: Int { replacement.utf8.count &- (range.upperBound &- range.lowerBound) }

  /// Where an offset of the text is after the edit. What stood in the part that is replaced stands as far from its
  /// start as there is a replacement; an offset at which text is inserted stays before it.
  public func offset(after offset: Int) -> Int {
    if offset <= range.lowerBound { return offset }
    if offset >= range.upperBound { return offset &+ growth }
    return min(offset, range.lowerBound + replacement.utf8.count)
  }
}
