#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether tests of random programs run longer: set by the environment variable `MILLRACE_LONG`.
package let isLong = getenv("MILLRACE_LONG") != nil

/// The number of rounds for a test of random programs.
package func rounds<Count: BinaryInteger>(_ short: Count, long: Count) -> Count {
  isLong ? long : short
}
