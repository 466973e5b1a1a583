/// The capabilities of a terminal and its text widths: guessed from the environment, then corrected
/// by the terminal's answers.
public struct TerminalTraits: Hashable, Sendable {
  /// Whether the background is light or dark.
  public enum Background: Sendable {
    /// On a light background, dark text is readable; on a dark one, light text.
    case light, dark
  }

  /// The supported colours.
  public var colorDepth: ColorDepth
  /// The background; nil if unknown.
  public var background: Background?
  /// Whether the terminal uses UTF-8. If not, ASCII characters replace all others.
  public var isUTF8: Bool
  /// Whether the environment or the terminal has determined `isUTF8`.
  package var isCharsetKnown = true
  package var features: TerminalFeatures
  /// The rules by which the terminal determines the columns of a cluster.
  package var widths: WidthRules
  /// The part of the terminal that the program uses.
  package var screen = ScreenMode.full

  /// Creates the traits of a modern terminal by default.
  package init(
    colorDepth: ColorDepth = .trueColor, background: Background? = nil, isUTF8: Bool = true,
    features: TerminalFeatures = .modern, widths: WidthRules = .standard
  ) {
    self.colorDepth = colorDepth
    self.background = background
    self.isUTF8 = isUTF8
    self.features = features
    self.widths = widths
  }

  /// Whether output painted with these traits is valid with the other traits. `widths.unknown` does
  /// not matter, because painting does not rely on the width of unknown clusters. If other kinds in
  /// `widths.split` differ, the painter paints only clusters again.
  func looksLike(_ other: TerminalTraits) -> Bool {
    let properties: TerminalFeatures = [.styledUnderlines, .hyperlinks]
    return colorDepth == other.colorDepth && isUTF8 == other.isUTF8
      && features.intersection(properties) == other.features.intersection(properties)
      && widths.split.contains(.ambiguous) == other.widths.split.contains(.ambiguous)
  }
}

/// Features that not every terminal has.
package struct TerminalFeatures: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  // Output.
  /// CHA: `CSI n G`.
  package static let columnAddressing = TerminalFeatures(rawValue: 1 << 0)
  /// ECH: `CSI n X`.
  package static let eraseCharacters = TerminalFeatures(rawValue: 1 << 1)
  /// REP: `CSI n b`.
  package static let repeatCharacter = TerminalFeatures(rawValue: 1 << 2)
  /// ICH and DCH: `CSI n @`, `CSI n P`.
  package static let insertCharacters = TerminalFeatures(rawValue: 1 << 3)
  /// DECSTBM: a range of rows that scrolls separately.
  package static let margins = TerminalFeatures(rawValue: 1 << 4)
  /// SU and SD: `CSI n S`, `CSI n T`.
  package static let scrollLines = TerminalFeatures(rawValue: 1 << 5)
  /// Control sequences around a frame: mode 2026.
  package static let synchronizedOutput = TerminalFeatures(rawValue: 1 << 6)
  /// Kinds and colours of underlines: `CSI 4:3 m`, `CSI 58 m`.
  package static let styledUnderlines = TerminalFeatures(rawValue: 1 << 7)
  /// Links: OSC 8.
  package static let hyperlinks = TerminalFeatures(rawValue: 1 << 8)

  // Modes.
  package static let alternateScreen = TerminalFeatures(rawValue: 1 << 9)
  package static let bracketedPaste = TerminalFeatures(rawValue: 1 << 10)
  /// SGR mouse reports (1006) of buttons.
  package static let mouse = TerminalFeatures(rawValue: 1 << 11)
  /// The kitty keyboard protocol: `CSI > 7 u`.
  package static let kittyKeyboard = TerminalFeatures(rawValue: 1 << 13)
  /// Reports the size as input: mode 2048.
  package static let inBandResize = TerminalFeatures(rawValue: 1 << 14)
  /// Reports changes between light and dark colours: mode 2031.
  package static let colorSchemeReports = TerminalFeatures(rawValue: 1 << 15)
  /// Can save and restore the title: `CSI 22;2t`, `CSI 23;2t`.
  package static let titleStack = TerminalFeatures(rawValue: 1 << 16)
  /// Can end a single attribute: `CSI 24 m`.
  package static let attributeOff = TerminalFeatures(rawValue: 1 << 12)
  /// The terminal answers DA1, and every other query that it supports.
  package static let answers = TerminalFeatures(rawValue: 1 << 17)

  /// Mode 2027 (cluster widths by Unicode) was off before the program started, unless the terminal
  /// has reported otherwise.
  package static let clusterMode = TerminalFeatures(rawValue: 1 << 18)

  /// Rewraps lines that no longer fit when the terminal becomes narrower.
  package static let reflow = TerminalFeatures(rawValue: 1 << 19)
  /// Progress in the title bar: OSC 9;4.
  package static let progress = TerminalFeatures(rawValue: 1 << 20)
  /// Notifications: OSC 9.
  package static let notifications = TerminalFeatures(rawValue: 1 << 21)
  /// Notifications with a title: OSC 777.
  package static let titledNotifications = TerminalFeatures(rawValue: 1 << 22)

  /// The features that every terminal emulator of the last ten years supports, or ignores without
  /// harm.
  package static let modern: TerminalFeatures = [
    .columnAddressing, .eraseCharacters, .repeatCharacter, .insertCharacters, .margins,
    .scrollLines, .styledUnderlines, .hyperlinks, .alternateScreen, .bracketedPaste, .mouse,
    .titleStack, .clusterMode, .attributeOff, .reflow,
  ]
}
