#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether tests of random programs run at length: with the environment variable `MILLRACE_LONG`.
package let isLong = getenv("MILLRACE_LONG") != nil

/// How many rounds a test of random programs runs.
package func rounds<Count: BinaryInteger>(_ short: Count, long: Count) -> Count {
  isLong ? long : short
}
