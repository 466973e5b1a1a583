#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed call of the operating system.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The system's error number (`errno`).
  public let code: Int32

  /// Makes an error from an `errno`.
  public init(code: Int32) { self.code = code }

  /// The error of the call that has just failed.
  public static var last: SystemError { SystemError(code: errno) }

  package static var invalidArgument: SystemError { SystemError(code: EINVAL) }

  /// Whether nothing was found at a path.
  package var isMissingFile: Bool { code == ENOENT || code == ENOTDIR }

  /// The system's message.
  public var description: String { String(cString: strerror(code)) }
}
