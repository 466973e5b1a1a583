import MillraceRender

/// An event from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A held key repeats. Terminals without the kitty keyboard protocol report another press.
  case keyRepeated(Key)
  /// A key was released. Only terminals with the kitty keyboard protocol report it, and not for
  /// keys that type text.
  case keyReleased(Key)
  /// Pasted text as sent, with line breaks as `\n`. A very long paste arrives in pieces.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The window got the focus.
  case focusGained
  /// The window lost the focus.
  case focusLost
  /// An answer to a query of the program.
  case reply(TerminalReply)
  /// An unknown or invalid control sequence. Its bytes are preserved, and not treated as typed
  /// text.
  case unknown([UInt8])
}

/// An answer of a terminal.
public enum TerminalReply: Hashable, Sendable {
  /// DECRPM: the state of a private mode. 0 is unknown, 1 set, 2 reset, 3 always set, 4 always
  /// reset.
  case mode(number: Int, state: Int)
  /// The cursor position, from 0.
  case cursorPosition(row: Int, column: Int)
  /// DA1: the terminal's list of its capabilities.
  case deviceAttributes([Int])
  /// XTVERSION: the terminal's name and version, as in `kitty(0.38.0)`.
  case version(String)
  /// The active flags of the kitty keyboard protocol.
  case keyboardFlags(Int)
  /// The size of the text area in cells, requested, or reported after a change (mode 2048).
  case textAreaSize(rows: Int, columns: Int)
  /// The colour scheme is dark or light (mode 2031).
  case colorScheme(isDark: Bool)
  /// OSC: the text between `ESC ]` and the terminator, for example a colour.
  case operatingSystemCommand(String)
}
