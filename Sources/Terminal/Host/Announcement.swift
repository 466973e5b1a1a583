/// Something that a terminal is told, and that is not on the screen.
package enum Announcement: Equatable {
  /// The window's title, without control characters.
  case title(String)
  /// A text for the clipboard, in Base64.
  case clipboard(String)
  case bell

  enum Kind { case title, clipboard, bell }

  var kind: Kind {
    switch self {
    case .title: .title
    case .clipboard: .clipboard
    case .bell: .bell
    }
  }

  var bytes: [UInt8] {
    switch self {
    case .title(let text): Array("\u{1B}]2;\(text)\u{1B}\\".utf8)
    case .clipboard(let text): Array("\u{1B}]52;c;\(text)\u{1B}\\".utf8)
    case .bell: [0x07]
    }
  }
}
