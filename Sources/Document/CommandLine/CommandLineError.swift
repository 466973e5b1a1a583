/// What is wrong with a command line: the user's mistake, in one sentence.
public enum CommandLineError: Error, Hashable, CustomStringConvertible {
  /// Neither a verb nor a flag; `near` is one that is spelled almost so.
  case unknown(String, near: String?)
  /// A verb lacks an operand, a flag its value, or the line a verb.
  case missing(String, of: String)
  /// An operand too many, a flag of another verb, or the value of a flag that takes none.
  case misplaced(String, at: String)
  case repeated(flag: String)
  case notAChoice(String, choices: [String])
  /// What the program finds wrong itself, as a whole sentence.
  case refused(String)

  public var description: String {
    switch self {
    case .unknown(let word, let near):
      "unknown argument '\(word)'" + (near.map { ": did you mean \($0)?" } ?? ".")
    case .missing(let name, let owner): "\(owner) needs \(name)."
    case .misplaced(let word, let owner): "'\(word)' does not go with \(owner): leave it out."
    case .repeated(let flag): "\(flag) is there twice: leave one out."
    case .notAChoice(let word, let choices):
      "'\(word)' is none of \(choices.joined(separator: ", "))."
    case .refused(let sentence): sentence
    }
  }
}
