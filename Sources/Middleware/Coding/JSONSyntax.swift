/// Finds the first syntax error in a JSON text (RFC 8259), and the lines of its member names. The
/// decoder reports neither. Bytes that are not UTF-8, and unpaired surrogates such as `\ud800`, are
/// not found.
package struct JSONSyntax {
  /// A member's name as written, the number of objects and arrays around its object, and its line.
  package typealias Name = (text: String, depth: Int, line: Int)

  private let bytes: [UInt8]
  private var at = 0
  /// The greatest depth at which names are collected; -1 for none.
  private var depthOfNames = -1
  private var names: [Name] = []
  /// The path to the value that is being read.
  private var path: [String] = []

  /// - Returns: The line and the column, in bytes, from 1; nil if there is no error.
  package static func firstSyntaxError(in bytes: [UInt8]) -> (line: Int, column: Int)? {
    var syntax = JSONSyntax(bytes: bytes)
    let isWhole = syntax.value(0)
    if isWhole { syntax.skipSpace() }
    return isWhole && syntax.at == bytes.count ? nil : syntax.location
  }

  /// - Returns: The path to the value with the first error, such as `state.items[2].price`; nil if
  ///   there is no error.
  static func pathOfFirstError(in bytes: [UInt8]) -> String? {
    var syntax = JSONSyntax(bytes: bytes)
    if syntax.value(0) { return nil }
    return syntax.path.reduce("") { $1.hasPrefix("[") || $0.isEmpty ? $0 + $1 : "\($0).\($1)" }
  }

  /// The names of members, in order, up to the first syntax error.
  /// - Parameter depth: The greatest depth of the returned names; those of the outermost object
  ///   have depth 0.
  /// - Complexity: O(*n* · *m*) for *n* bytes and *m* names.
  package static func names(in bytes: [UInt8], toDepth depth: Int) -> [Name] {
    var syntax = JSONSyntax(bytes: bytes)
    syntax.depthOfNames = depth
    _ = syntax.value(0)
    return syntax.names
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var location: (line: Int, column: Int) {
    let before = bytes.prefix(at)
    let lineBreak = UInt8(ascii: "\n")
    let lineStart = before.lastIndex(of: lineBreak).map { $0 + 1 } ?? 0
    return (before.count { $0 == lineBreak } + 1, at - lineStart + 1)
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  // Each function below stops at a syntax error, and then returns false.

  private mutating func value(_ depth: Int) -> Bool {
    // The decoder has the same limit.
    if depth > 512 { return false }
    if take("{") {
      return list(until: "}") {
        guard $0.take("\""), $0.name(depth), $0.take(":"), $0.value(depth + 1) else { return false }
        $0.path.removeLast()
        return true
      }
    }
    if take("[") {
      var index = 0
      return list(until: "]") {
        $0.path.append("[\(index)]")
        guard $0.value(depth + 1) else { return false }
        $0.path.removeLast()
        index += 1
        return true
      }
    }
    if take("\"") { return string() }
    let start = at
    while let byte = next, Self.wordBytes.contains(byte) { at += 1 }
    let word = bytes[start..<at]
    if Self.isNumber(word) { return true }
    if ["true", "false", "null"].contains(String(decoding: word, as: UTF8.self)) { return true }
    at = start
    return false
  }

  private static let wordBytes = Set("+-.0123456789abcdefghijklmnopqrstuvwxyzE".utf8)

  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func take(_ allowed: String) -> Bool {
      guard let first = rest.first, allowed.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func takeDigits() -> Bool {
      let others = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      defer { rest = others }
      return others.count < rest.count
    }
    _ = take("-")
    // No digit may follow a zero at the start.
    if !take("0"), !takeDigits() { return false }
    if take("."), !takeDigits() { return false }
    if take("eE") {
      _ = take("+-")
      if !takeDigits() { return false }
    }
    return rest.isEmpty
  }

  private mutating func list(
    until end: Unicode.Scalar, _ element: (inout JSONSyntax) -> Bool
  ) -> Bool {
    if take(end) { return true }
    while element(&self) {
      if take(end) { return true }
      if !take(",") { return false }
    }
    return false
  }

  private mutating func name(_ depth: Int) -> Bool {
    let start = at
    guard string() else { return false }
    let name = String(decoding: bytes[start..<at - 1], as: UTF8.self)
    path.append(name)
    if depth <= depthOfNames { names.append((name, depth, location.line)) }
    return true
  }

  private mutating func string() -> Bool {
    while let byte = next, byte >= 0x20 {
      guard byte != UInt8(ascii: "\\") || isEscape else { return false }
      at += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return true }
    }
    return false
  }

  /// Whether a valid escape sequence begins here.
  private var isEscape: Bool {
    let rest = bytes[at...].dropFirst()
    guard let kind = rest.first else { return false }
    if kind != UInt8(ascii: "u") { return "\"\\/bfnrt".utf8.contains(kind) }
    let digits = rest.dropFirst().prefix(4)
    return digits.count == 4
      && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
