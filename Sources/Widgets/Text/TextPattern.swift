/// A text to find in UTF-8 bytes, compared as ``FoldedText``: without case and diacritics.
struct TextPattern: Sendable {
  private let units: [UInt32]

  init(_ text: String) { units = FoldedText(text).units }

  /// Whether there is nothing to find: the text is empty, or consists of combining marks.
  var isEmpty: Bool { units.isEmpty }

  /// The first match at or after an offset, with the combining marks after it. Bytes that are not
  /// UTF-8 match nothing.
  /// - Complexity: O(*n*) in the number of bytes, times the length of the pattern where letters
  ///   repeat.
  func range(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
    guard let first = units.first else { return nil }
    for offset in start..<text.count {
      let byte = text[offset]
      let mayMatch = byte < 0x80 ? lowercase(UInt32(byte)) == first : byte & 0xC0 != 0x80
      if mayMatch, let end = end(in: text, at: offset) { return offset..<end }
    }
    return nil
  }

  /// All matches that do not overlap, in order.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    text.withUnsafeBufferPointer { text in
      var ranges: [Range<Int>] = []
      while let range = range(in: text, from: ranges.last?.upperBound ?? 0) { ranges.append(range) }
      return ranges
    }
  }

  /// The end of a match that starts at an offset.
  private func end(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var (offset, matched) = (start, 0)
    var folded: [UInt32] = []
    while offset < text.count {
      // Most text is ASCII, and needs no array.
      if text[offset] < 0x80 {
        if matched == units.count { return offset }
        if lowercase(UInt32(text[offset])) != units[matched] { return nil }
        matched += 1
        offset += 1
        continue
      }
      guard let (scalar, length) = scalar(in: text, at: offset) else {
        return matched == units.count ? offset : nil
      }
      folded.removeAll(keepingCapacity: true)
      scalar.appendFolded(to: &folded)
      if folded.isEmpty {
        // A match cannot begin with a combining mark.
        if matched == 0 { return nil }
      } else if matched == units.count {
        return offset
      } else {
        for unit in folded.prefix(units.count - matched) {
          if unit != units[matched] { return nil }
          matched += 1
        }
      }
      offset += length
    }
    return matched == units.count ? offset : nil
  }

  private func scalar(
    in text: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    var bytes = text[offset..<min(offset + 4, text.count)].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return (scalar, UTF8.width(scalar))
  }
}
