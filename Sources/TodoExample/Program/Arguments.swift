/// What the command line asks for.
struct Arguments: Equatable {
  enum Mode: Equatable {
    case screen
    case sample(Int)
    case replay(String)
    case command(Command)
    case completions(Shell)
    case help
    case version
  }

  /// What is done without a screen.
  enum Command: Equatable {
    /// Items as todo.txt writes them; none: they are read from standard input, a line each.
    case add([String])
    case list(String)
    case done([String])
    case undo
    /// From a todo.txt file; nil is standard input.
    case importing(String?)
    /// To a todo.txt file; nil is standard output.
    case exporting(String?)
  }

  var mode = Mode.screen
  /// Where the list is, if not at its usual place.
  var file: String?
  /// Where everything that happens is recorded.
  var recording: String?
  /// Whether a command prints JSON.
  var isJSON = false

  static let largestSample = 1_000_000

  /// - Parameter words: the command line without the program's name.
  init(_ words: [String]) throws(ArgumentError) {
    var sample: Int?
    var replay: String?
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        operands += rest
        break
      }
      // A value may follow as a word of its own, or behind "=".
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = String(parts[0])
      func value() throws(ArgumentError) -> String {
        guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
        else { throw .missingValue(flag: flag) }
        return value
      }
      switch flag {
      case "--file": file = try value()
      case "--record": recording = try value()
      case "--replay": replay = try value()
      case "--json": isJSON = true
      case "--sample":
        let text = try value()
        guard let count = Int(text), (0...Self.largestSample).contains(count) else {
          throw .badCount(text)
        }
        sample = count
      case "--help", "-h":
        mode = .help
        return
      case "--version":
        mode = .version
        return
      default: throw .unknown(word)
      }
    }
    if let replay {
      guard file == nil, sample == nil, recording == nil, operands.isEmpty else {
        throw .replayAlone
      }
      mode = .replay(replay)
    } else if let sample {
      guard file == nil, operands.isEmpty else { throw .fileAndSample }
      mode = .sample(sample)
    } else if let name = operands.first {
      mode = try Self.mode(name, Array(operands.dropFirst()))
    }
    guard case .command = mode else {
      if isJSON { throw .unused("--json") }
      return
    }
    if recording != nil { throw .unused("--record") }
  }

  private static func mode(_ name: String, _ words: [String]) throws(ArgumentError) -> Mode {
    func path() throws(ArgumentError) -> String? {
      if words.count > 1 { throw .unused(words[1]) }
      return words.first == "-" ? nil : words.first
    }
    switch name {
    case "add":
      if words.isEmpty { throw .missingValue(flag: name) }
      return .command(.add(words == ["-"] ? [] : [words.joined(separator: " ")]))
    case "list": return .command(.list(words.joined(separator: " ")))
    case "done":
      if words.isEmpty { throw .missingValue(flag: name) }
      return .command(.done(words))
    case "undo":
      if let word = words.first { throw .unused(word) }
      return .command(.undo)
    case "import":
      if words.isEmpty { throw .missingValue(flag: name) }
      return .command(.importing(try path()))
    case "export": return .command(.exporting(try path()))
    case "completions":
      guard let shell = words.first.flatMap(Shell.init), words.count == 1 else {
        throw .missingValue(flag: name)
      }
      return .completions(shell)
    default: throw .unknown(name)
    }
  }
}

/// What is wrong with a command line.
enum ArgumentError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case missingValue(flag: String)
  case badCount(String)
  case unused(String)
  case fileAndSample
  case replayAlone

  var description: String {
    switch self {
    case .unknown(let word): "unknown argument '\(word)': see todo --help"
    case .missingValue("completions"): "completions needs one of bash, zsh, fish"
    case .missingValue(let flag): "\(flag) needs a value: see todo --help"
    case .badCount(let text):
      "--sample takes a whole number from 0 to \(Arguments.largestSample), not '\(text)'"
    case .unused(let word): "'\(word)' is of no use here: see todo --help"
    case .fileAndSample:
      "--file and --sample exclude each other: made-up items are saved nowhere"
    case .replayAlone: "--replay shows what was recorded: it goes with nothing else"
    }
  }
}

let helpText = """
  usage: todo [--file PATH | --sample N] [--record PATH]
         todo [--file PATH] add TEXT… | list [FILTER] | done ID… | undo [--json]
         todo [--file PATH] import FILE | export [FILE]
         todo --replay PATH | completions bash|zsh|fish

  A to-do list in the terminal. It is saved as you go and restored at the next start.
  Where the output is no terminal, the list is printed as text.

    add TEXT      write an item down, as todo.txt has it: (A) call +home @phone due:fri;
                  "-" reads items from standard input, a line each
    list [FILTER] print the items that have these: +project, @tag, (A), words, and one of
                  today, upcoming, done; without one of them, what is not done
    done ID       tick off items, by the beginning of what list prints before them
    undo          take the last change back
    import FILE   take in the items of a todo.txt file; "-" is standard input
    export [FILE] write a todo.txt file, or to standard output
    completions   print what a shell needs to complete these words

    --file PATH   keep the list in this file, a JSON text. The default is
                  $XDG_DATA_HOME/todo/todos.json, or ~/.local/share/todo/todos.json
    --json        print what a command gives as JSON
    --sample N    show N made-up items, which are saved nowhere
    --record PATH write down everything that happens
    --replay PATH show what was written down, as fast as it was; q ends it
    --help        print this text
    --version     print the version

  Commands work beside a todo that has the list open: it makes the change. The exit status is
  0 if all is done, 1 if it could not be, 64 for a wrong command line, and 75 if the todo that
  has the list open does not answer: then the change waits for it.

  Keys: ? shows them all, Ctrl-P finds one by name. Other keys, and the theme, are in
  $XDG_CONFIG_HOME/todo/config.json, or ~/.config/todo/config.json:
  {"theme": "dark", "keys": {"delete": ["D"], "list.down": ["down", "j"]}}
  """
