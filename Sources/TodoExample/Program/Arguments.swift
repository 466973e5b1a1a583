/// What the command line asks for.
struct Arguments: Equatable {
  enum Mode: Equatable {
    case list(file: String?)
    case sample(Int)
    case replay(String)
    case help
    case version
  }

  var mode = Mode.list(file: nil)
  /// Where everything that happens is recorded.
  var recording: String?

  static let largestSample = 1_000_000

  /// - Parameter words: the command line without the program's name.
  init(_ words: [String]) throws(ArgumentError) {
    var file: String?
    var sample: Int?
    var replay: String?
    var rest = words[...]
    while let word = rest.popFirst() {
      // A value may follow as a word of its own, or behind "=".
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = String(parts[0])
      func value() throws(ArgumentError) -> String {
        guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
        else {
          throw .missingValue(flag: flag)
        }
        return value
      }
      switch flag {
      case "--file": file = try value()
      case "--record": recording = try value()
      case "--replay": replay = try value()
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
      guard file == nil, sample == nil, recording == nil else { throw .replayAlone }
      mode = .replay(replay)
    } else if let sample {
      guard file == nil else { throw .fileAndSample }
      mode = .sample(sample)
    } else {
      mode = .list(file: file)
    }
  }
}

/// What is wrong with a command line.
enum ArgumentError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  case missingValue(flag: String)
  case badCount(String)
  case fileAndSample
  case replayAlone

  var description: String {
    switch self {
    case .unknown(let word): "unknown argument '\(word)': see todo --help"
    case .missingValue(let flag): "\(flag) needs a value: see todo --help"
    case .badCount(let text):
      "--sample takes a whole number from 0 to \(Arguments.largestSample), not '\(text)'"
    case .fileAndSample:
      "--file and --sample exclude each other: made-up items are saved nowhere"
    case .replayAlone: "--replay shows what was recorded: it goes with nothing else"
    }
  }
}

let helpText = """
  usage: todo [--file PATH | --sample N] [--record PATH]
         todo --replay PATH

  A to-do list in the terminal. It is saved as you go and restored at the next start.
  Where the output is no terminal, the list is printed as text.

    --file PATH   keep the list in this file, a JSON text. The default is
                  $XDG_DATA_HOME/todo/todos.json, or ~/.local/share/todo/todos.json
    --sample N    show N made-up items, which are saved nowhere
    --record PATH write down everything that happens
    --replay PATH show what was written down, as fast as it was; q ends it
    --help        print this text
    --version     print the version

  Keys: ↑ ↓ PgUp PgDn Home End move, space ticks, e edits, d deletes, a adds, 1 2 3 filter,
  c clears what is done, Tab goes on, q or Ctrl-C quits, Ctrl-Z stops. The mouse works, too.
  """
