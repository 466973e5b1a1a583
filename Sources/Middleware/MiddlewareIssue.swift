import MillraceStore

/// A failure of a middleware. The program continues.
public enum MiddlewareIssue: RuntimeIssue {
  /// The state was not restored, or could not be saved.
  case persistence(PersistenceError)
  /// Lines of the log are missing.
  case logging(LoggingError)
  /// A recording ends before its store does.
  case recording(RecordingError)

  /// True for failures of logging. The others are reported each time.
  public var isReportedOnce: Bool { if case .logging = self { true } else { false } }

  public var description: String {
    switch self {
    case .persistence(let error): error.description
    case .logging(let error): error.description
    case .recording(let error): error.description
    }
  }
}

extension Store {
  /// The failures of the store's middleware.
  public var middlewareIssues: Issues<MiddlewareIssue> { issues(of: MiddlewareIssue.self) }
}
