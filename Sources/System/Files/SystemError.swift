#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed call of the operating system.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The system's number for what went wrong.
  public let code: Int32

  public init(code: Int32) { self.code = code }

  /// What the call that has just failed left behind.
  public static var last: SystemError { SystemError(code: errno) }

  /// The system's own words.
  public var description: String { String(cString: strerror(code)) }
}
