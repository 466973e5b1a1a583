/// A title that would take a terminal over, if it were obeyed.
enum HostileText {
  /// Clears the screen, sets the title, rings, sets a colour (by a C1 control), moves the cursor,
  /// turns the direction of text, and ends a bracketed paste.
  static let title =
    "a\u{1B}[2J\u{1B}]0;owned\u{7}b\u{9B}31mc\r\u{8}\u{7F}d\u{202E}e\u{0}\u{1B}[201~f"

  /// What a person is to see of it: pictures of the controls that have one.
  static let visible = "a␛[2J␛]0;owned␇b\u{FFFD}31mc␍␈␡d\u{FFFD}e␀␛[201~f"

  /// What it is where it must stay on one line: printed, and in a field.
  static let visibleOnOneLine = visible.replacing("␍", with: " ")
}
