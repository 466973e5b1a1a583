/// How many colours a terminal shows.
public enum ColorDepth: Int, Comparable, CaseIterable, Sendable {
  /// No colours. Bold, underline and the like stay.
  case none
  /// The sixteen palette colours.
  case ansi16
  /// Those, a 6×6×6 cube and 24 greys.
  case ansi256
  /// Any red, green and blue.
  case trueColor

  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// What the terminal shows, by what its environment says.
  ///
  /// - Parameter environment: The variables of the process. Read are `NO_COLOR`
  ///   (https://no-color.org: any value but the empty one turns colours off), `CLICOLOR_FORCE` and
  ///   `CLICOLOR` (https://bixense.com/clicolors: at least sixteen colours where the one is not 0, none
  ///   where the other is), `TERM` and `COLORTERM`.
  ///
  /// A terminal cannot be asked in a way that all of them answer, so this is a guess: one that says
  /// too little when in doubt.
  public static func detect(environment: [String: String]) -> ColorDepth {
    if environment["NO_COLOR", default: ""] != "" { return .none }
    let force = environment["CLICOLOR_FORCE", default: "0"]
    if force != "0", force != "" { return max(.ansi16, told(by: environment)) }
    return environment["CLICOLOR"] == "0" ? .none : told(by: environment)
  }

  private static func told(by environment: [String: String]) -> ColorDepth {
    let term = environment["TERM", default: ""].lowercased()
    let isVT = term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
    if term == "dumb" || isVT { return .none }
    let colorTerm = environment["COLORTERM", default: ""].lowercased()
    if colorTerm == "truecolor" || colorTerm == "24bit" { return .trueColor }
    if term == "" { return .none }
    // COLORTERM is lost over ssh; TERM is not, and these names belong to one program each.
    let trueColorNames = ["direct", "kitty", "alacritty", "ghostty", "wezterm", "foot"]
    if trueColorNames.contains(where: term.contains) { return .trueColor }
    return term.contains("256color") ? .ansi256 : .ansi16
  }
}
