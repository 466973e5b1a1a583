import MillraceRender

/// The sequences that set a program's terminal modes and reset them.
package enum TerminalModes {
  /// Takes control of the screen: saves the title, uses the alternate screen, disables autowrap,
  /// enables bracketed paste and SGR mouse buttons, hides the cursor; and enables what the terminal
  /// has confirmed.
  package static func enter(_ traits: TerminalTraits) -> [UInt8] {
    if traits.screen == .updates { return [] }
    // Cluster mode is switched on here only after the terminal has answered. Before that,
    // `makeQueries()` first asks for the mode's state, and then switches it on.
    let isKnown = traits.features.contains([.answers, .clusterMode])
    // The inline region begins at the cursor. The line feed ensures that there is a row below the
    // cursor, in which the queries write their probes.
    let region = traits.isInline ? "\r\n\u{1B}[A\u{1B}7" : ""
    return Array((region + on(traits, areAnswered: false) + (isKnown ? "\u{1B}[?2027h" : "")).utf8)
      + enable(traits)
  }

  /// Enables the modes that a terminal must confirm first.
  static func enable(_ traits: TerminalTraits) -> [UInt8] {
    Array(on(traits, areAnswered: true).utf8)
  }

  /// Undoes ``enter(_:)``, from any state that a partly written frame may have left.
  /// - Parameter keepsCursor: Whether the cursor stays where it is, because another program has
  ///   moved it.
  package static func leave(_ traits: TerminalTraits, keepsCursor: Bool = false) -> [UInt8] {
    if traits.screen == .updates { return [] }
    // CAN ends an incomplete sequence and ST an incomplete string; then the pen and margins are
    // reset.
    var start = "\u{18}\u{1B}\\"
    if traits.features.contains(.synchronizedOutput) { start += "\u{1B}[?2026l" }
    if traits.features.contains(.hyperlinks) { start += "\u{1B}]8;;\u{1B}\\" }
    if traits.features.contains(.progress) { start += Announcement.noProgress }
    let isInline = traits.isInline
    // Returns the cursor to the row of an inline region that the painter saved with DECSC. Margins
    // are not reset, because that would move the cursor.
    if isInline, !keepsCursor { start += "\u{1B}8" }
    start += isInline ? "\u{1B}[0m" : "\u{1B}[0m\u{1B}[r"
    let off = modes.reversed().filter { traits.features.contains($0.feature) }.map(\.off)
    let end =
      if isInline {
        keepsCursor ? "" : traits.screen.clearsAtEnd ? ShownScreen.eraseRegion : "\r\n"
      } else {
        // Without an alternate screen, the previous content is lost: the shell continues at the
        // bottom.
        traits.features.contains(.alternateScreen) ? "" : "\u{1B}[999;1H\r\n"
      }
    return Array((start + off.joined() + end).utf8)
  }

  /// The modes, switched on in this order if the terminal has the feature, and off in reverse
  /// order.
  private static let modes: [(feature: TerminalFeatures, on: String, off: String)] = [
    (.titleStack, "\u{1B}[22;2t", "\u{1B}[23;2t"),
    (.alternateScreen, "\u{1B}[?1049h", "\u{1B}[?1049l"),
    (.clusterMode, "", "\u{1B}[?2027l"),
    ([], "\u{1B}[?7l", "\u{1B}[?7h"),
    (.bracketedPaste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
    // Also switches off the modes that ``mouse(_:)`` switches on.
    (
      .mouse, "\u{1B}[?1000h\u{1B}[?1006h",
      "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l"
    ),
    ([], "\u{1B}[?25l", "\u{1B}[?25h"),
    (.inBandResize, "\u{1B}[?2048h", "\u{1B}[?2048l"),
    (.colorSchemeReports, "\u{1B}[?2031h", "\u{1B}[?2031l"),
    // The flags 1, 2 and 4: disambiguated escape codes; repeats and releases; alternate keys (the
    // shifted key, and the key on an English keyboard).
    (.kittyKeyboard, "\u{1B}[>7u", "\u{1B}[<u"),
  ]

  private static let answered: TerminalFeatures = [
    .inBandResize, .colorSchemeReports, .kittyKeyboard,
  ]

  /// - Parameter areAnswered: whether to include the modes that a terminal must confirm first, or
  ///   all other modes.
  private static func on(_ traits: TerminalTraits, areAnswered: Bool) -> String {
    modes.filter {
      traits.features.contains($0.feature) && answered.isDisjoint(with: $0.feature) != areAnswered
    }.map(\.on).joined()
  }

  /// Whether the terminal may send reports, which can arrive even after their modes are off.
  static func mayReport(_ traits: TerminalTraits) -> Bool {
    !traits.features.isDisjoint(
      with: [.mouse, .kittyKeyboard, .inBandResize, .colorSchemeReports])
  }

  /// Makes the terminal report mouse buttons and the requested motion.
  ///
  /// xterm keeps one of these modes at a time, and switching any of them off ends all reports: so
  /// the wanted mode is switched on last.
  static func mouse(_ interest: PointerInterest?) -> [UInt8] {
    let modes =
      switch interest {
      case nil: "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000h"
      case .drags: "\u{1B}[?1003l\u{1B}[?1002h"
      case .motion: "\u{1B}[?1002l\u{1B}[?1003h"
      }
    return Array(modes.utf8)
  }

  /// The control sequences around a frame: synchronized output, DEC private mode 2026.
  static let frameBegin = Array("\u{1B}[?2026h".utf8)
  static let frameEnd = Array("\u{1B}[?2026l".utf8)
}
