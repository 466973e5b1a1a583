import MillraceLayout
import MillraceRender

/// A field for a number that is typed or stepped.
///
/// ```swift
/// NumberField($rooms, in: 1...12)
/// NumberField(price, in: 0...1000, step: 0.5) { dispatch(.priceChanged($0)) }
/// ```
/// Up and Down change the number by one step, PgUp and PgDn by ten; the wheel changes it while the
/// field has the focus. The keys' names in a ``KeyMap`` are `number.more`, `number.less`,
/// `number.muchMore` and `number.muchLess`. Text that is not a number in the range stays in the
/// field with an error below it and is not reported to `onChange`; Escape restores the number. A
/// form does not know whether the text is invalid: if it is submitted, its value is the last valid
/// number.
///
/// It writes the decimal sign of the environment's locale: a comma or a point. It reads a point in
/// every locale. In a locale with a comma, it also reads a comma, and rejects a point before
/// exactly three digits, which may be a thousands separator. Thousands separators are rejected in
/// every locale.
public struct NumberField<Value: SteppedNumber>: Component {
  private let value: Value
  private let range: ClosedRange<Value>
  private let step: Value
  private let placeholder: String
  private let onChange: @MainActor (Value) throws -> Void
  @Local private var focus = FocusHandle()
  @Environment(\.keyMap) private var map
  @Environment(\.locale) private var locale
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - value: the number in the field. The control does not store it.
  ///   - range: the lowest and the highest number; nil: the range of the type.
  ///   - step: the change per key press, more than 0.
  ///   - placeholder: shown, muted, while the field is empty.
  ///   - onChange: called with the new number, to change the source of `value`.
  public init(
    _ value: Value, in range: ClosedRange<Value>? = nil, step: Value = 1, placeholder: String = "",
    onChange: @escaping @MainActor (Value) throws -> Void
  ) where Value: ExpressibleByIntegerLiteral {
    (self.value, self.range, self.step) = (value, range ?? Value.all, step)
    (self.placeholder, self.onChange) = (placeholder, onChange)
  }

  /// - Parameters:
  ///   - value: the number in the field.
  ///   - range: the lowest and the highest number; nil: the range of the type.
  ///   - step: the change per key press, more than 0.
  ///   - placeholder: shown, muted, while the field is empty.
  @MainActor public init(
    _ value: Binding<Value>, in range: ClosedRange<Value>? = nil, step: Value = 1,
    placeholder: String = ""
  ) where Value: ExpressibleByIntegerLiteral {
    self.init(value.wrappedValue, in: range, step: step, placeholder: placeholder) {
      value.wrappedValue = $0
    }
  }

  public var body: Node {
    ParsedField(
      value: value, placeholder: placeholder, role: .spinButton,
      text: DecimalSign(locale).write(value.fieldText), parse: { parse($0) },
      onChange: onChange, handlers: handlers
    )
    .focus(focus)
  }

  @MainActor private func parse(_ text: String) -> Parsed<Value> {
    let sign = DecimalSign(locale)
    guard let number = sign.read(text).flatMap(Value.init(fieldText:)) else {
      return .mistake(value is Int ? "not a whole number" : "not a number")
    }
    if range.contains(number) { return .value(number) }
    let ends = [range.lowerBound, range.upperBound].map { sign.write($0.fieldText) }
    return .mistake("from \(ends[0]) to \(ends[1])")
  }

  @MainActor private var handlers: Handlers {
    Handlers {
      guard isEnabled else { return }
      CommandKeys(StepCommand.number, in: map).install(in: $0) { command, _ in
        try set(value.after(command, of: step, in: range))
        return true
      }
      $0.wheel = { distance, _ in
        // Scrolling a form must not change a field that happens to be under the mouse.
        guard focus.isFocused, distance.y != 0 else { return false }
        try set(value.advanced(by: -distance.y.signum(), of: step, in: range))
        return true
      }
    }
  }

  @MainActor private func set(_ new: Value) throws { if new != value { try onChange(new) } }
}
