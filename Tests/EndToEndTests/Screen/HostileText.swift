/// A title that would take over a terminal that obeyed it.
enum HostileText {
  /// Clears the screen, sets the title, rings the bell, sets a colour with a C1 control, moves the
  /// cursor, changes the text direction, and ends a bracketed paste.
  static let title =
    "a\u{1B}[2J\u{1B}]0;owned\u{7}b\u{9B}31mc\r\u{8}\u{7F}d\u{202E}e\u{0}\u{1B}[201~f"

  /// The visible form of the title: control pictures for the control characters that have one.
  static let visible = "a␛[2J␛]0;owned␇b\u{FFFD}31mc␍␈␡d\u{FFFD}e␀␛[201~f"

  /// The form of the title on a single line, when it is printed or in a field.
  static let visibleOnOneLine = visible.replacing("␍", with: " ")
}
