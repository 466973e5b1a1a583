/// The part of the terminal that a program uses.
public enum ScreenMode: Hashable, Sendable {
  /// The whole screen, on the alternate screen if there is one. The previous content returns when
  /// the program ends.
  case full
  /// As ``full``, but the mouse stays with the terminal: its own selection, wheel and links work.
  case fullWithoutMouse
  /// Some rows below the shell prompt; the terminal scrolls if too few are free. The rows above
  /// stay, and `TerminalControl.print(_:)` adds lines to them.
  ///
  /// - Parameters:
  ///   - rows: The height, at least 1, limited to the terminal's height.
  ///   - mouse: Whether the program gets mouse events. The terminal's own selection and wheel then
  ///     need Shift. If the terminal does not report its cursor position, the program gets none.
  ///   - clearsAtEnd: Whether the rows are cleared when the program ends. Otherwise the last frame
  ///     stays, and the shell continues below its last row that is not empty.
  case inline(rows: Int, mouse: Bool = false, clearsAtEnd: Bool = false)

  /// No screen, but lines that describe the content and its changes, for users who cannot see the
  /// screen and for terminals without escape sequences. The size is that of the terminal.
  ///
  /// `TerminalApp.run()` selects this mode if the program's arguments contain `--plain-updates`, or
  /// if `TERM=dumb` and standard input is a terminal too.
  case updates

  /// The program argument that selects ``updates``.
  package static let updatesFlag = "--plain-updates"

  /// This mode, or ``updates`` if the program's arguments or environment select that.
  package func chosen(by arguments: [String], _ environment: [String: String]) -> ScreenMode {
    arguments.contains(Self.updatesFlag) || environment["TERM"] == "dumb" ? .updates : self
  }

  /// The number of rows that the mode uses on a terminal with `terminal` rows.
  package func rows(of terminal: Int) -> Int {
    if case .inline(let rows, _, _) = self { max(1, min(rows, terminal)) } else { terminal }
  }

  /// Whether the region below the prompt is cleared when the program ends.
  var clearsAtEnd: Bool {
    if case .inline(_, _, true) = self { true } else { false }
  }
}

extension TerminalTraits {
  /// Whether the program uses only rows below the prompt.
  package var isInline: Bool { if case .inline = screen { true } else { false } }

  /// The traits of the part of the terminal that a screen mode uses.
  package func taking(_ screen: ScreenMode) -> TerminalTraits {
    var traits = self
    traits.screen = screen
    if screen == .updates { (traits.features, traits.colorDepth) = ([], .none) }
    if screen == .fullWithoutMouse { traits.features.remove(.mouse) }
    guard case .inline(_, let hasMouse, _) = screen else { return traits }
    // Margins are absolute rows on the screen, and the region does not know its own position.
    traits.features.subtract([.alternateScreen, .margins])
    if !hasMouse { traits.features.remove(.mouse) }
    return traits
  }
}
