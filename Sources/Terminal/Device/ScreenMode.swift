/// What a program takes of the terminal.
public enum ScreenMode: Hashable, Sendable {
  /// The whole screen: the alternate one, where there is one. What it showed before comes back at the end.
  case full
  /// Some rows below the prompt, as many as are free or made free. What stands above them stays, and so does what
  /// is printed there (`TerminalControl.print(_:)`).
  ///
  /// - Parameters:
  ///   - rows: The height, at least 1; a lower terminal gives what it has.
  ///   - mouse: Whether the program gets the mouse. The terminal's own selection, and its wheel, are then with
  ///     Shift. A terminal that does not answer where its cursor is gives no mouse.
  ///   - clearsAtEnd: Whether the rows are emptied at the end. Otherwise the last frame stays, and the shell goes
  ///     on below its last row that is not empty.
  case inline(rows: Int, mouse: Bool = false, clearsAtEnd: Bool = false)

  /// No screen, but lines that tell what is there and what changes, for people who cannot see it and for terminals
  /// that know no escape sequences. Rows and columns are those of the terminal.
  ///
  /// `TerminalApp.run()` takes this mode by itself where `--plain-updates` is among the program's arguments, or where
  /// `TERM=dumb` and standard input is a terminal, too.
  case updates

  /// The argument of a program that asks for ``updates``.
  package static let updatesFlag = "--plain-updates"

  /// The mode of a program that would take this one.
  package func chosen(by arguments: [String], _ environment: [String: String]) -> ScreenMode {
    arguments.contains(Self.updatesFlag) || environment["TERM"] == "dumb" ? .updates : self
  }

  /// How many rows of a terminal it takes.
  package func rows(of terminal: Int) -> Int {
    if case .inline(let rows, _, _) = self { max(1, min(rows, terminal)) } else { terminal }
  }

  /// Whether at the end nothing of it is left below the prompt.
  var clearsAtEnd: Bool {
    if case .inline(_, _, true) = self { true } else { false }
  }
}

extension TerminalTraits {
  /// Whether the program has no more than some rows below the prompt.
  package var isInline: Bool { if case .inline = screen { true } else { false } }

  /// The same terminal, of which a program takes no more than a part.
  package func taking(_ screen: ScreenMode) -> TerminalTraits {
    var traits = self
    traits.screen = screen
    if screen == .updates { (traits.features, traits.colorDepth) = ([], .none) }
    guard case .inline(_, let hasMouse, _) = screen else { return traits }
    // Margins are places on the screen, and the region does not know its own.
    traits.features.subtract([.alternateScreen, .margins])
    if !hasMouse { traits.features.remove(.mouse) }
    return traits
  }
}
