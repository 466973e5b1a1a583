/// Makes text from any source safe to send to a terminal: characters that the terminal would
/// interpret, or that are invisible, become visible.
///
/// - Control characters become their Control Pictures (`ESC` is ␛), C1 controls U+FFFD.
/// - Line and paragraph separators, bidirectional controls (which could reorder text) and other
///   invisible format characters become U+FFFD, as do noncharacters.
/// - A combining mark without a base gets U+25CC, the dotted circle, as its base.
/// - Joiners and variation selectors stay inside a cluster; tag characters stay inside flags that
///   use them.
/// - A cluster is cut after 32 scalars, to limit stacks of marks.
public enum SafeText {
  /// The number of scalars of a cluster that are kept. The longest emoji of Unicode 17 has ten.
  static let maximumScalars = 32

  /// The replacement of a tab. Real tab stops would depend on the column where the text starts.
  static let tab = "    "

  private static let replacement: Character = "\u{FFFD}"

  /// Makes a text visible. `\r\n` becomes `\n`, and a tab becomes four spaces.
  ///
  /// - Returns: The same string if there is nothing to change.
  /// - Complexity: O(length of `text`); one scan of the bytes for printable ASCII.
  public static func visible(_ text: String) -> String {
    let isPlainASCII = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 &- 0x20 < 0x5F || $0 == 0x0A }
    }
    if isPlainASCII == true { return text }
    if text.unicodeScalars.allSatisfy({ isCertainlyVisible($0) || $0 == "\n" }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for cluster in text {
      switch cluster {
      case "\n", "\r\n": result += "\n"
      case "\t": result += tab
      default: result.append(visible(cluster))
      }
    }
    return result
  }

  /// Makes one cluster visible: the result is never a control character, a line break or invisible.
  public static func visible(_ cluster: Character) -> Character {
    let scalars = cluster.unicodeScalars
    guard let base = scalars.first else { return replacement }
    let isSingle = scalars.index(after: scalars.startIndex) == scalars.endIndex
    if isSingle, isCertainlyVisible(base) { return cluster }
    if base.value < 0x20 {
      // A line break of two scalars is one cluster.
      return picture(of: isSingle ? base.value : 0x0A)
    }
    if base.value == 0x7F { return "\u{2421}" }
    let category = base.properties.generalCategory
    if isHidden(base, category) { return replacement }
    let isMark = category == .nonspacingMark || category == .enclosingMark
    if !isMark, GraphemeWidth.columns(of: base) == 0 { return replacement }
    if isSingle, !isMark { return cluster }
    return cleaned(scalars, isMark: isMark)
  }

  /// Whether a scalar is certainly visible as it is. The check needs no table lookup, and covers
  /// only the common visible scalars.
  private static func isCertainlyVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x590,
      0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2100...0x2BFF,
      0x3000...0x3029, 0x3041...0x3096, 0x309B...0x3163, 0x3165...0xA48C, 0xAC00...0xD7A3,
      0x1F300...0x1FAFF:
      true
    default: false
    }
  }

  /// Whether a scalar is visible as it is, and never joins another such scalar in a cluster.
  static func isOwnCluster(_ scalar: Unicode.Scalar) -> Bool {
    // Skin tones join the emoji before them.
    scalar.value < 0x1F300 && isCertainlyVisible(scalar)
  }

  private static func picture(of control: UInt32) -> Character {
    Unicode.Scalar(0x2400 + control).map { Character($0) } ?? replacement
  }

  /// Whether a terminal would interpret a scalar, or show nothing for it.
  private static func isHidden(
    _ scalar: Unicode.Scalar, _ category: Unicode.GeneralCategory
  ) -> Bool {
    switch category {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: GraphemeWidth.columns(of: scalar) == 0 || isIgnorable(scalar)
    case .nonspacingMark where isVariationSelector(scalar): true
    default: isIgnorable(scalar) || scalar.properties.isNoncharacterCodePoint
    }
  }

  private static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isVariationSelector
  }

  /// A cluster of several scalars without the invisible ones.
  private static func cleaned(
    _ scalars: Character.UnicodeScalarView, isMark: Bool
  ) -> Character {
    var kept = String.UnicodeScalarView()
    if isMark { kept.append("\u{25CC}") }
    let isLong = scalars.dropFirst(maximumScalars).first != nil
    let isTagged = scalars.first?.value == 0x1F3F4
    for (index, scalar) in scalars.enumerated() {
      if index == maximumScalars { break }
      // Cutting inside a sequence could leave a joiner at its end, so a long cluster keeps only
      // marks.
      if index == 0 || (isLong ? isPlainMark(scalar) : mayFollow(scalar, isTagged: isTagged)) {
        kept.append(scalar)
      }
    }
    let text = String(kept)
    return text.count == 1 ? Character(text) : replacement
  }

  private static func isPlainMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark && !isVariationSelector(scalar)
  }

  private static func mayFollow(_ scalar: Unicode.Scalar, isTagged: Bool) -> Bool {
    switch scalar.value {
    case 0x200C, 0x200D: true
    case 0xE0020...0xE007F: isTagged
    default: scalar.properties.generalCategory != .format || !isIgnorable(scalar)
    }
  }
}
