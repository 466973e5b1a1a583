/// Why a thunk has no value, apart from errors that its work throws.
public enum ThunkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Other work with the same id is running.
  case alreadyRunning(id: String)

  public var description: String {
    switch self {
    case .alreadyRunning(let id):
      "A thunk was not started, because other work with the id \(id) is running. Wait for that work, or cancel it."
    }
  }
}
