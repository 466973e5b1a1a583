import MillraceLayout
import MillraceRender

/// A drop-down: shows the chosen value and opens a list of all choices.
///
/// ```swift
/// Select(["small", "medium", "large"], selection: $size) { $0 }
/// ```
///
/// Enter, Space, Alt-Down and a click open it. In the list, arrows, Home and End move; typing the
/// first letters of a title moves to it, and repeating one letter moves to the next title that
/// begins with it. Enter, Tab and a click choose; Escape cancels. The list shows eight choices at
/// once and scrolls. In plain-text output, it shows the chosen value.
public struct Select<Value: Equatable>: LiveComponent {
  private let choices: [Value]
  private let selected: Value
  private let onSelect: @MainActor (Value) throws -> Void
  private let title: @MainActor (Value) -> String
  @Local private var isOpen = false
  @Local private var current = 0
  @Local private var typed = ""
  @Environment(\.isEnabled) private var isEnabled

  private struct Choice: Identifiable {
    let id: Int
    let title: String
  }

  /// - Parameters:
  ///   - choices: the values to choose from.
  ///   - selected: the chosen value, which need not be in `choices`. The control does not store it.
  ///   - onSelect: called when another value is chosen, to change the source of `selected`.
  ///   - title: the label of a value.
  public init(
    _ choices: [Value], selected: Value, onSelect: @escaping @MainActor (Value) throws -> Void,
    title: @escaping @MainActor (Value) -> String
  ) {
    (self.choices, self.selected) = (choices, selected)
    (self.onSelect, self.title) = (onSelect, title)
  }

  /// - Parameters:
  ///   - choices: the values to choose from.
  ///   - selection: the chosen value.
  ///   - title: the label of a value.
  @MainActor public init(
    _ choices: [Value], selection: Binding<Value>, title: @escaping @MainActor (Value) -> String
  ) {
    self.init(
      choices, selected: selection.wrappedValue, onSelect: { selection.wrappedValue = $0 },
      title: title)
  }

  public func body(in context: RenderContext) -> Node {
    let label = title(selected)
    return Button("\(label) ▾") { if isOpen { isOpen = false } else { open() } }
      .onKey { key in
        guard isEnabled, key == Key.down.with(.alt) else { return false }
        open()
        return true
      }
      .semantics(.comboBox, value: label, states: isOpen ? .expanded : .collapsed)
      .onChange(of: isEnabled) { _, _ in isOpen = false }
      .popover(isOpen, onClose: { isOpen = false }) { menu(in: context) }
  }

  @MainActor private func open() {
    current = choices.firstIndex(of: selected) ?? 0
    typed = ""
    isOpen = !choices.isEmpty
  }

  @MainActor private func menu(in context: RenderContext) -> Node {
    let rows = choices.enumerated().map { Choice(id: $0, title: title($1)) }
    let (height, marker) = (min(rows.count, 8), "› ")
    let hasBar = rows.count > height
    let columns = rows.map { context.columns(of: $0.title) }.max() ?? 0
    let width = context.columns(of: marker) + columns + (hasBar ? 1 : 0)
    return Column {
      findingByTyping(
        List(rows) { row in Text(row.title).truncate().onClick { try choose(row.id) } }
      )
      .select(current)
      .marker(marker)
      .highlightsRow()
      .scrollBar(hasBar)
      .onRowKey { find($0, from: $1.id, in: rows) }
      .onSelect { current = $0.id }
      .autofocus()
      .keys {
        // Tab must close the list, which returns the focus to the control: otherwise the list would
        // stay open without the focus.
        Bind([.enter, .tab, .shiftTab], "Choose") { try choose(current) }
        Bind(.escape, "Close") { isOpen = false }
      }
    }
    .width(.cells(Double(width))).maxWidth(.percent(100)).height(.cells(Double(height)))
  }

  /// Moves to the choice that begins with the letters typed so far. If no choice does, moves to the
  /// next choice that begins with the newest letter.
  @MainActor private func find(_ key: Key, from row: Int, in rows: [Choice]) -> Bool {
    defer { if key.text == nil { typed = "" } }
    guard let letter = key.text.map(String.init) else { return false }
    for (text, start) in [(typed + letter, row), (letter, row + 1)] {
      let wanted = FoldedText(text)
      // A lone combining mark folds to an empty text, and every title begins with an empty text.
      if wanted.isEmpty { continue }
      let found = (rows[min(start, rows.count)...] + rows[..<min(start, rows.count)])
        .first { FoldedText($0.title).starts(with: wanted) }
      guard let found else { continue }
      (typed, current) = (text, found.id)
      return true
    }
    typed = ""
    return false
  }

  @MainActor private func choose(_ row: Int) throws {
    isOpen = false
    guard choices.indices.contains(row), choices[row] != selected else { return }
    try onSelect(choices[row])
  }
}

/// Lets letters and digits find a row: the list does not read digits as a count.
private func findingByTyping<Data>(_ list: List<Data>) -> List<Data> {
  var list = list
  list.rowOptions.findsByTyping = true
  return list
}
