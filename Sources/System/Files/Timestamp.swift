#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A second in UTC, as text.
package struct Timestamp: Equatable, Sendable {
  private let year, month, day, hour, minute, second: Int

  /// - Parameter seconds: Since the start of 1970, in UTC.
  package init(secondsSince1970 seconds: Int) {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  /// The present second.
  package static var now: Timestamp { Timestamp(secondsSince1970: Int(time(nil))) }

  /// As in `2025-01-31T09:05:00Z`.
  package var text: String {
    "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))Z"
  }

  /// As in `20250131T090500Z`: for the name of a file.
  package var compactText: String {
    "\(year)\(two(month))\(two(day))T\(two(hour))\(two(minute))\(two(second))Z"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
