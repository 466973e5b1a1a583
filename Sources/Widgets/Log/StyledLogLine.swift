import MillraceRender

/// The visible text of a ``Log`` line, with its styles.
///
/// SGR sequences (`CSI … m`), which set colours and attributes, style the rest of the line, and the
/// text between OSC 8 sequences is a link. All other control sequences and strings, such as titles,
/// contain no text and are removed. An incomplete or invalid sequence stays in the text; its escape
/// character is shown as a symbol. The attributes “concealed” and “blinking” are ignored. Each line
/// starts unstyled, whatever the previous line has set.
struct StyledLogLine {
  private(set) var bytes: [UInt8] = []
  private var runs: [(end: Int, style: Style, link: String?)] = []
  private var style = Style()
  private var link: String?

  init(_ line: some Collection<UInt8>) {
    let line = Array(line)
    var offset = 0
    while let escape = line[offset...].firstIndex(of: 0x1B) {
      bytes += line[offset..<escape]
      let end = sequence(line[escape...])
      if end == nil { bytes.append(0x1B) }
      offset = end ?? escape + 1
    }
    bytes += line[offset...]
    endRun()
  }

  /// Applies the control sequence or string at the start of `line` (ECMA-48 5.3 to 5.6).
  /// - Returns: the index after it; nil if it is incomplete or invalid.
  private mutating func sequence(_ line: ArraySlice<UInt8>) -> Int? {
    let start = line.startIndex + 2
    guard start <= line.endIndex, let kind = line.dropFirst().first else { return nil }
    switch kind {
    case 0x5B:
      guard let final = line[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }),
        (0x40...0x7E).contains(line[final])
      else { return nil }
      let parameters = line[start..<final]
      // The parameters of SGR are digits, `:` and `;`. With other bytes, the sequence is not SGR.
      if line[final] == 0x6D, parameters.allSatisfy({ (0x30...0x3B).contains($0) }) {
        endRun()
        apply(parameters)
      }
      return final + 1
    // OSC, DCS, SOS, PM and APC end with ST; terminals also accept BEL.
    case 0x5D, 0x50, 0x58, 0x5E, 0x5F:
      guard let end = line[start...].firstIndex(where: { $0 == 0x1B || $0 == 0x07 }),
        line[end] == 0x07 || line[end...].dropFirst().first == 0x5C
      else { return nil }
      if kind == 0x5D { apply(string: line[start..<end]) }
      return line[end] == 0x07 ? end + 1 : end + 2
    default:
      guard let final = line[(start - 1)...].firstIndex(where: { !(0x20...0x2F).contains($0) }),
        (0x30...0x7E).contains(line[final])
      else { return nil }
      return final + 1
    }
  }

  /// Applies the text of an OSC string: `8;parameters;address` begins a link; without an address,
  /// it ends the link.
  private mutating func apply(string: ArraySlice<UInt8>) {
    let parts = string.split(separator: 0x3B, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual([0x38]) else { return }
    endRun()
    link = parts[2].isEmpty ? nil : String(decoding: parts[2], as: UTF8.self)
  }

  private mutating func endRun() {
    if bytes.count > runs.last?.end ?? 0 { runs.append((bytes.count, style, link)) }
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
    let values = parts.dropFirst(parts.count > 4 ? 2 : 1).prefix(3).compactMap(\.self)
    return switch (parts.first, parts.count, values.count) {
    case (5, 2, 1): .indexed(values[0])
    case (2, 4..., 3): .rgb(values[0], values[1], values[2])
    default: nil
    }
  }

  /// The line as spans, each of which has one style.
  /// - Parameters:
  ///   - ranges: the ranges of `bytes` to highlight, in increasing order.
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
        var span = TextSpan(String(decoding: bytes[start..<end], as: UTF8.self)).style(run.style)
        if let link = run.link { span = span.link(link) }
        spans.append(isHit ? span.style(highlight) : span)
        start = end
      }
    }
    return spans
  }
}
