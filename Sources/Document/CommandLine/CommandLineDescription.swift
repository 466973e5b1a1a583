/// The command line of a program as data: its verbs, flags and operands.
///
/// Parsing, the text of `--help`, the completions of three shells and the manual page all follow from it.
/// Every program also has the flags `--help`, `-h` and `--version`, and the verbs `completions` and `manual`.
public struct CommandLineDescription: Sendable {
  public var program: String
  /// One sentence: what the program is.
  public var abstract: String
  public var version: String
  /// The flags that go with every verb. `--json` chooses the form of what a ``CommandOutput`` shows.
  public var flags: [Flag]
  public var verbs: [Verb]
  /// What `--help` and the manual page end with, printed as it is written here.
  public var notes: String

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
        help: "print what a shell needs to complete these words"),
      Verb("manual", help: "print the manual page, for man -l -"),
    ]
  }
}

/// A command of a program: `add` in `todo add milk`.
public struct Verb: Sendable {
  public var name: String?
  /// Only the last one may be optional or repeat.
  public var operands: [CommandArgument]
  public var flags: [Flag]
  public var help: String

  /// - Parameters:
  ///   - name: Lowercase letters and hyphens. Without a name: what the program does where there is no verb.
  ///     Where a program describes no such verb, a command line without a verb is an error.
  ///   - operands: In their order.
  ///   - flags: Those that this verb alone takes. A flag of two verbs takes the same value in both.
  ///   - help: What it does, without a full stop.
  public init(
    _ name: String? = nil, operands: [CommandArgument] = [], flags: [Flag] = [], help: String
  ) {
    (self.name, self.operands, self.flags, self.help) = (name, operands, flags, help)
  }
}

/// A word that begins with a hyphen: `--json`, or with a value `--file PATH` or `--file=PATH`.
public struct Flag: Sendable {
  public var name: String
  public var value: CommandArgument?
  public var help: String

  /// - Parameters:
  ///   - name: With its hyphens.
  ///   - value: One, if it takes any.
  ///   - help: What it does, without a full stop.
  public init(_ name: String, value: CommandArgument? = nil, help: String) {
    (self.name, self.value, self.help) = (name, value, help)
  }
}

/// An operand of a verb, or the value of a flag.
public struct CommandArgument: Hashable, Sendable {
  /// What an argument is, which is how a shell completes it.
  public enum Form: Hashable, Sendable {
    case text
    case path
    /// Nothing else is accepted.
    case choice([String])
    /// Completions come from the program, which gets this kind, a single word: "ids".
    case dynamic(String)
  }

  /// In capitals, as the usage names it.
  public let name: String
  public let form: Form
  let isRequired, repeats: Bool

  public static func one(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: true, repeats: false)
  }
  public static func optional(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: false, repeats: false)
  }
  /// One or more.
  public static func many(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: true, repeats: true)
  }
  /// None or more.
  public static func any(_ name: String, _ form: Form = .text) -> Self {
    Self(name: name, form: form, isRequired: false, repeats: true)
  }
}
