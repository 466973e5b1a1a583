import MillraceRender

/// One thing that came from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key went down.
  case key(Key)
  /// A key is held, and repeats. Terminals without kitty's keyboard tell it as pressed again.
  case keyRepeated(Key)
  /// A key went up. Only terminals with kitty's keyboard tell it, and not of keys that type text.
  case keyReleased(Key)
  /// Text that the terminal says was pasted: raw, with line breaks as `\n`. A very long one comes in pieces.
  case paste(String)
  case mouse(MouseEvent)
  case focusGained
  case focusLost
  /// An answer to something that the program asked.
  case reply(TerminalReply)
  /// A control sequence that nobody knows, or a broken one: its bytes, so that nothing is lost and
  /// nothing typed.
  case unknown([UInt8])
}

/// What a terminal answers when it is asked.
public enum TerminalReply: Hashable, Sendable {
  /// DECRPM: the state of a private mode. 0 is not known, 1 set, 2 reset, 3 always set, 4 always
  /// reset.
  case mode(number: Int, state: Int)
  /// The cursor, counted from 0.
  case cursorPosition(row: Int, column: Int)
  /// DA1: what the terminal says that it can do.
  case deviceAttributes([Int])
  /// XTVERSION: the terminal's name and version, as in `kitty(0.38.0)`.
  case version(String)
  /// The kitty keyboard's flags that are on.
  case keyboardFlags(Int)
  /// The size of the text area in cells, asked for or (mode 2048) because it changed.
  case textAreaSize(rows: Int, columns: Int)
  /// The colours are dark, or light (mode 2031).
  case colorScheme(isDark: Bool)
  /// What came between `ESC ]` and its end, for instance a colour.
  case operatingSystemCommand(String)
}
