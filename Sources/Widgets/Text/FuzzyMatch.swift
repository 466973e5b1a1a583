/// The result of a fuzzy search: a score and the matched characters of a text.
///
/// ```swift
/// let match = FuzzyMatch("dlt", in: "Delete all")
/// precondition(match?.offsets == [0, 2, 4])
/// ```
/// The characters of the pattern occur in the text in the same order. Case and diacritics are
/// ignored (`é` is `e`, `й` is `и`, `が` is `か`), and so is whether letters are composed.
public struct FuzzyMatch: Equatable, Sendable {
  /// Higher is better. From best to worst: the text begins with the pattern; one of its words
  /// begins with the pattern; the text contains the pattern in one piece; the matched characters
  /// have gaps. Fewer gaps score higher, then smaller gaps or an earlier match, then a shorter
  /// text.
  public let score: Int
  /// The indices of the matched characters in the text.
  public let offsets: [Int]

  fileprivate init(score: Int, offsets: [Int]) { (self.score, self.offsets) = (score, offsets) }

  /// Returns nil if the text does not contain the characters of the pattern in order. An empty
  /// pattern matches every text with a score of 0.
  /// - Parameters:
  ///   - pattern: the typed characters, such as `dlt`.
  ///   - text: the text to search.
  public init?(_ pattern: String, in text: String) {
    guard let match = FuzzyPattern(pattern).match(in: text) else { return nil }
    self = match
  }
}

/// A preprocessed pattern for searching many texts: see ``FuzzyMatch``.
public struct FuzzyPattern: Sendable {
  private let units: [UInt32]
  /// For each ASCII unit, the bit whose number is the unit's low five bits. A letter has the same
  /// bit in upper and lower case.
  private let letterMask: UInt32

  /// Makes a pattern from typed text.
  /// - Parameter pattern: the typed characters, such as `dlt`.
  public init(_ pattern: String) {
    units = FoldedText(pattern).units
    letterMask = units.lazy.filter { $0 < 0x80 }.reduce(0) { $0 | 1 << ($1 & 31) }
  }

  /// The ``FuzzyMatch/score`` of a text; nil if the text does not match.
  ///
  /// - Complexity: O(*n*) in the length of the text; O(*n* · *m*) if the start of the pattern
  ///   occurs often in the text. Does not allocate for ASCII texts.
  public func score(of text: String) -> Int? {
    var score: Int?
    let isASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      var (letterMask, all): (UInt32, UInt8) = (0, 0)
      for byte in bytes {
        letterMask |= 1 &<< UInt32(byte & 31)
        all |= byte
      }
      guard all < 0x80 else { return false }
      // Most texts that do not match lack a letter; this check needs no branch per byte.
      if letterMask & self.letterMask == self.letterMask {
        score = bestMatch(in: FoldedBytes(bytes: bytes))?.score
      }
      return true
    }
    if isASCII == true { return score }
    return bestMatch(in: FoldedText(text).units)?.score
  }

  /// The score of a text and its matched characters; nil if the text does not match.
  public func match(in text: String) -> FuzzyMatch? {
    var folded: [UInt32] = []
    var characterOffsets: [Int] = []
    for (offset, character) in text.enumerated() {
      for scalar in character.unicodeScalars { scalar.appendFolded(to: &folded) }
      while characterOffsets.count < folded.count { characterOffsets.append(offset) }
    }
    guard let (score, end) = bestMatch(in: folded) else { return nil }
    let offsets = offsets(in: folded, upTo: end).map { characterOffsets[$0] }
    return FuzzyMatch(score: score, offsets: Set(offsets).sorted())
  }

  /// - Returns: the score and the end of the match. The match is the contiguous piece with the
  ///   highest score; among matches with gaps, the one that ends first.
  private func bestMatch(in text: some FoldedUnits) -> (score: Int, end: Int)? {
    units.withUnsafeBufferPointer { units in
      guard let initial = units.first else { return (0, 0) }
      let (count, length) = (units.count, text.count)
      var (next, end, start) = (0, 0, 0)
      while next < count {
        if end == length { return nil }
        if text[end] == units[next] {
          if next == 0 { start = end }
          next &+= 1
        }
        end &+= 1
      }
      func score(_ rank: Int, gaps: Int, skipped: Int) -> Int {
        (rank << 24) - min(gaps, 254) << 16 - min(skipped, 255) << 8 - min(length, 255)
      }
      var inside: Int?
      while start &+ count <= length {
        if text[start] == initial {
          var same = 1
          while same < count, text[start &+ same] == units[same] { same &+= 1 }
          if same == count {
            if start == 0 { return (score(4, gaps: 0, skipped: 0), count) }
            if !isWord(text[start - 1]) {
              return (score(3, gaps: 0, skipped: start), start + count)
            }
            inside = inside ?? start
          }
        }
        start &+= 1
      }
      if let inside { return (score(2, gaps: 0, skipped: inside), inside + count) }
      var (gaps, last, index) = (0, end - 1, end - 1)
      for unit in units.dropLast().reversed() {
        repeat { index -= 1 } while text[index] != unit
        if index < last - 1 { gaps += 1 }
        last = index
      }
      return (score(1, gaps: gaps, skipped: end - last - count), end)
    }
  }

  /// The positions of the pattern's units, each as late as possible.
  private func offsets(in text: [UInt32], upTo end: Int) -> [Int] {
    var index = end
    let offsets = units.reversed().map { unit in
      repeat { index -= 1 } while text[index] != unit
      return index
    }
    return offsets.reversed()
  }
}

/// A text as it is compared: in lower case, without diacritics.
private protocol FoldedUnits {
  var count: Int { get }
  subscript(index: Int) -> UInt32 { get }
}

extension [UInt32]: FoldedUnits {}

private struct FoldedBytes: FoldedUnits {
  let bytes: UnsafeBufferPointer<UInt8>

  var count: Int { bytes.count }

  subscript(index: Int) -> UInt32 { lowercase(UInt32(bytes[index])) }
}

/// Whether a unit is part of a word: a letter or digit, or anything beyond ASCII.
private func isWord(_ unit: UInt32) -> Bool {
  unit >= 0x80 || unit &- 0x61 < 26 || unit &- 0x30 < 10
}
