import MillraceRender

/// The modes that a program switches on, and the way back.
package enum TerminalModes {
  /// Alternate screen, bracketed paste, mouse buttons in SGR form, no cursor until one is placed;
  /// then a question whether frames can be marked as such. A terminal that takes the question for
  /// text shows it where the first frame is drawn over it.
  package static let enter = Array(
    "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?25l\u{1B}[?2026$p".utf8)

  /// Undoes ``enter``, from any state that a half-written frame may have left.
  package static let leave = Array(
    ("\u{1B}[?2026l\u{1B}[0m\u{1B}[r\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l"
      + "\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l").utf8)

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
