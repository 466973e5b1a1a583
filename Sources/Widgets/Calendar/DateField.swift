import MillraceLayout
import MillraceRender

/// A field for a day, typed or chosen in a ``MonthView``.
///
/// ```swift
/// FormField("Due") { DateField($due, today: CalendarDay.local().day) }
/// ```
/// It takes `2026-11-24`, `today`, `tomorrow`, `yesterday`, a day of the week, which is the next one after today
/// (`fri`), and days from today (`+3`); an empty field is no day. Other text stays in the field, with what is wrong
/// below it, and is never told; Escape brings the day back. Enter, Alt-Down and a click on the arrow open the month:
/// in it, Enter and a click on a day choose, and Escape closes. Down leads to the next field of a form. On a page of
/// plain text it says the day.
public struct DateField: LiveComponent {
  private let day: CalendarDay?
  private let today: CalendarDay
  private let firstWeekday: Int
  private let placeholder: String
  private let onChange: @MainActor (CalendarDay?) throws -> Void
  @Local private var isOpen = false
  /// The day that is current in the month.
  @Local private var current: CalendarDay?
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - day: what the field holds, if anything. The control does not store it.
  ///   - today: what words are counted from, and what the month begins with and underlines.
  ///   - firstWeekday: what a week begins with, from 1, which is Sunday. The default is Monday.
  ///   - placeholder: shown, muted, while nothing is typed.
  ///   - onChange: called with another day, or none, to change what `day` comes from.
  public init(
    _ day: CalendarDay?, today: CalendarDay, firstWeekday: Int = 2,
    placeholder: String = "2026-11-24, fri, +3",
    onChange: @escaping @MainActor (CalendarDay?) throws -> Void
  ) {
    (self.day, self.today, self.firstWeekday) = (day, today, firstWeekday)
    (self.placeholder, self.onChange) = (placeholder, onChange)
  }

  /// - Parameters:
  ///   - day: what the field holds, if anything.
  ///   - today: what words are counted from, and what the month begins with and underlines.
  ///   - firstWeekday: what a week begins with, from 1, which is Sunday. The default is Monday.
  ///   - placeholder: shown, muted, while nothing is typed.
  @MainActor public init(
    _ day: Binding<CalendarDay?>, today: CalendarDay, firstWeekday: Int = 2,
    placeholder: String = "2026-11-24, fri, +3"
  ) {
    self.init(
      day.wrappedValue, today: today, firstWeekday: firstWeekday, placeholder: placeholder
    ) { day.wrappedValue = $0 }
  }

  public func body(in context: RenderContext) -> Node {
    let text = day.map { "\($0)" } ?? ""
    guard context.isInteractive else { return Text(text).node }
    return Row(gap: 1, align: .start) {
      ParsedField(
        value: day, placeholder: placeholder, role: .comboBox, text: text, parse: { parse($0) },
        onChange: onChange, handlers: Handlers { _ in }
      )
      .grow()
      Text("▾").style(isEnabled ? Style() : theme.muted).onClick { if isEnabled { open() } }
    }
    .keys("Date") {
      Bind(
        ["enter", "alt+down"], "Choose a day", name: "date.open", isShown: false,
        isEnabled: isEnabled
      ) { open() }
    }
    .onChange(of: isEnabled) { _, _ in isOpen = false }
    .popover(isOpen, onClose: { isOpen = false }) {
      MonthView(current, today: today, firstWeekday: firstWeekday, onChoose: { try choose($0) }) {
        current = $0
      }
      .width(21).autofocus()
      .keys {
        Bind(.enter, "Choose") { try choose(current ?? today) }
        Bind(.escape, "Close") { isOpen = false }
        // The focus goes back to the field: a month without the focus would stay open.
        Bind([.tab, .shiftTab], "Close", isShown: false) { isOpen = false }
      }
    }
  }

  @MainActor private func open() {
    current = day
    isOpen = !isOpen
  }

  @MainActor private func choose(_ new: CalendarDay) throws {
    isOpen = false
    if new != day { try onChange(new) }
  }

  @MainActor private func parse(_ text: String) -> Parsed<CalendarDay?> {
    let words = text.lowercased().split(separator: " ")
    if words.isEmpty { return .value(nil) }
    guard words.count == 1, let day = CalendarDay(word: words[0], today: today) else {
      return .mistake("no day: write 2026-11-24, fri or +3")
    }
    return .value(day)
  }
}

extension CalendarDay {
  /// The day that a word says, in lower case: a date, a day of the week, a number of days from today.
  fileprivate init?(word: Substring, today: CalendarDay) {
    let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    switch word {
    case "today": self = today
    case "tomorrow": self = today.advanced(by: 1)
    case "yesterday": self = today.advanced(by: -1)
    default:
      if let weekday = names.firstIndex(where: { word.count >= 3 && $0.hasPrefix(word) }) {
        self = today.advanced(by: (weekday + 1 - today.weekday + 6) % 7 + 1)
      } else if word.first == "+" || word.first == "-", let days = Int(word) {
        self = today.advanced(by: days)
      } else if let day = CalendarDay(String(word)) {
        self = day
      } else {
        return nil
      }
    }
  }
}
