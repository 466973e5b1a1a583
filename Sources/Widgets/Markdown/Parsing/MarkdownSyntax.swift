/// Recognizes the starts of blocks. Each function takes a line without its indentation.
enum MarkdownSyntax {
  struct Fence {
    let character: Scalar
    let length: Int
    let info: String
    /// The indentation of the fence in columns, which is removed from the lines of code.
    var indent = 0
  }

  struct Marker {
    /// The bullet, or the character after the number: a different one starts another list.
    let character: Scalar
    /// The number of the item; nil for a bullet.
    let number: Int?
    let length: Int
    /// The indentation of the item's lines in columns.
    var indent = 0
  }

  /// Recognizes a heading such as `## Text ##`.
  static func heading(_ line: ArraySlice<Scalar>) -> (level: Int, text: ArraySlice<Scalar>)? {
    let level = line.countPrefix { $0 == "#" }
    var text = line.dropFirst(level)
    guard 1...6 ~= level, text.first?.isMarkdownSpace != false else { return nil }
    text = text.trimmed
    let closing = text.reversed().countPrefix { $0 == "#" }
    let before = text.dropLast(closing)
    if before.last?.isMarkdownSpace != false { text = before.trimmed }
    return (level, text)
  }

  /// Recognizes a line of `=` or `-`, which turns the paragraph above it into a heading; returns
  /// the level of the heading.
  static func underline(_ line: ArraySlice<Scalar>) -> Int? {
    let text = line.trimmed
    guard let first = text.first, first == "=" || first == "-" else { return nil }
    return text.allSatisfy { $0 == first } ? first == "=" ? 1 : 2 : nil
  }

  static func isThematicBreak(_ line: ArraySlice<Scalar>) -> Bool {
    guard let first = line.first, first == "*" || first == "-" || first == "_" else { return false }
    let signs = line.lazy.filter { !$0.isMarkdownSpace }
    return signs.allSatisfy { $0 == first } && signs.prefix(3).count == 3
  }

  static func fence(_ line: ArraySlice<Scalar>) -> Fence? {
    guard let first = line.first, first == "`" || first == "~" else { return nil }
    let length = line.countPrefix { $0 == first }
    let info = line.dropFirst(length).trimmed
    guard length >= 3, first == "~" || !info.contains("`") else { return nil }
    return Fence(character: first, length: length, info: MarkdownScanner.unescaped(info))
  }

  /// - Parameter interrupts: whether the line would end a paragraph. A numbered list must then
  ///   start with 1, and the first item of any list must have text.
  static func listMarker(_ line: ArraySlice<Scalar>, interrupts: Bool) -> Marker? {
    guard let first = line.first else { return nil }
    var marker: Marker
    if first == "-" || first == "+" || first == "*" {
      marker = Marker(character: first, number: nil, length: 1)
    } else {
      let digits = line.countPrefix(\.isASCIIDigit)
      guard 1...9 ~= digits, let end = line.dropFirst(digits).first, end == "." || end == ")",
        let number = Int(line.prefix(digits).string), !interrupts || number == 1
      else { return nil }
      marker = Marker(character: end, number: number, length: digits + 1)
    }
    let rest = line.dropFirst(marker.length)
    guard rest.first?.isMarkdownSpace != false,
      !interrupts || !rest.allSatisfy(\.isMarkdownSpace)
    else { return nil }
    return marker
  }

  // MARK: - Tables

  /// The alignments of a line such as `| --- | :-: |`, which turns the line above it into a header.
  /// At least one bar is required, to distinguish it from other syntax.
  static func tableAlignments(_ line: ArraySlice<Scalar>) -> [TextAlignment?]? {
    guard line.contains("|"),
      line.allSatisfy({ $0 == "|" || $0 == "-" || $0 == ":" || $0.isMarkdownSpace })
    else { return nil }
    var alignments: [TextAlignment?] = []
    for cell in cells(line) {
      let (isLeft, isRight) = (cell.first == ":", cell.last == ":")
      let dashes = cell.dropFirst(isLeft ? 1 : 0).dropLast(isRight ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == "-" }) else { return nil }
      alignments.append(isRight ? isLeft ? .center : .trailing : isLeft ? .leading : nil)
    }
    return alignments
  }

  /// Splits a row into cells at its bars. An escaped bar belongs to a cell, even in code.
  static func cells(_ line: ArraySlice<Scalar>) -> [[Scalar]] {
    var text = line.trimmed
    if text.first == "|" { text.removeFirst() }
    var cells: [[Scalar]] = []
    var cell: [Scalar] = []
    var isEscaped = false
    for scalar in text {
      if scalar == "|", !isEscaped {
        cells.append(cell)
        cell = []
        continue
      }
      if scalar == "|" { cell.removeLast() }
      cell.append(scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    if !cell.allSatisfy(\.isMarkdownSpace) || cells.isEmpty { cells.append(cell) }
    return cells.map { Array($0[...].trimmed) }
  }
}
