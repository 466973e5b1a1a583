/// The target of a link.
struct MarkdownLink: Equatable, Sendable {
  let address: String
  let title: String
}

/// Scans the parts of links. A function that returns nil does not move the index.
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

  /// Scans `[label]` and returns its source, at most 999 scalars.
  mutating func takeLabel() -> ArraySlice<Scalar>? {
    attempt { scanner in
      guard scanner.take("[") else { return nil }
      let start = scanner.index
      while let next = scanner.next, next != "[", scanner.index - start < 1_000 {
        if next == "]" {
          scanner.index += 1
          return scanner.text[start..<scanner.index - 1]
        }
        scanner.index = min(scanner.index + (next == "\\" ? 2 : 1), scanner.text.count)
      }
      return nil
    }
  }

  /// Normalizes a label: labels with the same key match.
  static func key(_ label: ArraySlice<Scalar>) -> String {
    // Lower case, then upper case approximates case folding: both forms of ß become SS.
    label.split(whereSeparator: \.isMarkdownBlank).map(\.string).joined(separator: " ")
      .lowercased().uppercased()
  }

  /// The parentheses inside one another in an address, at most. CommonMark allows a limit. Without
  /// one, each `[a](` of a long row of them would be scanned to its end.
  private static let depthLimit = 32

  private mutating func takeAddress() -> String? {
    attempt { scanner in
      let start = scanner.index
      if scanner.take("<") {
        while let next = scanner.next, next != "<", next != "\n" {
          if next == ">" {
            scanner.index += 1
            return Self.unescaped(scanner.text[start + 1..<scanner.index - 1])
          }
          scanner.index += 1
          if next == "\\", scanner.next?.isMarkdownPunctuation == true { scanner.index += 1 }
        }
        return nil
      }
      var depth = 0
      scan: while let next = scanner.next, next != " ", next.value > 0x1F, next.value != 0x7F {
        switch next {
        case "(" where depth == Self.depthLimit: return nil
        case "(": depth += 1
        case ")" where depth == 0: break scan
        case ")": depth -= 1
        case "\\":
          let after = scanner.index + 1
          if after < scanner.text.count, scanner.text[after].isASCII,
            scanner.text[after].isMarkdownPunctuation
          {
            scanner.index += 1
          }
        default: break
        }
        scanner.index += 1
      }
      guard depth == 0, scanner.index > start || scanner.next == ")" else { return nil }
      return Self.unescaped(scanner.text[start..<scanner.index])
    }
  }

  private mutating func takeTitle() -> String? {
    attempt { scanner in
      guard let quote = scanner.next, quote == "\"" || quote == "'" || quote == "(" else {
        return nil
      }
      let end: Scalar = quote == "(" ? ")" : quote
      scanner.index += 1
      let start = scanner.index
      while let next = scanner.next, next == end || next != quote {
        if next == end {
          scanner.index += 1
          return Self.unescaped(scanner.text[start..<scanner.index - 1])
        }
        scanner.index = min(scanner.index + (next == "\\" ? 2 : 1), scanner.text.count)
      }
      return nil
    }
  }

  /// Scans `https://example.org` or `name@example.org` up to a `>`; returns the text and the
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

  /// Replaces the escapes and entities in a text.
  static func unescaped(_ text: ArraySlice<Scalar>) -> String {
    guard text.contains(where: { $0 == "\\" || $0 == "&" }) else { return text.string }
    var scanner = MarkdownScanner(Array(text))
    var result = String.UnicodeScalarView()
    while let next = scanner.next {
      if let entity = scanner.takeEntity() {
        result.append(contentsOf: entity.unicodeScalars)
        continue
      }
      scanner.index += 1
      if next == "\\", let after = scanner.next, after.isASCII, after.isMarkdownPunctuation {
        result.append(after)
        scanner.index += 1
      } else {
        result.append(next)
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
