extension ShownScreen {
  /// The most columns that the terminal may use for a glyph, though it may also use fewer or none;
  /// nil if it certainly uses as many columns as in the grid.
  func maximumColumns(_ glyph: Glyph) -> Int? {
    if !traits.isUTF8 { return nil }
    if let index = glyph.clusterIndex {
      return GraphemeWidth.mostColumns(of: clusters[index].text.unicodeScalars, traits.widths)
    }
    return glyph.scalar.flatMap {
      GraphemeWidth.mostColumns(of: CollectionOfOne($0), traits.widths)
    }
  }

  /// Whether the terminal may combine a glyph with the previous one if both are written without a
  /// cursor motion in between: the two halves of a flag, a hand and a skin tone.
  func joinsPrevious(_ index: Int, _ glyph: Glyph) -> Bool {
    guard glyph.rawValue >= 0x300, traits.isUTF8 else { return false }
    var previous = index - 1
    while cells[previous].glyph == .wideTail, previous % width > 0 { previous -= 1 }
    let other = cells[previous].glyph
    if glyph.neverJoins, other.neverJoins { return false }
    return (text(of: other) + text(of: glyph)).count == 1
  }

  private func text(of glyph: Glyph) -> String {
    glyph.clusterIndex.map { clusters[$0].text } ?? glyph.scalar.map { String($0) } ?? ""
  }

  /// Appends the bytes that draw a glyph.
  func append(_ glyph: Glyph, columns: Int, into out: inout [UInt8]) {
    if glyph.rawValue < 0x80 {
      out.append(UInt8(truncatingIfNeeded: glyph.rawValue))
    } else if !traits.isUTF8 {
      let scalar = glyph.clusterIndex.map { clusters[$0].text.unicodeScalars.first } ?? glyph.scalar
      let byte = columns == 1 ? scalar?.similarASCII : nil
      for _ in 0..<columns { out.append(byte ?? UInt8(ascii: "?")) }
    } else if let index = glyph.clusterIndex {
      out.append(contentsOf: clusters[index].text.utf8)
    } else if let scalar = glyph.scalar {
      out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension Glyph {
  /// Whether the glyph forms clusters only with marks and joiners: Latin letters, symbols and
  /// lines, ideographs, Hangul syllables.
  fileprivate var neverJoins: Bool {
    switch rawValue {
    case ..<0x300, 0x2010...0x27FF, 0x2900...0x2BFF, 0x2E80...0xA4CF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}
