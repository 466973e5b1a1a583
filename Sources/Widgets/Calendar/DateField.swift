import MillraceLayout
import MillraceRender

/// A field for a day, typed or chosen in a ``MonthView``.
///
/// ```swift
/// FormField("Due") { DateField($due, today: today) }
/// ```
/// It accepts a day in words (``DateWords``), such as `2026-11-24`, `fri` or `27 nov`, and an
/// offset in days from today (`+3`). An empty field means no day. Invalid text stays in the field
/// with an error below it and is not reported to `onChange`; Escape restores the day. A form does
/// not know whether the text is invalid: if it is submitted, its value is the last valid day.
///
/// Enter, Alt-Down and a click on the arrow open the month. In the month, Enter and a click choose
/// a day, and Escape closes the month. Down moves to the next field of a form. In plain-text
/// output, the field shows the day.
public struct DateField: Component {
  private let day: CalendarDay?
  private let today: CalendarDay
  private let firstWeekday: Int
  private let placeholder: String
  private let onChange: @MainActor (CalendarDay?) throws -> Void
  @Local private var isOpen = false
  /// The day that is selected in the open month.
  @Local private var current: CalendarDay?
  @Environment(\.isEnabled) private var isEnabled
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - day: the day in the field, if any. The control does not store it.
  ///   - today: the day to which words such as `fri` are relative: `CalendarDay.local().day` in a
  ///     program. The month underlines today and, if the field is empty, opens at today.
  ///   - firstWeekday: the first day of a week: 1 is Sunday. The default is Monday.
  ///   - placeholder: shown, muted, while the field is empty.
  ///   - onChange: called with the new day, or nil, to change the source of `day`.
  public init(
    _ day: CalendarDay?, today: CalendarDay, firstWeekday: Int = 2,
    placeholder: String = "2026-11-24, fri, +3",
    onChange: @escaping @MainActor (CalendarDay?) throws -> Void
  ) {
    (self.day, self.today, self.firstWeekday) = (day, today, firstWeekday)
    (self.placeholder, self.onChange) = (placeholder, onChange)
  }

  /// - Parameters:
  ///   - day: the day in the field, if any.
  ///   - today: the day to which words such as `fri` are relative: `CalendarDay.local().day` in a
  ///     program. The month underlines today and, if the field is empty, opens at today.
  ///   - firstWeekday: the first day of a week: 1 is Sunday. The default is Monday.
  ///   - placeholder: shown, muted, while the field is empty.
  @MainActor public init(
    _ day: Binding<CalendarDay?>, today: CalendarDay, firstWeekday: Int = 2,
    placeholder: String = "2026-11-24, fri, +3"
  ) {
    self.init(
      day.wrappedValue, today: today, firstWeekday: firstWeekday, placeholder: placeholder
    ) { day.wrappedValue = $0 }
  }

  public var body: Node {
    Row(gap: 1, align: .start) {
      ParsedField(
        value: day, placeholder: placeholder, role: .comboBox, text: day?.description ?? "",
        parse: { parse($0) }, onChange: onChange, handlers: Handlers { _ in }
      )
      .grow()
      Text("▾").style(isEnabled ? Style() : theme.muted).onClick { if isEnabled { open() } }
        .semantics(.button, "Choose a day", states: isEnabled ? [] : .disabled)
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
        // Tab must close the month, which returns the focus to the field: otherwise the month
        // would stay open without the focus.
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
    let text = text.split(separator: " ").joined(separator: " ")
    if text.isEmpty { return .value(nil) }
    if text.first == "+" || text.first == "-", let days = Int(text) {
      return .value(today.advanced(by: days))
    }
    do throws(DateWords.Problem) {
      let words = try DateWords(text, today: today)
      return words.minute == nil ? .value(words.day) : .mistake("only a day, without a time")
    } catch .notUnderstood {
      return .mistake("not a date: write 2026-11-24, fri or +3")
    } catch {
      return .mistake("\(text) \(error)")
    }
  }
}
