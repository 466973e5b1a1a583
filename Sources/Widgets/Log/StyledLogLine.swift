import MillraceRender

/// The visible text of a ``Log`` line, with its styles.
///
/// SGR sequences (`CSI … m`), which set colours and attributes, style the rest of the line. Other
/// CSI sequences, which move the cursor or erase, contain no text and are removed. Everything else,
/// such as an incomplete sequence or an OSC string, stays in the text and is shown as symbols.
/// Concealed and blinking are ignored. Each line starts unstyled, whatever the previous line has
/// set.
struct StyledLogLine {
  private(set) var bytes: [UInt8] = []
  private var runs: [(end: Int, style: Style)] = []
  private var style = Style()

  init(_ line: some Collection<UInt8>) {
    let line = Array(line)
    var place = 0
    while place < line.count {
      let end = line[place...].firstIndex(of: 0x1B) ?? line.count
      bytes += line[place..<end]
      place = end
      guard place < line.count else { break }
      let start = place + 2
      let isSequence = start < line.count && line[place + 1] == 0x5B
      let final = isSequence ? line[start...].firstIndex { !(0x20...0x3F).contains($0) } : nil
      guard let final, (0x40...0x7E).contains(line[final]) else {
        bytes.append(0x1B)
        place += 1
        continue
      }
      place = final + 1
      let parameters = line[start..<final]
      // Digits, `:` and `;` only: with other parameters it is not SGR.
      guard line[final] == 0x6D, parameters.allSatisfy({ (0x30...0x3B).contains($0) }) else {
        continue
      }
      endRun()
      apply(parameters)
    }
    endRun()
  }

  private mutating func endRun() {
    if bytes.count > runs.last?.end ?? 0 { runs.append((bytes.count, style)) }
  }

  /// Applies SGR parameters (ECMA-48 8.3.117; ITU T.416 for colours with `:`).
  private mutating func apply(_ parameters: ArraySlice<UInt8>) {
    func number(_ digits: ArraySlice<UInt8>) -> Int {
      digits.reduce(0) { min(1000, $0 * 10 + Int($1) - 0x30) }
    }
    var codes = parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { code in
      code.split(separator: 0x3A, omittingEmptySubsequences: false).map(number)
    }[...]
    while let code = codes.popFirst() {
      switch code[0] {
      case 0: style = Style()
      case 4 where code.count > 1 && code[1] == 0: style.attributes.remove(.underline)
      case 4, 21:
        let kind = code[0] == 21 ? 2 : code.count > 1 ? code[1] : 1
        style.attributes.insert(.underline)
        style.underlineKind = UnderlineKind(rawValue: UInt8(min(kind, 5) - 1)) ?? .single
      case 38, 48, 58:
        var parts = code.dropFirst()
        if parts.isEmpty {
          let count = codes.first == [5] ? 2 : codes.first == [2] ? 4 : 0
          parts = codes.prefix(count).map { $0[0] }[...]
          codes = codes.dropFirst(count)
        }
        if let color = Self.color(parts.map { UInt8(exactly: $0) }) { set(color, code[0]) }
      case 39, 49, 59: set(.default, code[0])
      case let code where (30...47).contains(code) || (90...107).contains(code):
        let index = UInt8(code % 10 + (code >= 90 ? 8 : 0))
        if code % 10 < 8 { set(.indexed(index), code >= 100 || code / 10 == 4 ? 48 : 38) }
      case let code:
        if let on = Self.on[code] { style.attributes.insert(on) }
        if let off = Self.off[code] { style.attributes.subtract(off) }
      }
    }
  }

  private static let on: [Int: Attributes] = [
    1: .bold, 2: .dim, 3: .italic, 7: .inverse, 9: .strikethrough,
  ]
  private static let off: [Int: Attributes] = [
    22: [.bold, .dim], 23: .italic, 24: .underline, 27: .inverse, 29: .strikethrough,
  ]

  private mutating func set(_ color: Color, _ code: Int) {
    switch code / 10 {
    case 3: style.foreground = color
    case 4: style.background = color
    default: style.underlineColor = color
    }
  }

  /// - Parameter parts: `5, index` or `2, red, green, blue`, optionally with a colour space before
  ///   red.
  private static func color(_ parts: [UInt8?]) -> Color? {
    switch (parts.first, parts.count) {
    case (5, 2): parts[1].map { .indexed($0) }
    case (2, 4...):
      if case let (red?, green?, blue?) = (
        parts[parts.count == 4 ? 1 : 2], parts[parts.count == 4 ? 2 : 3],
        parts[parts.count == 4 ? 3 : 4]
      ) {
        .rgb(red, green, blue)
      } else {
        nil
      }
    default: nil
    }
  }

  /// The line as runs of one style.
  /// - Parameters:
  ///   - ranges: the ranges to highlight.
  ///   - highlight: the style to apply over the line's own styles.
  func spans(highlighting ranges: [Range<Int>], _ highlight: Style) -> [TextSpan] {
    var ranges = ranges[...]
    var start = 0
    var spans: [TextSpan] = []
    for run in runs {
      while start < run.end {
        while let range = ranges.first, range.upperBound <= start { ranges.removeFirst() }
        let isHit = ranges.first.map { $0.lowerBound <= start } ?? false
        let end = min(
          run.end, (isHit ? ranges.first?.upperBound : ranges.first?.lowerBound) ?? run.end)
        let span = TextSpan(String(decoding: bytes[start..<end], as: UTF8.self)).style(run.style)
        spans.append(isHit ? span.style(highlight) : span)
        start = end
      }
    }
    return spans
  }
}
