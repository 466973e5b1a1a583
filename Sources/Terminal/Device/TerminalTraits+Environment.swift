extension TerminalTraits {
  /// What the environment of the process says of its terminal.
  ///
  /// - Parameter environment: Read are `TERM`; `COLORTERM`, `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
  ///   (``ColorDepth/detect(environment:)``); `COLORFGBG`; and `LC_ALL`, `LC_CTYPE` and `LANG`, of which the
  ///   first that is set names the locale's character set.
  ///
  /// Terminals are known by what they answer. The names here are of those that answer little, and would
  /// show what they do not know.
  public static func detect(environment: [String: String]) -> TerminalTraits {
    let term = environment["TERM", default: ""].lowercased()
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map {
      environment[$0, default: ""].lowercased()
    }
    .first { $0 != "" }
    var traits = TerminalTraits(
      colorDepth: ColorDepth.detect(environment: environment),
      background: background(environment["COLORFGBG", default: ""]),
      isUTF8: locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? false,
      features: features(of: term))
    traits.isCharsetKnown = locale != nil
    return traits
  }

  private static func features(of term: String) -> TerminalFeatures {
    // A name may say more after a hyphen: `vt220-w`, `linux-16color`.
    switch term.prefix(while: { $0 != "-" }) {
    case "", "dumb", "ansi", "vt52": []
    case "vt100", "vt102": .margins
    case "vt220", "vt320", "vt420", "vt510", "vt520", "vt525":
      [.eraseCharacters, .insertCharacters, .margins, .attributeOff]
    case "linux":
      [.columnAddressing, .eraseCharacters, .insertCharacters, .margins, .attributeOff]
    default: .modern
    }
  }

  /// `foreground;background`, both of the sixteen colours.
  private static func background(_ colors: String) -> Background? {
    guard let last = colors.split(separator: ";").last, let index = Int(last) else { return nil }
    return index == 7 || index > 8 ? .light : .dark
  }
}
