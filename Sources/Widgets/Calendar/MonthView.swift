import MillraceLayout
import MillraceRender

/// A calendar of one month, in which one day can be selected.
///
/// ```swift
/// MonthView(selection: $day, today: today, isMarked: busyDays.contains)
/// ```
///
/// It shows the month of the selected day, or of today. Arrows move the selection by days and
/// weeks, PgUp and PgDn by months, Home and End to the ends of the week, `t` to today. A click on a
/// day selects it; a click on ‹ or › moves the selection by a month. Today is underlined; a marked
/// day has a dot before it. The names of months and days are English.
public struct MonthView: Component {
  private let selected: CalendarDay?
  private let today: CalendarDay
  private let firstWeekday: Int
  private let isMarked: @MainActor (CalendarDay) -> Bool
  private let onChoose: (@MainActor (CalendarDay) throws -> Void)?
  private let onSelect: @MainActor (CalendarDay) throws -> Void
  @Local private var hasFocus = false
  @Environment(\.theme) private var theme
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - selected: the selected day, if any. The control does not store it.
  ///   - today: the day to underline: `CalendarDay.local().day` in a program.
  ///   - firstWeekday: the first day of a week: 1 is Sunday. The default is Monday.
  ///   - isMarked: whether a day has a dot before it.
  ///   - onChoose: called when a day is clicked, after it was selected.
  ///   - onSelect: called when another day is selected, to change the source of `selected`.
  public init(
    _ selected: CalendarDay?, today: CalendarDay, firstWeekday: Int = 2,
    isMarked: @escaping @MainActor (CalendarDay) -> Bool = { _ in false },
    onChoose: (@MainActor (CalendarDay) throws -> Void)? = nil,
    onSelect: @escaping @MainActor (CalendarDay) throws -> Void
  ) {
    self.selected = selected
    self.today = today
    self.firstWeekday = (firstWeekday % 7 + 6) % 7 + 1
    self.isMarked = isMarked
    self.onChoose = onChoose
    self.onSelect = onSelect
  }

  /// - Parameters:
  ///   - selection: the selected day, if any.
  ///   - today: the day to underline: `CalendarDay.local().day` in a program.
  ///   - firstWeekday: the first day of a week: 1 is Sunday. The default is Monday.
  ///   - isMarked: whether a day has a dot before it.
  @MainActor public init(
    selection: Binding<CalendarDay?>, today: CalendarDay, firstWeekday: Int = 2,
    isMarked: @escaping @MainActor (CalendarDay) -> Bool = { _ in false }
  ) {
    self.init(
      selection.wrappedValue, today: today, firstWeekday: firstWeekday, isMarked: isMarked
    ) { selection.wrappedValue = $0 }
  }

  /// The day that arrows move from and whose month is shown.
  private var day: CalendarDay { selected ?? today }
  private var first: CalendarDay { day.advanced(by: 1 - day.day) }

  /// A day's column in its week, from 0.
  private func position(of day: CalendarDay) -> Int { (day.weekday - firstWeekday + 7) % 7 }

  public var body: Node {
    let title = "\(DateReader.months[day.month - 1]) \(day.year)"
    let space = 18 - title.count
    let first = first
    // The number of empty cells before the first day of the month.
    let lead = position(of: first)
    // All cells are one text. Each cell has three columns: one for the dot, two for the number.
    Text {
      TextSpan(" ‹")
      TextSpan(spaces(space / 2) + title + spaces(space - space / 2)).bold()
      TextSpan("›\n")
      for weekday in firstWeekday - 1..<firstWeekday + 6 {
        TextSpan(" \(DateReader.weekdays[weekday % 7].prefix(2))").style(theme.muted)
      }
      for index in 0..<lead + day.daysInMonth {
        if index % 7 == 0 { "\n" }
        if index < lead { "   " } else { cell(first.advanced(by: index - lead)) }
      }
    }
    .wrap(.clip)
    // Every month has the same height.
    .height(8).shrink(0).style(isEnabled ? Style() : theme.muted)
    .semantics(.grid, title, value: "\(day.day)")
    .focusable(isEnabled).onFocusChange { hasFocus = $0 }
    .modified(
      by: .handlers(
        Handlers {
          $0.key = { key, _ in try select(target(of: key)) }
          $0.click = { point, _ in
            let day = target(of: point)
            guard try select(day) else { return false }
            // A click above the days may change the month, but does not call `onChoose`.
            if let day, point.y > 1 { try onChoose?(day) }
            return true
          }
        }))
  }

  @MainActor private func cell(_ day: CalendarDay) -> [TextSpan] {
    let number = spaces(day.day < 10 ? 1 : 0) + "\(day.day)"
    var style = isEnabled ? theme.text : theme.muted
    if day == today { style.attributes.insert(.underline) }
    if day == selected {
      style = (hasFocus ? Style(attributes: .inverse) : theme.selection).over(style)
    }
    return [TextSpan(isMarked(day) ? "•" : " "), TextSpan(number).style(style)]
  }

  private func target(of key: Key) -> CalendarDay? {
    switch key {
    case .left: day.advanced(by: -1)
    case .right: day.advanced(by: 1)
    case .up: day.advanced(by: -7)
    case .down: day.advanced(by: 7)
    case .pageUp: day.adding(months: -1)
    case .pageDown: day.adding(months: 1)
    case .home: day.advanced(by: -position(of: day))
    case .end: day.advanced(by: 6 - position(of: day))
    case .character("t"): today
    default: nil
    }
  }

  private func target(of point: CellPoint) -> CalendarDay? {
    if point.y == 0, point.x < 3 { return day.adding(months: -1) }
    if point.y == 0, (18...20).contains(point.x) { return day.adding(months: 1) }
    let first = first
    let index = (point.y - 2) * 7 + point.x / 3 - position(of: first)
    guard point.y > 1, point.x < 21, (0..<day.daysInMonth).contains(index) else { return nil }
    return first.advanced(by: index)
  }

  /// - Returns: true if there is a day and the control is enabled.
  @MainActor private func select(_ day: CalendarDay?) throws -> Bool {
    guard isEnabled, let day else { return false }
    if day != selected { try onSelect(day) }
    return true
  }
}
