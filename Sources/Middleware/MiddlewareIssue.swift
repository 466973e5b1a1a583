import MillraceStore

/// Something that a middleware could not do. The program goes on.
public enum MiddlewareIssue: RuntimeIssue {
  /// The state was not restored, or could not be saved.
  case persistence(PersistenceError)
  /// Lines of the log are missing.
  case logging(LoggingError)
  /// A recording ends before its store does.
  case recording(RecordingError)

  /// A log that cannot be written is told once.
  public var isToldOnce: Bool { if case .logging = self { true } else { false } }

  public var description: String {
    switch self {
    case .persistence(let error): error.description
    case .logging(let error): error.description
    case .recording(let error): error.description
    }
  }
}

extension Store {
  /// What the store's middleware could not do.
  public var middlewareIssues: Issues<MiddlewareIssue> { issues(of: MiddlewareIssue.self) }
}
