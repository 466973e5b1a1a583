extension Unicode.Scalar {
  /// A similar ASCII character, for terminals without UTF-8; nil if there is none.
  var similarASCII: UInt8? {
    let near: Unicode.Scalar? =
      switch value {
      case 0x20...0x7E: self
      case 0xA0, 0x2000...0x200A: " "
      // Lines: horizontal, vertical, corners and crossings; blocks and shades.
      case 0x2500...0x250B, 0x254C...0x254F: value & 2 == 0 ? "-" : "|"
      case 0x2550, 0x2551, 0x2574...0x257F: value & 1 == 0 ? "-" : "|"
      case 0x2500...0x257F: "+"
      // Blocks of less than half a cell, from the left: the end of a progress bar.
      case 0x258D...0x258F: "-"
      // Blocks from the bottom, in eighths of a cell.
      case 0x2581...0x2587: Unicode.Scalar(Array("_.-=+*%".utf8)[Int(value) - 0x2581])
      case 0x2580...0x259F: "#"
      // The frames of a spinner.
      case 0x280B, 0x283C, 0x2807: "-"
      case 0x2819, 0x2834, 0x280F: "\\"
      case 0x2839, 0x2826: "|"
      case 0x2838, 0x2827: "/"
      // Braille dots of charts, by their height: in the middle, in the upper half, in the lower
      // half.
      case 0x2800: " "
      case 0x2801...0x28FF where value & 0xC9 == 0: "-"
      case 0x2801...0x28FF where value & 0xE4 == 0: "'"
      case 0x2801...0x28FF where value & 0x1B == 0: "."
      case 0x2801...0x28FF: ":"
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

  /// The ASCII replacement of lines, symbols and the ellipsis on a terminal that makes them two
  /// columns wide, because the layout reserves only one.
  var narrowReplacement: Unicode.Scalar? {
    (0x2010...0x27BF).contains(value) && GraphemeWidth.columns(of: self, ambiguous: 3) == 3
      ? similarASCII.map { Unicode.Scalar($0) } : nil
  }

  /// The base letter, such as `e` of `é`, from the scalar's name. This also works for letters with
  /// strokes, which Unicode does not decompose.
  private var baseLetter: Unicode.Scalar? {
    let words = properties.name?.split(separator: " ") ?? []
    guard words.count > 3, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1,
      words.count == 4 || words[4] == "WITH", let letter = words[3].unicodeScalars.first
    else { return nil }
    return words[1] == "SMALL" ? letter.properties.lowercaseMapping.unicodeScalars.first : letter
  }
}
