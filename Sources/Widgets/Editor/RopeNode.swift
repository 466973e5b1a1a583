/// A node of a rope: a chunk of text, or two subtrees whose heights differ by at most one. Nodes
/// are immutable, so that texts can share them.
///
/// Concatenation and splitting follow join-based AVL trees (Blelloch, Ferizovic, Sun: "Just Join
/// for Parallel Ordered Sets", 2016), with the text in the leaves.
final class RopeNode: Sendable {
  /// `count` is in UTF-8 bytes; `height` is the distance to the deepest leaf.
  let count: Int
  let lineFeeds: Int
  let height: Int
  /// The text of a leaf; empty in a branch.
  let chunk: String
  let children: (left: RopeNode, right: RopeNode)?

  static let empty = RopeNode("")

  /// The maximum size of a chunk in bytes. `join` merges a chunk smaller than a quarter of the
  /// maximum with its neighbour.
  static let maximum = 1_024

  private init(_ chunk: String) {
    (self.chunk, children, height) = (chunk, nil, 0)
    count = chunk.utf8.count
    lineFeeds = Self.lineFeeds(in: chunk, before: chunk.utf8.count)
  }

  private init(_ left: RopeNode, _ right: RopeNode) {
    (chunk, children) = ("", (left, right))
    height = max(left.height, right.height) + 1
    count = left.count + right.count
    lineFeeds = left.lineFeeds + right.lineFeeds
  }

  private static func bytes<Result>(
    of chunk: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var chunk = chunk
    return chunk.withUTF8(body)
  }

  private static func lineFeeds(in chunk: String, before offset: Int) -> Int {
    bytes(of: chunk) { bytes in
      var lineFeeds = 0
      for byte in bytes[..<offset] where byte == 0x0A { lineFeeds += 1 }
      return lineFeeds
    }
  }

  // MARK: - Making

  /// - Complexity: O(*n*).
  static func make(_ text: String) -> RopeNode {
    var text = text
    text.makeContiguousUTF8()
    guard text.utf8.count > maximum else { return RopeNode(text) }
    var leaves: [RopeNode] = []
    var rest = text[...]
    while !rest.isEmpty {
      // Chunks are filled to three quarters, so that the first edits do not split them.
      let end = scalarStart(at: maximum * 3 / 4, in: rest)
      leaves.append(RopeNode(String(rest[..<end])))
      rest = rest[end...]
    }
    return balanced(leaves[...])
  }

  private static func balanced(_ leaves: ArraySlice<RopeNode>) -> RopeNode {
    guard leaves.count > 1 else { return leaves.first ?? empty }
    let middle = leaves.startIndex + leaves.count / 2
    return RopeNode(balanced(leaves[..<middle]), balanced(leaves[middle...]))
  }

  /// Concatenates two ropes.
  /// - Complexity: O(difference of their heights).
  static func join(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if left.count == 0 { return right }
    if right.count == 0 { return left }
    switch (left.children, right.children) {
    case (nil, nil) where left.isSmall || right.isSmall:
      let chunk = left.chunk + right.chunk
      guard chunk.utf8.count > maximum else { return RopeNode(chunk) }
      let (first, second) = cut(chunk, at: chunk.utf8.count / 2)
      return RopeNode(RopeNode(first), RopeNode(second))
    case (let (first, second)?, _) where left.height > right.height + 1 || right.isSmall:
      return balance(first, join(second, right))
    case (_, let (first, second)?) where right.height > left.height + 1 || left.isSmall:
      return balance(join(left, first), second)
    default: return RopeNode(left, right)
    }
  }

  private var isSmall: Bool { children == nil && count < Self.maximum / 4 }

  /// - Precondition: the heights differ by at most two.
  private static func balance(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if left.height > right.height + 1, let (first, second) = left.children {
      guard second.height > first.height, let (third, fourth) = second.children else {
        return RopeNode(first, RopeNode(second, right))
      }
      return RopeNode(RopeNode(first, third), RopeNode(fourth, right))
    }
    if right.height > left.height + 1, let (first, second) = right.children {
      guard first.height > second.height, let (third, fourth) = first.children else {
        return RopeNode(RopeNode(left, first), second)
      }
      return RopeNode(RopeNode(left, third), RopeNode(fourth, second))
    }
    return RopeNode(left, right)
  }

  /// The parts before and after an offset, which must be a scalar boundary.
  func split(at offset: Int) -> (RopeNode, RopeNode) {
    if offset <= 0 { return (.empty, self) }
    if offset >= count { return (self, .empty) }
    guard let (left, right) = children else {
      let (first, second) = Self.cut(chunk, at: offset)
      return (RopeNode(first), RopeNode(second))
    }
    if offset <= left.count {
      let (first, second) = left.split(at: offset)
      return (first, Self.join(second, right))
    }
    let (first, second) = right.split(at: offset - left.count)
    return (Self.join(left, first), second)
  }

