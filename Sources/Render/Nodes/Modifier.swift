import MillraceLayout

/// A change that a modifier makes to the elements of its node.
package enum Modifier {
  case layout(LayoutChange)
  // Indirect, because most modifiers are small.
  indirect case properties(ElementProperties)
  case handlers(Handlers)
  case effect(Effect)
}

extension [Modifier] {
  /// Whether both lists of modifiers make elements look the same. Ignores handlers and effects.
  func isVisuallyEqual(as other: [Modifier]) -> Bool {
    if isEmpty, other.isEmpty { return true }
    guard count == other.count else { return false }
    return zip(self, other).allSatisfy { first, second in
      switch (first, second) {
      case (.layout(let first), .layout(let second)): first.isEqual(to: second)
      case (.properties(let first), .properties(let second)): first == second
      case (.handlers, .handlers), (.effect, .effect): true
      default: false
      }
    }
  }

  /// Whether both lists make elements look the same, and contain no handlers and effects.
  func areEqual(to other: [Modifier]) -> Bool {
    isVisuallyEqual(as: other)
      && allSatisfy {
        switch $0 {
        case .layout, .properties: true
        case .handlers, .effect: false
        }
      }
  }

  func apply(to style: inout LayoutStyle, _ properties: inout ElementProperties) {
    for modifier in self {
      switch modifier {
      case .layout(let change): change.apply(to: &style)
      case .properties(let more): properties = more.over(properties)
      case .handlers, .effect: break
      }
    }
  }
}

/// A change of one layout property. Comparable, so that an unchanged component under unchanged
/// modifiers can be skipped.
package class LayoutChange {
  func apply(to style: inout LayoutStyle) {}
  func isEqual(to other: LayoutChange) -> Bool { false }
}

final class LayoutSetting<Value: Equatable>: LayoutChange {
  private let property: WritableKeyPath<LayoutStyle, Value>
  private let value: Value

  init(_ property: WritableKeyPath<LayoutStyle, Value>, _ value: Value) {
    self.property = property
    self.value = value
  }

  override func apply(to style: inout LayoutStyle) { style[keyPath: property] = value }

  override func isEqual(to other: LayoutChange) -> Bool {
    guard let other = other as? LayoutSetting else { return false }
    return value == other.value && property == other.property
  }
}

/// Sets `flex-grow`, and changes minimum sizes of `auto` to 0.
final class GrowChange: LayoutChange {
  private let factor: Double

  init(_ factor: Double) { self.factor = factor }

  override func apply(to style: inout LayoutStyle) {
    style.grow = factor
    if style.minWidth == .auto { style.minWidth = 0 }
    if style.minHeight == .auto { style.minHeight = 0 }
  }

  override func isEqual(to other: LayoutChange) -> Bool {
    (other as? GrowChange)?.factor == factor
  }
}
