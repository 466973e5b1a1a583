import MillraceRender

/// The modes that a program switches on, and the way back.
package enum TerminalModes {
  /// Takes the screen over: title kept, alternate screen, no autowrap, bracketed paste, mouse buttons in
  /// SGR form, no cursor until one is placed; and what the terminal is known to have from its answers.
  package static func enter(_ traits: TerminalTraits) -> [UInt8] {
    if traits.screen == .updates { return [] }
    // Before the questions it is not known whether it was on already.
    let isKnown = traits.features.contains([.answers, .clusterMode])
    // Below the prompt the region begins here. A row more than one: the questions need it.
    let place = traits.isInline ? "\r\n\u{1B}[A\u{1B}7" : ""
    return Array((place + on(traits, areAnswered: false) + (isKnown ? "\u{1B}[?2027h" : "")).utf8)
      + enable(traits)
  }

  /// What a terminal is not given before it has answered that it knows it.
  static func enable(_ traits: TerminalTraits) -> [UInt8] {
    Array(on(traits, areAnswered: true).utf8)
  }

  /// Undoes ``enter(_:)``, from any state that a half-written frame may have left.
  /// - Parameter isInPlace: Whether the cursor stays where it is, because others have moved it.
  package static func leave(_ traits: TerminalTraits, isInPlace: Bool = false) -> [UInt8] {
    if traits.screen == .updates { return [] }
    // CAN ends a sequence that was not written to its end, and ST a string; then the pen, and the margins.
    var start = "\u{18}\u{1B}\\"
    if traits.features.contains(.synchronizedOutput) { start += "\u{1B}[?2026l" }
    if traits.features.contains(.hyperlinks) { start += "\u{1B}]8;;\u{1B}\\" }
    if traits.features.contains(.progress) { start += Announcement.noProgress }
    let isInline = traits.isInline
    // Where a region ends is kept by the terminal (DECSC). Taking back margins would move the cursor.
    if isInline, !isInPlace { start += "\u{1B}8" }
    start += isInline ? "\u{1B}[0m" : "\u{1B}[0m\u{1B}[r"
    let off = modes.reversed().filter { traits.features.contains($0.feature) }.map(\.off)
    let end =
      if isInline {
        isInPlace ? "" : traits.screen.clearsAtEnd ? ShownScreen.eraseRegion : "\r\n"
      } else {
        // Nobody else knows what the screen held: the shell goes on below.
        traits.features.contains(.alternateScreen) ? "" : "\u{1B}[999;1H\r\n"
      }
    return Array((start + off.joined() + end).utf8)
  }

  /// What is switched on, in this order, where the terminal has the feature; off in the other order.
  private static let modes: [(feature: TerminalFeatures, on: String, off: String)] = [
    (.titleStack, "\u{1B}[22;2t", "\u{1B}[23;2t"),
    (.alternateScreen, "\u{1B}[?1049h", "\u{1B}[?1049l"),
    (.clusterMode, "", "\u{1B}[?2027l"),
    ([], "\u{1B}[?7l", "\u{1B}[?7h"),
    (.bracketedPaste, "\u{1B}[?2004h", "\u{1B}[?2004l"),
    // Off are also the modes that ``mouse(_:)`` switches on.
    (
      .mouse, "\u{1B}[?1000h\u{1B}[?1006h",
      "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l"
    ),
    ([], "\u{1B}[?25l", "\u{1B}[?25h"),
    (.inBandResize, "\u{1B}[?2048h", "\u{1B}[?2048l"),
    (.colorSchemeReports, "\u{1B}[?2031h", "\u{1B}[?2031l"),
    // Escape codes for what is ambiguous; repeats and releases; what the key is with Shift, and on an English
    // keyboard.
    (.kittyKeyboard, "\u{1B}[>7u", "\u{1B}[<u"),
  ]

  private static let answered: TerminalFeatures = [
    .inBandResize, .colorSchemeReports, .kittyKeyboard,
  ]

  /// - Parameter areAnswered: whether of those that need an answer, or of the others.
  private static func on(_ traits: TerminalTraits, areAnswered: Bool) -> String {
    modes.filter {
      traits.features.contains($0.feature) && answered.isDisjoint(with: $0.feature) != areAnswered
    }.map(\.on).joined()
  }

  /// Whether the terminal may send more than keys, also after it was told to stop: what was on its way.
  static func mayReport(_ traits: TerminalTraits) -> Bool {
    !traits.features.isDisjoint(
      with: [.mouse, .kittyKeyboard, .inBandResize, .colorSchemeReports])
  }

  /// Has the mouse report its buttons, and as much of its motion as somebody wants to hear.
  ///
  /// Of these modes xterm keeps one at a time, and switching any of them off ends all reports: so what is
  /// to stay is switched on last.
  static func mouse(_ interest: PointerInterest?) -> [UInt8] {
    let modes =
      switch interest {
      case nil: "\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000h"
      case .drags: "\u{1B}[?1003l\u{1B}[?1002h"
      case .motion: "\u{1B}[?1002l\u{1B}[?1003h"
      }
    return Array(modes.utf8)
  }

  /// Marks around a frame (DEC private mode 2026), where the terminal has them.
  static let frameBegin = Array("\u{1B}[?2026h".utf8)
  static let frameEnd = Array("\u{1B}[?2026l".utf8)
}
