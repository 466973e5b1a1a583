import MillraceLayout
import MillraceRender

/// A horizontal line on which the user sets a number between two bounds.
///
/// ```swift
/// Slider($volume, in: 0...100, step: 5)
/// ```
/// Left and Right change the number by one step, PgDn and PgUp by ten; Home and End go to the
/// bounds. A click or a drag sets the value under the mouse. The number is shown after the line.
/// The keys' names in a ``KeyMap`` are `slider.less`, `slider.more`, `slider.muchLess`,
/// `slider.muchMore`, `slider.least` and `slider.most`. In plain-text output, it shows the number.
public struct Slider<Value: SteppedNumber>: LiveComponent {
  private let value: Value
  private let range: ClosedRange<Value>
  private let step: Value
  private let length: Int
  private let onChange: @MainActor (Value) throws -> Void
  @Local private var hasFocus = false
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var map
  @Environment(\.locale) private var locale
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - value: the number. The control does not store it.
  ///   - range: the bounds, both included.
  ///   - step: the distance between two values, more than 0.
  ///   - length: the length of the line in columns, at least 2.
  ///   - onChange: called with the new value, to change the source of `value`.
  public init(
    _ value: Value, in range: ClosedRange<Value>, step: Value, length: Int = 20,
    onChange: @escaping @MainActor (Value) throws -> Void
  ) {
    (self.value, self.range, self.step) = (value, range, step)
    (self.length, self.onChange) = (max(2, length), onChange)
  }

  /// - Parameters:
  ///   - value: the number.
  ///   - range: the bounds, both included.
  ///   - step: the distance between two values, more than 0.
  ///   - length: the length of the line in columns, at least 2.
  @MainActor public init(
    _ value: Binding<Value>, in range: ClosedRange<Value>, step: Value, length: Int = 20
  ) {
    self.init(value.wrappedValue, in: range, step: step, length: length) { value.wrappedValue = $0 }
  }

  public func body(in context: RenderContext) -> Node {
    let sign = DecimalSign(locale)
    let text = sign.write(value.fieldText)
    // Right-aligns the number in the width of the longer bound. A longer number, such as 0.25
    // between 0 and 1, makes the slider wider.
    let ends = [range.lowerBound, range.upperBound].map { sign.write($0.fieldText) } + [text]
    let width = ends.map(context.columns(of:)).max() ?? 0
    let column = Int((value.fraction(of: range) * Double(length - 1)).rounded())
    return Text {
      TextSpan(String(repeating: "━", count: column))
      TextSpan("●").style(hasFocus ? Style(attributes: .inverse) : Style())
      TextSpan(String(repeating: "─", count: length - 1 - column)).style(theme.muted)
      " " + spaces(width - context.columns(of: text)) + text
    }
    .wrap(.clip).height(1).shrink(0).style(isEnabled ? theme.accent : theme.muted)
    .semantics(.slider, value: text)
    .focusable(isEnabled).onFocusChange { hasFocus = $0 }
    .onPointer(isEnabled ? .drags : nil) { try point($0) }
    .modified(by: .handlers(handlers))
  }

  @MainActor private var handlers: Handlers {
    Handlers {
      guard isEnabled else { return }
      CommandKeys(StepCommand.slider, in: map).install(in: $0) { command, _ in
        try set(value.after(command, of: step, in: range))
        return true
      }
    }
  }

  @MainActor private func point(_ event: PointerEvent) throws -> Bool {
    // A press on the number after the line does nothing.
    let isOnLine = event.phase == .press && event.position.x < length
    guard isEnabled, event.button == .left, isOnLine || event.phase == .drag else { return false }
    let fraction = Double(min(max(0, event.position.x), length - 1)) / Double(length - 1)
    let steps = Value.steps(at: fraction, of: range, step)
    try set(
      fraction == 1
        ? range.upperBound : range.lowerBound.advanced(by: steps, of: step, in: range))
    return true
  }

  @MainActor private func set(_ new: Value) throws { if new != value { try onChange(new) } }
}
