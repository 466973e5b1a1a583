typealias Scalar = Unicode.Scalar

/// A cursor over a line during block parsing. A tab extends to the next multiple of four columns;
/// some of its columns may belong to a container, and the others to the content.
struct MarkdownLine {
  /// The text after the cursor.
  private var text: ArraySlice<Scalar>
  /// The column of the cursor.
  private var column = 0

  /// - Parameter text: without its line ending.
  init(_ text: ArraySlice<Scalar>) { self.text = text }

  /// The width of the white space at the cursor, in columns.
  var indent: Int {
    text.prefix(while: \.isMarkdownSpace).reduce(column) { $0 + Self.columns(of: $1, at: $0) }
      - column
  }
  var isIndented: Bool { indent >= 4 }
  var isBlank: Bool { content.isEmpty }
  /// The text after the white space at the cursor.
  var content: ArraySlice<Scalar> { text.drop(while: \.isMarkdownSpace) }
  /// The text after the cursor, followed by a line feed.
  var rest: [Scalar] { text + ["\n"] }

  private static func columns(of space: Scalar, at column: Int) -> Int {
    space == "\t" ? 4 - column % 4 : 1
  }

  mutating func skipSpace() { skip(columns: indent) }

  mutating func skip(scalars count: Int) {
    (text, column) = (text.dropFirst(count), column + count)
  }

  /// Skips up to `count` columns of white space.
  mutating func skip(columns count: Int) {
    var count = count
    while count > 0, let space = text.first, space.isMarkdownSpace {
      let width = Self.columns(of: space, at: column)
      text = text.dropFirst()
      // The rest of a tab becomes spaces.
      if width > count { text = ([Scalar](repeating: " ", count: width - count) + text)[...] }
      column += min(width, count)
      count -= width
    }
  }
}

extension Scalar {
  var isMarkdownSpace: Bool { self == " " || self == "\t" }
  /// Whether the scalar is ASCII white space.
  var isMarkdownBlank: Bool { self == " " || value >= 9 && value <= 13 }
  var isASCIIDigit: Bool { value &- 0x30 < 10 }
  var isASCIILetter: Bool { (value | 0x20) &- 0x61 < 26 }

  var isASCIIPunctuation: Bool { isASCII && isMarkdownPunctuation }
  /// Whether the scalar is in Unicode's general category P or S.
  var isMarkdownPunctuation: Bool { Character(self).isPunctuation || Character(self).isSymbol }

  var isMarkdownWhitespace: Bool {
    isMarkdownBlank || !isASCII && properties.generalCategory == .spaceSeparator
  }
}

extension Collection<Scalar> {
  var string: String { String(String.UnicodeScalarView(self)) }

  /// The number of leading scalars that satisfy a condition.
  func countPrefix(_ condition: (Scalar) -> Bool) -> Int { prefix(while: condition).count }
}

extension BidirectionalCollection<Scalar> where SubSequence == Self {
  /// The text without white space at both ends.
  var trimmed: Self {
    var part = drop(while: \.isMarkdownBlank)
    while part.last?.isMarkdownBlank == true { part.removeLast() }
    return part
  }
}
