import MillraceStore

/// Where log lines go: never to the terminal that the program draws on.
public struct LogDestination: Sendable {
  enum Kind: Sendable {
    case file(String)
    case sink(@Sendable (String) -> Void)
  }

  let kind: Kind

  /// The end of a file, made if missing (readable by its owner alone). Each line is written at
  /// once.
  public static func file(_ path: String) -> LogDestination { LogDestination(kind: .file(path)) }

  /// A function, called with one line at a time, without a line break.
  public static func sink(_ write: @escaping @Sendable (_ line: String) -> Void) -> LogDestination {
    LogDestination(kind: .sink(write))
  }
}

/// Why a log could not be written.
public enum LoggingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be opened; nothing is logged.
  case cannotOpen(path: String, reason: String)
  /// A line could not be written; later lines are tried, and not reported again.
  case cannotWrite(path: String, reason: String)

  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      onOneLine("The log \(path) cannot be opened: \(reason). Choose another file for it.")
    case .cannotWrite(let path, let reason):
      onOneLine("The log \(path) cannot be written: \(reason). Lines of it are missing.")
    }
  }
}
