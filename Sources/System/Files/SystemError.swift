#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A failed call of the operating system.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The system's number for what went wrong.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// What the call that has just failed left behind.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's own words.
  package var description: String { String(cString: strerror(code)) }
}
