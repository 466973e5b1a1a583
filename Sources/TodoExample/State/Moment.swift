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
  /// The time since 1970, in milliseconds. It is an `Int`, so that the difference of any two
  /// moments, even of wrong ones from a file, fits into a `Duration`.
  var milliseconds: Int

  /// The time since 1970.
  var time: Duration { .milliseconds(milliseconds) }

  static var now: Moment { Moment(.seconds(Date().timeIntervalSince1970)) }
  /// The moment of an action until ``Middleware/timestamps`` sets it.
  static let unset = Moment(.zero)
}

extension Moment {
  /// - Parameter time: The time since 1970.
  init(_ time: Duration) {
    (day, minute) = CalendarDay.local(at: Date(timeIntervalSince1970: time / .seconds(1)))
    milliseconds = Int(time / .milliseconds(1))
  }

  /// The current moment of a screen's clock.
  @MainActor init(_ clock: FrameClock) { self.init(clock.now) }
}
