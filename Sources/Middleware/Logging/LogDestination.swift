import MillraceStore

/// Where log lines go: never to the terminal that the program draws on.
public struct LogDestination: Sendable {
  /// Makes what writes a line; it is told what fails.
  let open: @Sendable (@escaping @Sendable (LoggingError) -> Void) throws -> (String) -> Void

  /// The end of a file, made if missing (readable by its owner alone). Each line is written at
  /// once.
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - size: How many bytes it may have. Before a line that would make it larger it becomes `path.1`,
  ///     that which was `path.1` becomes `path.2`, and so on. Nil for a file that grows.
  ///   - count: How many such older files are kept, at least one.
  public static func file(
    _ path: String, rotatingAt size: Int? = nil, keeping count: Int = 1
  ) -> LogDestination {
    LogDestination { onFailure in
      try LogFile(path, limit: size, keeping: max(1, count), onFailure: onFailure).write
    }
  }

  /// A function, called on the log's thread with one line at a time, without a line break.
  public static func sink(_ write: @escaping @Sendable (_ line: String) -> Void) -> LogDestination {
    LogDestination { _ in write }
  }
}

/// How much a line of a log matters.
public enum LogLevel: Comparable, Sendable {
  case debug, info, warning, error
}

/// How a line of a log is written.
public enum LogFormat: Sendable {
  /// For people: `12 2025-01-31T09:05:00Z toggle(3) | items[id: 3].isDone: false → true | 8 µs Todo/Row.swift:9 body`.
  /// The level stands before the action where it is not `info`.
  case text
  /// For programs: an object with `version`, `level`, `action`, `changes` (an array of texts), `time`,
  /// `duration` (in seconds) and `origin`; or, for lines that are missing, with their number as
  /// `dropped`.
  case json
}

/// What a line of a log may leave out.
public enum LogField: CaseIterable, Sendable {
  /// When it was, in UTC; how long the reducer took; where in the program the action was dispatched.
  case time, duration, origin
}

/// Why lines of a log are missing.
public enum LoggingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be opened; nothing is logged.
  case cannotOpen(path: String, reason: String)
  /// A line could not be written; later lines are tried, and not reported again.
  case cannotWrite(path: String, reason: String)
  /// The file could not be put aside for a new one, and grows; it is not reported again.
  case cannotRotate(path: String, reason: String)
  /// More was logged than could be written. The log tells where, and how much; it is not reported again.
  case linesDropped

  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      onOneLine("The log \(path) cannot be opened: \(reason). Choose another file for it.")
    case .cannotWrite(let path, let reason):
      onOneLine("The log \(path) cannot be written: \(reason). Lines of it are missing.")
    case .cannotRotate(let path, let reason):
      onOneLine("The log \(path) cannot be put aside: \(reason). It grows beyond its size.")
    case .linesDropped:
      "More was logged than could be written, and lines are missing. Log less, or let more lines wait."
    }
  }
}
