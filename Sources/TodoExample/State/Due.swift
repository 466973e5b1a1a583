import MillraceDocument

/// When an item is due: on a day, or at a time of a day. On the same day, an item with a time sorts
/// before an item without one.
///
/// Its text, also in JSON, is `2026-11-27` or `2026-11-27T09:00`.
struct Due: Hashable, Sendable {
  let day: CalendarDay
  // The minute since midnight; 1,440 without a time. An optional would make an item eight bytes
  // larger.
  private let end: Int16

  private static let minutes = 24 * 60

  /// - Parameter minute: The minute since midnight; nil for a day without a time. A minute outside
  ///   the day counts as nil.
  init(day: CalendarDay, minute: Int? = nil) {
    self.day = day
    end = Int16(minute.flatMap { (0..<Self.minutes).contains($0) ? $0 : nil } ?? Self.minutes)
  }

  /// The minute since midnight; nil for a day without a time.
  var minute: Int? { end < Self.minutes ? Int(end) : nil }
}

extension Due: Comparable {
  static func < (left: Due, right: Due) -> Bool { (left.day, left.end) < (right.day, right.end) }
}

extension Due: TextCodable {
  var description: String { minute.map { "\(day)T\(clock($0))" } ?? "\(day)" }

  init?(_ text: String) {
    if text.utf8.count == 10 {
      guard let day = CalendarDay(text) else { return nil }
      self.init(day: day)
      return
    }
    let time = text.dropFirst(11)
    guard let day = CalendarDay(String(text.prefix(10))) else { return nil }
    self.init(
      day: day,
      minute: Int(time.prefix(2)).flatMap { hour in Int(time.suffix(2)).map { hour * 60 + $0 } })
    if description != text { return nil }
  }
}

/// The text for minutes since midnight, such as `09:05`.
func clock(_ minute: Int) -> String {
  [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
}
