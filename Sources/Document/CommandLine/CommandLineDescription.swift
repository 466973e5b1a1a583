/// The command line of a program as data: its verbs, flags and operands.
///
/// Parsing, the text of `--help`, the completions of three shells and the manual page are derived
/// from it. Every program also has the flags `--help`, `-h` and `--version`, and the verbs
/// `completions` and `manual`.
///
/// A flag that the description does not have is refused. A program that serves web pages first
/// removes the flags for them from the arguments, with `PageOptions.taken(from:)`. It describes
/// these flags only so that `--help` lists them. A program that can be inspected describes
/// `--inspect`, and tests for this flag with `call["--inspect"] != nil`.
public struct CommandLineDescription: Sendable {
  /// The name of the program, as users type it.
  public var program: String
  /// A description of the program, in one sentence.
  public var abstract: String
  /// The text that `--version` prints.
  public var version: String
  /// The flags of every verb. With `--json`, ``CommandOutput`` prints JSON.
  public var flags: [Flag]
  /// The verbs, in the order of the help.
  public var verbs: [Verb]
  /// The end of `--help` and of the manual page, printed verbatim.
  public var notes: String

  /// Makes a description from its parts.
  /// - Parameters:
  ///   - program: The name of the program, as users type it.
  ///   - abstract: A description of the program, in one sentence.
  ///   - version: The text that `--version` prints.
  ///   - flags: The flags of every verb, without `--help` and `--version`.
  ///   - verbs: The verbs, in the order of the help. A verb without a name describes the command
  ///     line without a verb.
  ///   - notes: The end of `--help` and of the manual page, printed verbatim.
  public init(
    program: String, abstract: String, version: String, flags: [Flag] = [], verbs: [Verb],
    notes: String = ""
  ) {
    (self.program, self.abstract, self.version) = (program, abstract, version)
    (self.flags, self.verbs, self.notes) = (flags, verbs, notes)
  }

  var allFlags: [Flag] {
    flags + [Flag("--help", help: "print this text"), Flag("--version", help: "print the version")]
  }

  var allVerbs: [Verb] {
    verbs + [
      Verb(
        "completions", operands: [.one("SHELL", .choice(CompletionShell.allCases.map(\.rawValue)))],
        help: "print a completion script for a shell"),
      Verb("manual", help: "print the manual page, for man -l -"),
    ]
  }
}

/// A command of a program: `add` in `todo add milk`.
public struct Verb: Sendable {
  /// The word that selects the verb; nil for the command line without a verb.
  public var name: String?
  /// The operands. Only the last one may be optional or repeat.
  public var operands: [CommandArgument]
  /// The flags of this verb alone.
  public var flags: [Flag]
  /// A description, without a full stop.
  public var help: String

  /// Describes a verb: `Verb("add", operands: [.many("TITLE")], help: "add a note")`.
  /// - Parameters:
  ///   - name: Lowercase letters and hyphens. Nil for the command line without a verb. If no verb
  ///     has the name nil, a command line without a verb is an error.
  ///   - operands: The operands, in order.
  ///   - flags: The flags of this verb only. If two verbs have the same flag, describe its value
  ///     the same way in both.
  ///   - help: A description, without a full stop.
  public init(
    _ name: String? = nil, operands: [CommandArgument] = [], flags: [Flag] = [], help: String
  ) {
    (self.name, self.operands, self.flags, self.help) = (name, operands, flags, help)
  }
}

/// A word that begins with a hyphen: `--json`, or with a value `--file PATH` or `--file=PATH`.
public struct Flag: Sendable {
  /// The name, with its hyphens.
  public var name: String
  /// The value that must follow the flag; nil for a flag without a value.
  public var value: CommandArgument?
  /// A description, without a full stop.
  public var help: String

  /// Describes a flag: `Flag("--file", value: .one("PATH", .path), help: "keep the notes here")`.
  /// - Parameters:
  ///   - name: The name, with its hyphens.
  ///   - value: The flag's value; nil for a flag without one.
  ///   - help: A description, without a full stop.
  public init(_ name: String, value: CommandArgument? = nil, help: String) {
    (self.name, self.value, self.help) = (name, value, help)
  }
}

/// An operand of a verb, or the value of a flag.
public struct CommandArgument: Hashable, Sendable {
  /// The form of an argument, which decides how a shell completes it.
  public enum Form: Hashable, Sendable {
    /// Any text.
    case text
    /// The path of a file.
    case path
    /// Only these words are accepted.
    case choice([String])
    /// The program returns the completions for this kind, a single word such as "ids".
    case dynamic(String)
  }

  /// The name in capitals, as shown in the usage.
  public let name: String
  /// The kind of text that the argument contains.
  public let form: Form
  let isRequired, repeats: Bool

  /// Exactly one argument.
  public static func one(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: true, repeats: false)
  }
  /// One argument, or none.
  public static func optional(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: false, repeats: false)
  }
  /// One or more arguments.
  public static func many(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: true, repeats: true)
  }
  /// Zero or more arguments.
  public static func any(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: false, repeats: true)
  }
}
