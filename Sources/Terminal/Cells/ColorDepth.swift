/// The number of colours that a terminal supports.
public enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
  /// No colours. Attributes such as bold and underline remain.
  case none
  /// The sixteen palette colours.
  case ansi16
  /// The palette colours, a 6×6×6 cube and 24 greys.
  case ansi256
  /// Any red, green and blue.
  case trueColor

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Detects the colour depth from the environment.
  ///
  /// - Parameter environment: The environment of the process. Uses `NO_COLOR`
  ///   (https://no-color.org: any value except the empty one turns colours off), `CLICOLOR_FORCE`
  ///   and `CLICOLOR` (https://bixense.com/clicolors: `CLICOLOR_FORCE` other than 0 or empty gives
  ///   at least sixteen colours, `CLICOLOR=0` gives none), `TERM` and `COLORTERM`.
  ///
  /// Not every terminal answers queries, so the result is a guess: in doubt, the lower depth.
  public static func detect(environment: [String: String]) -> ColorDepth {
    if environment["NO_COLOR", default: ""] != "" { return .none }
    let force = environment["CLICOLOR_FORCE", default: "0"]
    if force != "0", force != "" { return max(.ansi16, detected(in: environment)) }
    return environment["CLICOLOR"] == "0" ? .none : detected(in: environment)
  }

  private static func detected(in environment: [String: String]) -> ColorDepth {
    let term = environment["TERM", default: ""].lowercased()
    let isVT = term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
    if term == "dumb" || isVT { return .none }
    let colorTerm = environment["COLORTERM", default: ""].lowercased()
    if colorTerm == "truecolor" || colorTerm == "24bit" { return .trueColor }
    if term == "" { return .none }
    // ssh passes TERM but not COLORTERM. These names in TERM imply true colour.
    let trueColorNames = ["direct", "kitty", "alacritty", "ghostty", "wezterm", "foot"]
    if trueColorNames.contains(where: term.contains) { return .trueColor }
    return term.contains("256color") ? .ansi256 : .ansi16
  }
}
