import MillraceStore

/// Where log lines go. There is no destination for the terminal, because the program draws on it.
public struct LogDestination: Sendable {
  /// Opens the destination, with a handler for later failures, and returns a function that writes a
  /// line.
  let open: @Sendable (@escaping @Sendable (LoggingError) -> Void) throws -> (String) -> Void

  /// Appends to a file, which is created if missing, readable by its owner alone. Each line is
  /// written at once.
  ///
  /// The file may be a terminal, a pipe that another program reads, or `/dev/stderr`. A line that a
  /// pipe does not take within a second is lost, and reported. When the reader of the pipe ends,
  /// the system ends a program that writes to it and does not ignore `SIGPIPE`.
  /// - Parameters:
  ///   - path: The file's path.
  ///   - size: The file's largest size in bytes. Before a line that would exceed it, the file is
  ///     renamed to `path.1`, the old `path.1` to `path.2`, and so on. Nil for no limit.
  ///   - count: How many renamed files are kept, at least one.
  public static func file(
    _ path: String, rotatingAt size: Int? = nil, keeping count: Int = 1
  ) -> LogDestination {
    LogDestination { onFailure in
      try LogFile(path, limit: size, keeping: max(1, count), onFailure: onFailure).write
    }
  }

  /// A function, called on the log's queue with one line at a time, without a line break.
  public static func sink(_ write: @escaping @Sendable (_ line: String) -> Void) -> LogDestination {
    LogDestination { _ in write }
  }
}

/// The severity of a log line.
public enum LogLevel: Comparable, Sendable {
  /// The levels, from the least to the most severe.
  case debug, info, warning, error
}

/// The format of log lines.
public enum LogFormat: Sendable {
  /// For people:
  /// `12 2025-01-31T09:05:00Z toggle(3) | items[id: 3].isDone: false → true | 8 µs Todo/Row.swift:9 body`.
  /// The level precedes the action unless it is `info`.
  case text
  /// For programs: an object with `version`, `level`, `action`, `changes` (an array of strings),
  /// `time`, `duration` (in seconds) and `origin`. An object for dropped lines has their count as
  /// `dropped`.
  case json
}

/// A field that log lines may omit.
public enum LogField: CaseIterable, Sendable {
  /// The time in UTC; how long the reducer took; where in the program the action was dispatched.
  case time, duration, origin
}

/// Why lines of a log are missing.
public enum LoggingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file could not be opened; nothing is logged.
  case cannotOpen(path: String, reason: String)
  /// A line could not be written. Later lines are still tried; a failure with the same reason is
  /// not reported again.
  case cannotWrite(path: String, reason: String)
  /// The file could not be rotated, and grows beyond its limit. Each reason is reported once.
  case cannotRotate(path: String, reason: String)
  /// More was logged than could be written. The log says where and how many lines are missing; this
  /// is reported once.
  case linesDropped

  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason):
      onOneLine("The log \(path) cannot be opened: \(reason). Choose another log file.")
    case .cannotWrite(let path, let reason):
      onOneLine("The log \(path) cannot be written: \(reason). Lines are missing.")
    case .cannotRotate(let path, let reason):
      onOneLine("The log \(path) cannot be rotated: \(reason). It grows beyond its limit.")
    case .linesDropped:
      "More was logged than could be written, and lines are missing. Log less, or raise the capacity."
    }
  }
}
