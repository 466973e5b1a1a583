import MillraceDocument

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When an action happened, where its user is.
struct Moment: Codable, Hashable, Sendable {
  var day: CalendarDay
  /// Since midnight.
  var minute: Int
  /// Since 1970. Whatever a file says, the difference of two is a duration.
  var milliseconds: Int

  /// Since 1970.
  var time: Duration { .milliseconds(milliseconds) }

  static var now: Moment {
    let date = Date()
    let (day, minute) = CalendarDay.local(at: date)
    return Moment(
      day: day, minute: minute, milliseconds: Int(date.timeIntervalSince1970 * 1_000))
  }
}

extension Moment {
  /// The present one of a screen.
  @MainActor init(_ clock: FrameClock) {
    (day, minute) = CalendarDay.local(by: clock)
    milliseconds = Int(clock.now / .milliseconds(1))
  }
}
