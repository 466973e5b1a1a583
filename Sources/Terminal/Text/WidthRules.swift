/// How many columns a terminal takes for the clusters on which terminals differ.
///
/// A cluster is made of parts: what is joined to its first scalar, a skin tone, a second consonant and so on. Where
/// the terminal knows a kind of cluster, the parts stand in one place, as Unicode says; else it shows them one
/// after the other.
public struct WidthRules: Hashable, Sendable {
  /// Of these the terminal shows the parts one after the other.
  package var split: ClusterKinds
  /// Of these nobody knows what it does: the painter places the cursor anew after each.
  package var unsure: ClusterKinds

  package init(split: ClusterKinds = .textStyle, unsure: ClusterKinds = []) {
    self.split = split
    self.unsure = unsure
  }

  /// The safest guess: what most terminals do, and nothing relies on it.
  ///
  /// Few terminals make an emoji narrow because U+FE0E asks for text. Of ambiguous characters the guess is
  /// relied upon: lines are made of them.
  public static let standard = WidthRules(
    split: .textStyle, unsure: ClusterKinds.all.subtracting(.ambiguous))
}

/// Kinds of clusters on whose width terminals differ.
package struct ClusterKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Emoji joined by U+200D.
  package static let joined = ClusterKinds(rawValue: 1 << 0)
  /// A text character, asked for as emoji by U+FE0F.
  package static let emojiStyle = ClusterKinds(rawValue: 1 << 1)
  /// An emoji, asked for as text by U+FE0E.
  package static let textStyle = ClusterKinds(rawValue: 1 << 2)
  /// Two regional indicators.
  package static let flag = ClusterKinds(rawValue: 1 << 3)
  /// An emoji with a skin tone.
  package static let skinTone = ClusterKinds(rawValue: 1 << 4)
  /// A consonant joined to the one before it.
  package static let conjunct = ClusterKinds(rawValue: 1 << 5)
  /// A mark that has a column of its own by itself (category Mc).
  package static let spacingMark = ClusterKinds(rawValue: 1 << 6)
  /// A mark that has none.
  package static let mark = ClusterKinds(rawValue: 1 << 7)
  /// A Hangul syllable in parts.
  package static let jamo = ClusterKinds(rawValue: 1 << 8)
  /// Of ambiguous width (UAX #11). "Split" means two columns here.
  package static let ambiguous = ClusterKinds(rawValue: 1 << 9)
  /// An emoji or another wide symbol by itself. Unicode makes more of them every year.
  package static let emoji = ClusterKinds(rawValue: 1 << 10)
  /// What no terminal can be asked about in few words.
  package static let other = ClusterKinds(rawValue: 1 << 11)

  package static let all = ClusterKinds(rawValue: 1 << 12 - 1)
}
