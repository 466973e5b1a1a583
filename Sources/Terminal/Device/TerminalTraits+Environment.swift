extension TerminalTraits {
  /// Detects the traits from the environment.
  ///
  /// - Parameter environment: Uses `TERM`; `COLORTERM`, `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`
  ///   (``ColorDepth/detect(environment:)``); `COLORFGBG`; and the first non-empty one of `LC_ALL`,
  ///   `LC_CTYPE` and `LANG` for the character set.
  ///
  /// Most terminals report their features in answers to queries. Only terminals that answer few
  /// queries, and display sequences that they do not know, are recognized by name.
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
    // A name may have a suffix after a hyphen: `vt220-w`, `linux-16color`.
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

  /// Parses `foreground;background`, both indices of the sixteen colours.
  private static func background(_ colors: String) -> Background? {
    guard let last = colors.split(separator: ";").last, let index = Int(last) else { return nil }
    return index == 7 || index > 8 ? .light : .dark
  }
}
