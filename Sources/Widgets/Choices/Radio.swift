import MillraceLayout
import MillraceRender

/// A group of choices, stacked or side by side, one of which is chosen.
///
/// ```swift
/// Radio(Priority.allCases, selection: $priority) { $0.rawValue }
/// ```
/// The group is one Tab stop. Arrows, Home, End and a click choose a value; the keys skip disabled
/// values. Space chooses the first enabled value if none is chosen. At the first and the last
/// choice, arrows move the focus out of the group. The keys' names in a ``KeyMap`` are
/// `radio.previous`, `radio.next`, `radio.first`, `radio.last` and `radio.choose`. In plain-text
/// output, it shows the chosen value.
public struct Radio<Value: Equatable>: Component {
  /// The layout of the choices.
  public enum Direction: Sendable {
    /// Choices below each other, or beside each other.
    case vertical, horizontal
  }

  private let choices: [Value]
  private let selected: Value?
  private let direction: Direction
  private let isChoiceEnabled: @MainActor (Value) -> Bool
  private let onSelect: @MainActor (Value) throws -> Void
  private let title: @MainActor (Value) -> String
  @Local private var hasFocus = false
  @Environment(\.theme) private var theme
  @Environment(\.keyMap) private var map
  @Environment(\.isEnabled) private var isEnabled

  /// - Parameters:
  ///   - choices: the values to choose from, without duplicates.
  ///   - selected: the chosen value; nil, or a value not in `choices`, means none. The control does
  ///     not store it.
  ///   - direction: stacked, or side by side; choices that do not fit wrap onto another line.
  ///   - isEnabled: whether a value can be chosen.
  ///   - onSelect: called when another value is chosen, to change the source of `selected`.
  ///   - title: the label of a value.
  public init(
    _ choices: [Value], selected: Value?, direction: Direction = .vertical,
    isEnabled: @escaping @MainActor (Value) -> Bool = { _ in true },
    onSelect: @escaping @MainActor (Value) throws -> Void,
    title: @escaping @MainActor (Value) -> String
  ) {
    (self.choices, self.selected, self.direction) = (choices, selected, direction)
    (isChoiceEnabled, self.onSelect, self.title) = (isEnabled, onSelect, title)
  }

  /// - Parameters:
  ///   - choices: the values to choose from, without duplicates.
  ///   - selection: the chosen value.
  ///   - direction: stacked, or side by side; choices that do not fit wrap onto another line.
  ///   - isEnabled: whether a value can be chosen.
  ///   - title: the label of a value.
  @MainActor public init(
    _ choices: [Value], selection: Binding<Value>, direction: Direction = .vertical,
    isEnabled: @escaping @MainActor (Value) -> Bool = { _ in true },
    title: @escaping @MainActor (Value) -> String
  ) {
    self.init(
      choices, selected: selection.wrappedValue, direction: direction, isEnabled: isEnabled,
      onSelect: { selection.wrappedValue = $0 }, title: title)
  }

  public var body: Node {
    // The focus is drawn on the chosen value, or on the first that can be chosen.
    let current = choices.firstIndex { $0 == selected } ?? usable.first
    let rows = Node.fragment(choices.indices.map { row($0, isCurrent: $0 == current) })
    let group =
      direction == .vertical
      ? Column { rows }.node : Row(gap: 2, wraps: true) { rows }.node
    return group.semantics(.radioGroup, value: selected.map(title) ?? "")
      .focusable(isEnabled && !usable.isEmpty).onFocusChange { hasFocus = $0 }
      .modified(by: .handlers(handlers))
  }

  @MainActor private func row(_ index: Int, isCurrent: Bool) -> Node {
    let (value, isUsable) = (choices[index], isEnabled && isChoiceEnabled(choices[index]))
    let isChosen = value == selected
    var states: SemanticStates = isUsable ? [] : .disabled
    if isChosen { states.insert(.checked) }
    return Text {
      TextSpan(isChosen ? "(•)" : "( )")
        .style(isCurrent && hasFocus ? Style(attributes: .inverse) : Style())
      " " + title(value)
    }
    .truncate().style(isUsable ? theme.text : theme.muted)
    .onClick { if isUsable { try select(index) } }
    .semantics(.radio, title(value), states: states)
    .key(index)
  }

  /// The indices of the enabled choices.
  @MainActor private var usable: [Int] { choices.indices.filter { isChoiceEnabled(choices[$0]) } }

  @MainActor private var handlers: Handlers {
    Handlers {
      guard isEnabled else { return }
      CommandKeys(
        ChoiceCommand.table, in: map, without: direction == .vertical ? [] : [.up, .down]
      )
      .install(in: $0) { command, _ in try perform(command) }
    }
  }

  @MainActor private func perform(_ command: ChoiceCommand) throws -> Bool {
    let (usable, chosen) = (usable, choices.firstIndex { $0 == selected })
    let target: Int? =
      switch command {
      case .previous: chosen == nil ? usable.first : usable.last { $0 < chosen ?? 0 }
      case .next: chosen == nil ? usable.first : usable.first { $0 > chosen ?? 0 }
      case .first: usable.first
      case .last: usable.last
      case .choose: chosen ?? usable.first
      }
    guard let target else { return false }
    try select(target)
    return true
  }

  @MainActor private func select(_ index: Int) throws {
    if choices[index] != selected { try onSelect(choices[index]) }
  }
}
