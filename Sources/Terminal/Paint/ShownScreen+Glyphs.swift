extension ShownScreen {
  /// The most columns that the terminal may take for a glyph, and it may not draw it at all; nil where it takes those
  /// that it has in the grid.
  func doubtfulColumns(_ glyph: Glyph) -> Int? {
    if !traits.isUTF8 { return nil }
    if let index = glyph.clusterIndex {
      return GraphemeWidth.mostColumns(of: clusters[index].text.unicodeScalars, traits.widths)
    }
    return glyph.scalar.flatMap {
      GraphemeWidth.mostColumns(of: CollectionOfOne($0), traits.widths)
    }
  }

  /// Whether a terminal that looks at clusters would make one of a glyph and the glyph before it, written
  /// without a motion between them: two halves of a flag, a hand and a skin tone.
  func joinsPrevious(_ index: Int, _ glyph: Glyph) -> Bool {
    guard glyph.rawValue >= 0x300, traits.isUTF8 else { return false }
    var previous = index - 1
    while cells[previous].glyph == .wideTail, previous % width > 0 { previous -= 1 }
    let other = cells[previous].glyph
    if glyph.standsAlone, other.standsAlone { return false }
    return (text(of: other) + text(of: glyph)).count == 1
  }

  private func text(of glyph: Glyph) -> String {
    glyph.clusterIndex.map { clusters[$0].text } ?? glyph.scalar.map { String($0) } ?? ""
  }

  /// Appends what draws a glyph.
  func append(_ glyph: Glyph, columns: Int, into out: inout [UInt8]) {
    if glyph.rawValue < 0x80 {
      out.append(UInt8(truncatingIfNeeded: glyph.rawValue))
    } else if !traits.isUTF8 {
      let scalar = glyph.clusterIndex.map { clusters[$0].text.unicodeScalars.first } ?? glyph.scalar
      let byte = columns == 1 ? scalar?.nearASCII : nil
      for _ in 0..<columns { out.append(byte ?? UInt8(ascii: "?")) }
    } else if let index = glyph.clusterIndex {
      out.append(contentsOf: clusters[index].text.utf8)
    } else if let scalar = glyph.scalar {
      out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension Glyph {
  /// Whether it is of a kind that makes clusters with marks and joiners only: Latin letters, symbols and lines,
  /// ideographs, Hangul syllables.
  fileprivate var standsAlone: Bool {
    switch rawValue {
    case ..<0x300, 0x2010...0x27FF, 0x2900...0x2BFF, 0x2E80...0xA4CF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// What stands for it on a terminal that takes ASCII only; nil: nothing is near.
  var nearASCII: UInt8? {
    let near: Unicode.Scalar? =
      switch value {
      case 0x20...0x7E: self
      case 0xA0, 0x2000...0x200A: " "
      // Lines: horizontal, vertical, corners and crossings; blocks and shades.
      case 0x2500...0x250B, 0x254C...0x254F: value & 2 == 0 ? "-" : "|"
      case 0x2550, 0x2551, 0x2574...0x257F: value & 1 == 0 ? "-" : "|"
      case 0x2500...0x257F: "+"
      case 0x2580...0x259F: "#"
      case 0x2010...0x2015, 0x2212: "-"
      case 0x2018...0x201B, 0x2032: "'"
      case 0x201C...0x201F, 0x2033: "\""
      case 0xB7, 0x2022, 0x2219, 0x25A0, 0x25AA, 0x25C6, 0x25CB, 0x25CF, 0x25E6, 0x2605: "*"
      case 0x2026: "."
      case 0xAB, 0x2039, 0x2190, 0x25C0, 0x25C2, 0x276E: "<"
      case 0xBB, 0x203A, 0x2192, 0x25B6, 0x25B8, 0x276F: ">"
      case 0x2191, 0x25B2, 0x25B4: "^"
      case 0x2193, 0x25BC, 0x25BE, 0x2713, 0x2714: "v"
      case 0xD7, 0x2715...0x2718: "x"
      default: baseLetter
      }
    return near.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  /// What lines, marks and an ellipsis become on a terminal that makes them two columns wide: a box has no room
  /// for that.
  var standIn: Unicode.Scalar? {
    (0x2010...0x27BF).contains(value) && GraphemeWidth.columns(of: self, ambiguous: 3) == 3
      ? nearASCII.map { Unicode.Scalar($0) } : nil
  }

  /// `e` of `é`, by its name: that also tells of strokes, which Unicode does not take apart.
  private var baseLetter: Unicode.Scalar? {
    let words = properties.name?.split(separator: " ") ?? []
    guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1,
      words.count == 4 || words[4] == "WITH", let letter = words[3].unicodeScalars.first
    else { return nil }
    return words[1] == "SMALL" ? letter.properties.lowercaseMapping.unicodeScalars.first : letter
  }
}
