/// The target of a link.
struct MarkdownLink: Equatable, Sendable {
  let address: String
  let title: String
}

/// Scans the parts of links, escapes and entities. Unless stated otherwise, a function that returns
/// nil does not move the index.
struct MarkdownScanner {
  let text: [Scalar]
  var index = 0

  init(_ text: [Scalar]) { self.text = text }

  var next: Scalar? { index < text.count ? text[index] : nil }

  mutating func take(_ scalar: Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  mutating func skip(while condition: (Scalar) -> Bool) {
    while let next, condition(next) { index += 1 }
  }

  /// Runs a parser, and restores the index if it returns nil.
  private mutating func attempt<Result>(_ parse: (inout Self) -> Result?) -> Result? {
    let start = index
    if let result = parse(&self) { return result }
    index = start
    return nil
  }

  /// Skips spaces and at most one line break.
  private mutating func skipSpaceAndLine() {
    skip(while: \.isMarkdownSpace)
    if take("\n") { skip(while: \.isMarkdownSpace) }
  }

  /// Scans `[label]: address "title"` up to the end of the line.
  mutating func takeDefinition() -> (label: String, link: MarkdownLink)? {
    attempt { scanner in
      guard let label = scanner.takeLabel(), scanner.take(":") else { return nil }
      let key = Self.key(label)
      scanner.skipSpaceAndLine()
      guard !key.isEmpty, let address = scanner.takeAddress() else { return nil }
      let end = scanner.index
      scanner.skipSpaceAndLine()
      if scanner.index > end, let title = scanner.takeTitle(), scanner.takeLineEnd() {
        return (key, MarkdownLink(address: address, title: title))
      }
      scanner.index = end
      return scanner.takeLineEnd() ? (key, MarkdownLink(address: address, title: "")) : nil
    }
  }

  private mutating func takeLineEnd() -> Bool {
    skip(while: \.isMarkdownSpace)
    return next == nil || take("\n")
  }

  /// Scans `(address "title")`.
  mutating func takeTarget() -> MarkdownLink? {
    attempt { scanner in
      guard scanner.take("(") else { return nil }
      scanner.skipSpaceAndLine()
      guard let address = scanner.takeAddress() else { return nil }
      let end = scanner.index
      scanner.skipSpaceAndLine()
      let title = scanner.index > end ? scanner.takeTitle() : nil
      scanner.skipSpaceAndLine()
      return scanner.take(")") ? MarkdownLink(address: address, title: title ?? "") : nil
    }
  }

  /// Scans to the first `end` that is not escaped, and returns the source before it. Returns nil if
  /// an excluded scalar or the end of the text comes first; the index is then not restored.
  private mutating func take(upTo end: Scalar, without excluded: Scalar...) -> ArraySlice<Scalar>? {
    let start = index
    while let next, next == end || !excluded.contains(next) {
      skipScalar()
      if next == end { return text[start..<index - 1] }
    }
    return nil
  }

  /// Scans `[label]` and returns its source, at most 999 scalars.
  mutating func takeLabel() -> ArraySlice<Scalar>? {
    attempt { scanner in
      guard scanner.take("["), let label = scanner.take(upTo: "]", without: "["),
        label.count < 1_000
      else { return nil }
      return label
    }
  }

  /// Normalizes a label: labels with the same key match.
  static func key(_ label: ArraySlice<Scalar>) -> String {
    // Lower case, then upper case approximates case folding: both forms of ß become SS.
    label.split(whereSeparator: \.isMarkdownBlank).map(\.string).joined(separator: " ")
      .lowercased().uppercased()
  }

  /// The maximum nesting depth of parentheses in an address. CommonMark allows a limit. Without
  /// one, a long row of `[a](` would take quadratic time, because each would be scanned to the end.
  private static let depthLimit = 32

  private mutating func takeAddress() -> String? {
    attempt { scanner in
      if scanner.take("<") {
        return scanner.take(upTo: ">", without: "<", "\n").map(Self.unescaped)
      }
      let start = scanner.index
      var depth = 0
      while let next = scanner.next, next != " ", next.value > 0x1F, next.value != 0x7F {
        if next == ")", depth == 0 { break }
        depth += next == "(" ? 1 : next == ")" ? -1 : 0
        if depth > Self.depthLimit { return nil }
        scanner.skipScalar()
      }
      guard depth == 0, scanner.index > start || scanner.next == ")" else { return nil }
      return Self.unescaped(scanner.text[start..<scanner.index])
    }
  }

  private mutating func takeTitle() -> String? {
    attempt { scanner in
      guard let quote = scanner.next, "\"'(".contains(quote) else { return nil }
      scanner.index += 1
      return scanner.take(upTo: quote == "(" ? ")" : quote, without: quote).map(Self.unescaped)
    }
  }

  /// Scans `https://example.org>` or `name@example.org>`; returns the text before the `>`, and the
  /// address.
  mutating func takeAutolink() -> (text: String, address: String)? {
    attempt { scanner in
      let start = scanner.index
      scanner.skip { $0 != ">" && $0 != "<" && $0.value > 0x20 }
      let part = scanner.text[start..<scanner.index]
      guard scanner.take(">") else { return nil }
      let scheme = part.prefix { $0 != ":" }
      if 2...32 ~= scheme.count, scheme.count < part.count, scheme.first?.isASCIILetter == true,
        scheme.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "+.-".contains($0) })
      {
        return (part.string, part.string)
      }
      return Self.isEmail(part) ? (part.string, "mailto:" + part.string) : nil
    }
  }

  private static func isEmail(_ text: ArraySlice<Scalar>) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    func isWord(_ scalar: Scalar) -> Bool { scalar.isASCIILetter || scalar.isASCIIDigit }
    return parts.count == 2 && !parts[0].isEmpty
      && parts[0].allSatisfy { isWord($0) || ".!#$%&'*+/=?^_`{|}~-".contains($0) }
      && parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
        1...63 ~= $0.count && $0.first != "-" && $0.last != "-"
          && $0.allSatisfy { isWord($0) || $0 == "-" }
      }
  }

  // MARK: - Escapes

  /// The scalar after a backslash at the index, if the two are an escape.
  var escaped: Scalar? {
    guard next == "\\", index + 1 < text.count else { return nil }
    return text[index + 1].isASCIIPunctuation ? text[index + 1] : nil
  }

  /// Skips a scalar, or an escape.
  mutating func skipScalar() { index += escaped == nil ? 1 : 2 }

  /// Replaces the escapes and entities in a text.
  static func unescaped(_ text: ArraySlice<Scalar>) -> String {
    guard text.contains(where: { $0 == "\\" || $0 == "&" }) else { return text.string }
    var scanner = MarkdownScanner(Array(text))
    var result = String.UnicodeScalarView()
    while let next = scanner.next {
      if let entity = scanner.takeEntity() {
        result.append(contentsOf: entity.unicodeScalars)
      } else {
        result.append(scanner.escaped ?? next)
        scanner.skipScalar()
      }
    }
    return String(result)
  }

  /// Scans `&amp;`, `&#38;` or `&#x26;` and returns the character.
  mutating func takeEntity() -> String? {
    attempt { scanner in
      guard scanner.take("&") else { return nil }
      let isNumber = scanner.take("#")
      let start = scanner.index
      scanner.skip { $0.isASCIILetter || $0.isASCIIDigit }
      let name = scanner.text[start..<scanner.index]
      guard 1...31 ~= name.count, scanner.take(";") else { return nil }
      guard isNumber else { return MarkdownEntities.all[name.string] }
      let isHex = name.first == "x" || name.first == "X"
      let digits = isHex ? name.dropFirst() : name
      guard 1...(isHex ? 6 : 7) ~= digits.count,
        let value = UInt32(digits.string, radix: isHex ? 16 : 10)
      else { return nil }
      return String(value == 0 ? "\u{FFFD}" : Scalar(value) ?? "\u{FFFD}")
    }
  }
}

extension String {
  fileprivate func contains(_ scalar: Scalar) -> Bool { unicodeScalars.contains(scalar) }
}