  private static func cut(_ chunk: String, at offset: Int) -> (String, String) {
    let index = scalarStart(at: offset, in: chunk[...])
    return (String(chunk[..<index]), String(chunk[index...]))
  }

  private static func scalarStart(at offset: Int, in text: Substring) -> String.Index {
    let bytes = text.utf8
    guard var index = bytes.index(bytes.startIndex, offsetBy: offset, limitedBy: bytes.endIndex)
    else { return bytes.endIndex }
    while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { bytes.formIndex(before: &index) }
    return index
  }

  // MARK: - Reading

  /// Appends a range of bytes to a text. Both bounds must be scalar boundaries.
  func append(_ range: Range<Int>, to text: inout String) {
    if range == 0..<count, children == nil { return text += chunk }
    guard let (left, right) = children else {
      let start = chunk.utf8.index(chunk.startIndex, offsetBy: range.lowerBound)
      return text += chunk[start..<chunk.utf8.index(start, offsetBy: range.count)]
    }
    let first = range.clamped(to: 0..<left.count)
    if !first.isEmpty { left.append(first, to: &text) }
    let second = range.clamped(to: left.count..<count)
    if !second.isEmpty {
      right.append(second.lowerBound - left.count..<second.upperBound - left.count, to: &text)
    }
  }

  func byte(at offset: Int) -> UInt8 {
    guard let (left, right) = children else {
      return Self.bytes(of: chunk) { $0[offset] }
    }
    return offset < left.count ? left.byte(at: offset) : right.byte(at: offset - left.count)
  }

  func lineFeeds(before offset: Int) -> Int {
    guard let (left, right) = children else { return Self.lineFeeds(in: chunk, before: offset) }
    return offset <= left.count
      ? left.lineFeeds(before: offset)
      : left.lineFeeds + right.lineFeeds(before: offset - left.count)
  }

  /// The offset of a line feed by its number, from 0. The rope must have more than `number` line
  /// feeds.
  func offset(ofBreak number: Int) -> Int {
    guard let (left, right) = children else {
      return Self.bytes(of: chunk) { bytes in
        var rest = number
        return bytes.firstIndex { byte in
          if byte == 0x0A { rest -= 1 }
          return rest < 0
        } ?? bytes.count
      }
    }
    return number < left.lineFeeds
      ? left.offset(ofBreak: number) : left.count + right.offset(ofBreak: number - left.lineFeeds)
  }

  /// Violations of the tree's invariants (heights, counts, chunk sizes), for tests.
  var invariantViolations: [String] {
    guard let (left, right) = children else {
      return count <= Self.maximum + 3 ? [] : ["a chunk of \(count) bytes"]
    }
    var invariantViolations = left.invariantViolations + right.invariantViolations
    if abs(left.height - right.height) > 1 {
      invariantViolations.append("heights \(left.height), \(right.height)")
    }
    if left.count == 0 || right.count == 0 { invariantViolations.append("an empty part") }
    if left.isSmall, right.isSmall { invariantViolations.append("two small chunks") }
    return invariantViolations
  }

  // MARK: - Comparing

  /// The length of the common prefix, or suffix, in bytes.
  /// - Complexity: O(log *n*) for a text and an edited copy; O(*n*) for texts that share nothing.
  static func common(_ one: RopeNode, _ other: RopeNode, fromEnd: Bool) -> Int {
    var (first, second) = ([one], [other])
    // The number of bytes already compared in the chunk at the top of each stack.
    var (firstUsed, secondUsed) = (0, 0)
    var common = 0
    func open(_ stack: inout [RopeNode]) {
      guard let (left, right) = stack.popLast()?.children else { return }
      stack += fromEnd ? [left, right] : [right, left]
    }
    while let one = first.last, let other = second.last {
      if one === other, firstUsed == 0, secondUsed == 0 {
        common += one.count
        first.removeLast()
        second.removeLast()
      } else if one.children != nil, one.height >= other.height {
        open(&first)
      } else if other.children != nil {
        open(&second)
      } else {
        let limit = min(one.count - firstUsed, other.count - secondUsed)
        let equal = bytes(of: one.chunk) { first in
          bytes(of: other.chunk) { second in
            (0..<limit).first { index in
              let (one, other) = (firstUsed + index, secondUsed + index)
              return fromEnd
                ? first[first.count - 1 - one] != second[second.count - 1 - other]
                : first[one] != second[other]
            } ?? limit
          }
        }
        common += equal
        if equal < limit { break }
        firstUsed = firstUsed + limit == one.count ? 0 : firstUsed + limit
        secondUsed = secondUsed + limit == other.count ? 0 : secondUsed + limit
        if firstUsed == 0 { first.removeLast() }
        if secondUsed == 0 { second.removeLast() }
      }
    }
    return common
  }
}
