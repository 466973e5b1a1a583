typealias Scalar = Unicode.Scalar

/// A cursor over a line during block parsing. A tab extends to the next multiple of four columns;
/// part of it may belong to a container and the rest to the content.
struct MarkdownLine {
  private let text: ArraySlice<Scalar>
  private var offset: Int
  private(set) var column = 0
  private var isInsideTab = false
  /// The offset of the next scalar that is not a space or a tab.
  private var next = 0
  private var nextColumn = 0

  /// - Parameter text: without its line ending.
  init(_ text: ArraySlice<Scalar>) {
    (self.text, offset) = (text, text.startIndex)
    findNext()
  }

  /// The columns of white space at the cursor.
  var indent: Int { nextColumn - column }
  var isIndented: Bool { indent >= 4 }
  var isBlank: Bool { next == text.endIndex }
  /// The text after the white space at the cursor.
  var content: ArraySlice<Scalar> { text[next...] }
  var isAtSpace: Bool { offset < text.endIndex && text[offset].isMarkdownSpace }

  private mutating func findNext() {
    (next, nextColumn) = (offset, column)
    while next < text.endIndex, text[next].isMarkdownSpace {
      nextColumn += text[next] == "\t" ? 4 - nextColumn % 4 : 1
      next += 1
    }
  }

  mutating func skipSpace() {
    (offset, column, isInsideTab) = (next, nextColumn, false)
  }

  mutating func skip(scalars count: Int) {
    (offset, column, isInsideTab) = (offset + count, column + count, false)
    findNext()
  }

  /// Skips up to `count` columns of white space.
  mutating func skip(columns count: Int) {
    var count = count
    while count > 0, isAtSpace {
      let width = text[offset] == "\t" ? 4 - column % 4 : 1
      isInsideTab = width > count
      column += min(width, count)
      if !isInsideTab { offset += 1 }
      count -= width
    }
    findNext()
  }

  /// The rest of the line, followed by a line feed.
  var rest: [Scalar] {
    var rest: [Scalar] = []
    if isInsideTab { rest += Array(repeating: " ", count: 4 - column % 4) }
    rest += text[(isInsideTab ? offset + 1 : offset)...]
    rest.append("\n")
    return rest
  }
}

extension Scalar {
  var isMarkdownSpace: Bool { self == " " || self == "\t" }
  /// ASCII white space.
  var isMarkdownBlank: Bool { self == " " || value >= 9 && value <= 13 }
  var isASCIIDigit: Bool { value &- 0x30 < 10 }
  var isASCIILetter: Bool { (value | 0x20) &- 0x61 < 26 }

  var isMarkdownPunctuation: Bool {
    if isASCII {
      return value > 0x20 && value < 0x7F && !isASCIIDigit && !isASCIILetter
    }
    return switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }

  var isMarkdownWhitespace: Bool {
    isMarkdownBlank || !isASCII && properties.generalCategory == .spaceSeparator
  }
}

extension Collection<Scalar> {
  var string: String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: self)
    return String(view)
  }

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
