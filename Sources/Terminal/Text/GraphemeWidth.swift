/// The number of terminal columns of text, cluster by cluster.
///
/// East Asian wide and fullwidth scalars of Unicode 17 (UAX #11) take two columns, and so do emoji
/// of several scalars. Scalars without a width (a lone combining mark, an invisible character) take
/// one column, because `SafeText` replaces them with visible ones. Ambiguous characters take one,
/// unless the terminal's rules say two.
///
/// Terminals disagree about clusters of several scalars and about newer emoji: `WidthRules`
/// contains what is known of this terminal.
package enum GraphemeWidth {
  /// The columns of a cluster, as drawn after `SafeText.visible(_:)`. One or two, or more for a
  /// cluster that the terminal shows part by part.
  ///
  /// - Complexity: O(log n) in the size of the width table for each scalar; O(1) for ASCII.
  package static func columns(of cluster: Character, _ rules: WidthRules) -> Int {
    if cluster.isASCII { return 1 }
    return measure(cluster.unicodeScalars, rules).columns
  }

  /// The columns of a cluster that consists of one visible scalar.
  static func columns(ofCluster scalar: Unicode.Scalar, _ rules: WidthRules) -> Int {
    if scalar.value < 0xA1 { return 1 }
    let isWide = rules.split.contains(.ambiguous)
    if isWide, scalar.narrowReplacement != nil { return 1 }
    return max(1, columns(of: scalar, ambiguous: isWide ? 2 : 1))
  }

  /// The columns of a single scalar: 0 to 2, or `ambiguous` for a scalar of ambiguous width.
  package static func columns(of scalar: Unicode.Scalar, ambiguous: Int = 1) -> Int {
    let value = scalar.value
    if value < 0xA1 { return 1 }
    let table = WidthTable.changes
    // Finds the last change at or before the scalar.
    var (low, high) = (0, table.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    let columns = Int(table[low] & 3)
    return columns == 3 ? ambiguous : columns
  }

  /// The most columns that the terminal may use for a cluster, at least two; nil if it certainly
  /// uses those of `columns(of:_:)`.
  static func mostColumns(of scalars: some Collection<Unicode.Scalar>, _ rules: WidthRules) -> Int?
  {
    let unknown = measure(scalars, rules).kinds.intersection(rules.unknown.union(.other))
    if unknown.isEmpty { return nil }
    var widest = rules
    widest.split.formUnion(unknown)
    if unknown.contains(.emojiStyle) { widest.split.remove(.emojiStyle) }
    return max(2, measure(scalars, widest).columns)
  }

  private static func measure(
    _ scalars: some Collection<Unicode.Scalar>, _ rules: WidthRules
  ) -> (columns: Int, kinds: ClusterKinds) {
    guard let base = scalars.first else { return (1, []) }
    let ambiguous = rules.split.contains(.ambiguous) ? 2 : 1
    if ambiguous == 2, base.narrowReplacement != nil { return (1, []) }
    let first = columns(of: base, ambiguous: ambiguous)
    // A base without a width is drawn as one replacement character, whatever follows it.
    if first == 0 { return (1, []) }
    var kinds = kind(of: base)
    var (total, part) = (0, first)
    var previous = base
    for (index, scalar) in scalars.enumerated().dropFirst() {
      // `SafeText` reduces a longer cluster to its first scalar and combining marks.
      if index == SafeText.maximumScalars { return (first, .other) }
      defer { previous = scalar }
      guard let kind = kind(of: scalar, after: previous, base: base) else { continue }
      kinds.formUnion(kind)
      // The regional indicators of a flag count as a flag, not as `other`.
      if kind == .flag { kinds.remove(.other) }
      let own = columns(of: scalar, ambiguous: ambiguous)
      switch (kind, rules.split.contains(kind)) {
      case (.emojiStyle, true), (.textStyle, true): break
      case (.emojiStyle, false): part = 2
      case (.textStyle, false): part = 1
      case (.flag, let isSplit):
        // A terminal without flags shows two letters, in one or two columns each.
        part = 2
        if isSplit { total += 2 }
      case (_, true):
        total += part
        part = max(1, own)
      case (_, false): part = max(part, own)
      }
    }
    return (total + part, kinds)
  }

  /// The kind of a single scalar on whose width terminals may disagree; empty if they agree.
  ///
  /// They agree on narrow scalars, and on the East Asian blocks that are older than any terminal in
  /// use.
  private static func kind(of scalar: Unicode.Scalar) -> ClusterKinds {
    if scalar.value < 0xA1 { return [] }
    switch columns(of: scalar, ambiguous: 3) {
    case 0: return .other
    case 1 where SafeText.isOwnCluster(scalar): return []
    case 1:
      // Some terminals draw regional indicators wide; Arabic number signs enclose the following
      // digits.
      let isOdd = isRegionalIndicator(scalar) || scalar.properties.generalCategory == .format
      return isOdd ? .other : []
    case 3: return .ambiguous
    default:
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        return scalar.properties.isEmoji ? .emoji : []
      default: return .emoji
      }
    }
  }

  /// The kind of a scalar inside a cluster; nil if the scalar does not change the width.
  private static func kind(
    of scalar: Unicode.Scalar, after previous: Unicode.Scalar, base: Unicode.Scalar
  ) -> ClusterKinds? {
    switch scalar.value {
    case 0x200C, 0x200D: return nil
    case 0xFE0F:
      return base.properties.isEmoji && columns(of: previous) == 1 ? .emojiStyle : nil
    case 0xFE0E: return base.properties.isEmoji && columns(of: previous) == 2 ? .textStyle : nil
    case 0xE0020...0xE007F: return .mark
    case 0x1F1E6...0x1F1FF: return .flag
    case 0x1F3FB...0x1F3FF: return .skinTone
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return .jamo
    default: break
    }
    switch scalar.properties.generalCategory {
    case .spacingMark: return .spacingMark
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    if previous.value == 0x200D, columns(of: base) == 2 || base.properties.isEmoji {
      return .joined
    }
    return scalar.properties.isAlphabetic ? .conjunct : .other
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}

extension Character {
  /// The columns of the cluster on a typical terminal, 1 or 2.
  public var columns: Int { GraphemeWidth.columns(of: self, .standard) }
}

/// The number of terminal columns of one line of text.
///
/// - Parameter rules: The width rules of the terminal.
/// - Complexity: O(length of `text`); fast for ASCII and for text whose clusters are single
///   scalars.
public func displayWidth(of text: some StringProtocol, _ rules: WidthRules = .standard) -> Int {
  let ascii = text.utf8.withContiguousStorageIfAvailable { bytes in
    bytes.allSatisfy { $0 &- 0x20 < 0x5F } ? bytes.count : nil
  }
  if let ascii, let ascii { return ascii }
  let alone = SingleScalarClusters.of(text) { scalars in
    scalars.reduce(0) { $0 + GraphemeWidth.columns(ofCluster: $1, rules) }
  }
  return alone ?? text.reduce(0) { $0 + GraphemeWidth.columns(of: $1, rules) }
}
