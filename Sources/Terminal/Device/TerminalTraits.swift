/// What a terminal can do and how it shows text: guessed from the environment, then corrected by what the
/// terminal answers.
public struct TerminalTraits: Hashable, Sendable {
  /// Whether the background is light or dark.
  public enum Background: Sendable { case light, dark }

  /// The colours that it shows.
  public var colorDepth: ColorDepth
  /// What is behind the text; nil: that is not known.
  public var background: Background?
  /// Whether it takes UTF-8. Elsewhere, ASCII stands for what is not ASCII.
  public var isUTF8: Bool
  /// Whether somebody has said so: the environment, if not the terminal.
  package var isCharsetKnown = true
  package var features: TerminalFeatures
  /// How many columns it takes for a cluster.
  package var widths: WidthRules
  /// What the program takes of it.
  package var screen = ScreenMode.full

  /// A terminal of today, unless asked otherwise.
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

  /// Whether what was painted for one terminal is right for the other. Of clusters in doubt it is: nothing
  /// relied on them.
  func looksLike(_ other: TerminalTraits) -> Bool {
    let looks: TerminalFeatures = [.styledUnderlines, .hyperlinks]
    return colorDepth == other.colorDepth && isUTF8 == other.isUTF8
      && features.intersection(looks) == other.features.intersection(looks)
      && widths.split.contains(.ambiguous) == other.widths.split.contains(.ambiguous)
  }
}

/// What not every terminal has.
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
  /// DECSTBM: rows that scroll alone.
  package static let margins = TerminalFeatures(rawValue: 1 << 4)
  /// SU and SD: `CSI n S`, `CSI n T`.
  package static let scrollLines = TerminalFeatures(rawValue: 1 << 5)
  /// Marks of a frame: mode 2026.
  package static let synchronizedOutput = TerminalFeatures(rawValue: 1 << 6)
  /// Kinds of underline and their colour: `CSI 4:3 m`, `CSI 58 m`.
  package static let styledUnderlines = TerminalFeatures(rawValue: 1 << 7)
  /// OSC 8.
  package static let hyperlinks = TerminalFeatures(rawValue: 1 << 8)

  // Modes.
  package static let alternateScreen = TerminalFeatures(rawValue: 1 << 9)
  package static let bracketedPaste = TerminalFeatures(rawValue: 1 << 10)
  /// SGR reports (1006) of buttons.
  package static let mouse = TerminalFeatures(rawValue: 1 << 11)
  /// The keyboard of kitty's protocol: `CSI > 7 u`.
  package static let kittyKeyboard = TerminalFeatures(rawValue: 1 << 13)
  /// The size comes as input: mode 2048.
  package static let inBandResize = TerminalFeatures(rawValue: 1 << 14)
  /// Tells when its colours become light or dark: mode 2031.
  package static let colorSchemeReports = TerminalFeatures(rawValue: 1 << 15)
  /// The title can be kept and put back: `CSI 22;2t`, `CSI 23;2t`.
  package static let titleStack = TerminalFeatures(rawValue: 1 << 16)
  /// An attribute ends by itself: `CSI 24 m`.
  package static let attributeOff = TerminalFeatures(rawValue: 1 << 12)
  /// Answers DA1, and so every question that it knows.
  package static let answers = TerminalFeatures(rawValue: 1 << 17)

  /// Mode 2027, which counts clusters as Unicode says, was off before.
  package static let clusterMode = TerminalFeatures(rawValue: 1 << 18)

  /// Of a line that no longer fits, a narrower terminal shows the rest in the next row.
  package static let reflow = TerminalFeatures(rawValue: 1 << 19)
  /// Progress in the title bar: OSC 9;4.
  package static let progress = TerminalFeatures(rawValue: 1 << 20)
  /// Notifications: OSC 9.
  package static let notifications = TerminalFeatures(rawValue: 1 << 21)
  /// Notifications with a title: OSC 777.
  package static let titledNotifications = TerminalFeatures(rawValue: 1 << 22)

  /// What every terminal emulator of the last ten years does, or ignores without harm.
  package static let modern: TerminalFeatures = [
    .columnAddressing, .eraseCharacters, .repeatCharacter, .insertCharacters, .margins,
    .scrollLines, .styledUnderlines, .hyperlinks, .alternateScreen, .bracketedPaste, .mouse,
    .titleStack, .clusterMode, .attributeOff, .reflow,
  ]
}
