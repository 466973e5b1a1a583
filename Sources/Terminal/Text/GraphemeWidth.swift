/// How many columns of a terminal text takes, cluster by cluster.
///
/// A cluster is as wide as its widest scalar: the East Asian wide and fullwidth ones of Unicode 17
/// (UAX #11) take two columns, and so do emoji made of several scalars. What would take none (a
/// lone combining mark, an invisible character) takes one, because `SafeText` shows it as something
/// that can be seen. Ambiguous characters take one.
///
/// Terminals disagree about clusters of several scalars and about newer emoji. Nothing can settle
/// that here; the painter places the cursor anew after each of them, so that a wrong guess stays in
/// its own place.
public enum GraphemeWidth {
  /// The columns of a cluster, 1 or 2: as wide as `SafeText.visible(_:)` of it is drawn.
  ///
  /// - Complexity: O(log n) in the size of the width table; O(1) for ASCII.
  public static func columns(of cluster: Character) -> Int {
    if cluster.isASCII { return 1 }
    let scalars = cluster.unicodeScalars
    guard let base = scalars.first else { return 1 }
    var widest = 0
    var count = 0
    var isEmoji = false
    for scalar in scalars {
      count += 1
      // What `SafeText` leaves of a longer cluster is its first scalar and marks.
      if count > SafeText.maximumScalars { return max(1, columns(of: base)) }
      if count > 1 {
        // A text-style emoji asked for in emoji style (UTS #51, emoji presentation sequence), a
        // pair of regional indicators (a flag).
        if scalar.value == 0xFE0F, base.properties.isEmoji { isEmoji = true }
        if isRegionalIndicator(scalar), isRegionalIndicator(base) { isEmoji = true }
      }
      widest = max(widest, columns(of: scalar))
    }
    // Starts with something that has no width: drawn as one replacement, whatever follows.
    if columns(of: base) == 0 { return 1 }
    return isEmoji ? 2 : widest
  }

  /// The columns of a scalar on its own, 0 to 2, as terminals count that know no clusters.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    let table = WidthTable.changes
    // The last change at or before the scalar.
    var (low, high) = (0, table.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if table[middle] >> 2 <= value { low = middle } else { high = middle }
    }
    return Int(table[low] & 3)
  }

  /// The columns that a terminal counts which adds up scalars instead of looking at clusters.
  static func summedColumns(of scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Whether terminals may disagree about the width of a scalar on its own.
  ///
  /// Sure are narrow scalars and the East Asian blocks whose width is older than any terminal in
  /// use. Not sure are emoji and other symbols, which Unicode has made wide over the years, and
  /// scalars without a width.
  static func isContested(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    switch columns(of: scalar) {
    case 0: return true
    case 1:
      // Regional indicators are drawn wide by some; the Arabic number signs take in what follows
      // them.
      return isRegionalIndicator(scalar) || scalar.properties.generalCategory == .format
    default:
      switch scalar.value {
      case 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
        return scalar.properties.isEmoji
      default: return true
      }
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}

extension Character {
  /// The columns of a terminal that the cluster takes, 1 or 2.
  public var columns: Int { GraphemeWidth.columns(of: self) }
}

/// The columns of a terminal that one line of text takes.
///
/// - Complexity: O(length of `text`), fast for ASCII.
public func displayWidth(of text: some StringProtocol) -> Int {
  let ascii = text.utf8.withContiguousStorageIfAvailable { bytes in
    bytes.allSatisfy { $0 &- 0x20 < 0x5F } ? bytes.count : nil
  }
  if let ascii, let ascii { return ascii }
  return text.reduce(0) { $0 + $1.columns }
}
