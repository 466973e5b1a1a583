/// The columns that a terminal uses for the kinds of clusters on which terminals differ.
///
/// A cluster consists of parts: a joined scalar, a skin tone, a second consonant and so on. If the
/// terminal supports a kind of cluster, it combines the parts, as Unicode specifies; otherwise it
/// shows them side by side.
public struct WidthRules: Hashable, Sendable {
  /// The kinds whose parts the terminal shows side by side.
  package var split: ClusterKinds
  /// The kinds whose handling is unknown: the painter positions the cursor again after each.
  package var unknown: ClusterKinds

  package init(split: ClusterKinds = .textStyle, unknown: ClusterKinds = []) {
    self.split = split
    self.unknown = unknown
  }

  /// The behaviour of most terminals. The painter relies only on the width of ambiguous characters,
  /// because lines consist of them.
  ///
  /// Few terminals make an emoji narrow because U+FE0E requests text style.
  public static let standard = WidthRules(
    split: .textStyle, unknown: ClusterKinds.all.subtracting(.ambiguous))
}

/// Kinds of clusters on whose width terminals differ.
package struct ClusterKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Emoji joined by U+200D.
  package static let joined = ClusterKinds(rawValue: 1 << 0)
  /// A text character with emoji style requested by U+FE0F.
  package static let emojiStyle = ClusterKinds(rawValue: 1 << 1)
  /// An emoji with text style requested by U+FE0E.
  package static let textStyle = ClusterKinds(rawValue: 1 << 2)
  /// Two regional indicators.
  package static let flag = ClusterKinds(rawValue: 1 << 3)
  /// An emoji with a skin tone.
  package static let skinTone = ClusterKinds(rawValue: 1 << 4)
  /// A consonant joined to the previous one.
  package static let conjunct = ClusterKinds(rawValue: 1 << 5)
  /// A mark with its own column (category Mc).
  package static let spacingMark = ClusterKinds(rawValue: 1 << 6)
  /// A mark that takes no column.
  package static let mark = ClusterKinds(rawValue: 1 << 7)
  /// A Hangul syllable of several jamo.
  package static let jamo = ClusterKinds(rawValue: 1 << 8)
  /// A character of ambiguous width (UAX #11). "Split" means two columns here.
  package static let ambiguous = ClusterKinds(rawValue: 1 << 9)
  /// A single emoji or other wide symbol. Unicode adds more every year.
  package static let emoji = ClusterKinds(rawValue: 1 << 10)
  /// Clusters that no short probe can measure.
  package static let other = ClusterKinds(rawValue: 1 << 11)

  package static let all = ClusterKinds(rawValue: 1 << 12 - 1)
}
