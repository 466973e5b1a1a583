/// A user's mistake in a command line, in one sentence.
public enum CommandLineError: Error, Hashable, CustomStringConvertible {
  /// The word is neither a verb nor a flag; `near` is a known word with similar spelling.
  case unknown(String, near: String?)
  /// A verb lacks an operand, a flag lacks its value, or the line lacks a verb.
  case missing(String, of: String)
  /// A surplus operand, a flag of another verb, or a value for a flag without one.
  case misplaced(String, at: String)
  /// The flag was given twice.
  case repeated(flag: String)
  /// The value is none of the choices.
  case notAChoice(String, choices: [String])
  /// A mistake that the program itself finds, as a whole sentence.
  case refused(String)

  public var description: String {
    switch self {
    case .unknown(let word, let near):
      "unknown argument '\(word)'" + (near.map { ": did you mean \($0)?" } ?? ".")
    case .missing(let name, let owner): "\(owner) needs \(name)."
    case .misplaced(let word, let flag) where flag.hasPrefix("-"):
      "'\(word)' is not allowed: \(flag) takes no value."
    case .misplaced(let word, let owner): "'\(word)' is not allowed with \(owner): remove it."
    case .repeated(let flag): "\(flag) is given twice: remove one."
    case .notAChoice(let word, let choices):
      "'\(word)' is not one of \(choices.joined(separator: ", "))."
    case .refused(let sentence): sentence
    }
  }
}
