import MillraceDocument

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of an action, in its user's time zone.
struct Moment: Codable, Hashable, Sendable {
  var day: CalendarDay
  /// The minute since midnight.
  var minute: Int
  /// The time since 1970. Any difference of two values fits into a duration.
  var milliseconds: Int

  /// The time since 1970.
  var time: Duration { .milliseconds(milliseconds) }

  static var now: Moment {
    let date = Date()
    let (day, minute) = CalendarDay.local(at: date)
    return Moment(
      day: day, minute: minute, milliseconds: Int(date.timeIntervalSince1970 * 1_000))
  }
}

extension Moment {
  /// The current moment of a screen's clock.
  @MainActor init(_ clock: FrameClock) {
    (day, minute) = CalendarDay.local(by: clock)
    milliseconds = Int(clock.now / .milliseconds(1))
  }
}
