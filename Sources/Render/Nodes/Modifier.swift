import MillraceLayout

/// What a modifier asks of the elements that its node turns out to be.
package enum Modifier {
  case layout(LayoutChange)
  case looks(LooksBox)
  case handlers(Handlers)
  case effect(Effect)
}

/// In a box, because most modifiers are small.
package final class LooksBox {
  let looks: Looks

  init(_ looks: Looks) { self.looks = looks }
}

extension [Modifier] {
  /// Whether elements look the same under both. Handlers and effects do not show.
  func lookSame(as other: [Modifier]) -> Bool {
    if isEmpty, other.isEmpty { return true }
    guard count == other.count else { return false }
    return zip(self, other).allSatisfy { first, second in
      switch (first, second) {
      case (.layout(let first), .layout(let second)): first == second
      case (.looks(let first), .looks(let second)):
        first === second || first.looks == second.looks
      case (.handlers, .handlers), (.effect, .effect): true
      default: false
      }
    }
  }

  /// Whether they look the same, and nothing in them is called.
  func areEqual(to other: [Modifier]) -> Bool {
    lookSame(as: other)
      && allSatisfy {
        switch $0 {
        case .layout, .looks: true
        case .handlers, .effect: false
        }
      }
  }

  func apply(to style: inout LayoutStyle, _ looks: inout Looks) {
    for modifier in self {
      switch modifier {
      case .layout(let change): change.apply(to: &style)
      case .looks(let box): looks = box.looks.over(looks)
      case .handlers, .effect: break
      }
    }
  }
}

/// Some sides of a box.
package struct Sides: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let left = Sides(rawValue: 1)
  static let top = Sides(rawValue: 2)
  static let right = Sides(rawValue: 4)
  static let bottom = Sides(rawValue: 8)
  static let all: Sides = [.left, .top, .right, .bottom]

  func set(_ edges: inout Edges, to length: Length) {
    if contains(.left) { edges.left = length }
    if contains(.top) { edges.top = length }
    if contains(.right) { edges.right = length }
    if contains(.bottom) { edges.bottom = length }
  }
}

/// One property of a layout style, set to a value. Comparable, so that an unchanged component under
/// unchanged modifiers can be skipped.
package enum LayoutChange: Equatable {
  case grow(Double)
  case shrink(Double)
  case aspectRatio(Double?)
  case basis(Length)
  case width(Length)
  case height(Length)
  case minWidth(Length)
  case minHeight(Length)
  case maxWidth(Length)
  case maxHeight(Length)
  case padding(Sides, Length)
  case margin(Sides, Length)
  case inset(Sides, Length)
  case alignSelf(AlignItems)
  case position(PositionType)
  case display(Display)
  case layoutDirection(LayoutDirection)

  func apply(to style: inout LayoutStyle) {
    switch self {
    case .grow(let factor): style.grow = factor
    case .shrink(let factor): style.shrink = factor
    case .aspectRatio(let ratio): style.aspectRatio = ratio
    case .basis(let length): style.basis = length
    case .width(let length): style.width = length
    case .height(let length): style.height = length
    case .minWidth(let length): style.minWidth = length
    case .minHeight(let length): style.minHeight = length
    case .maxWidth(let length): style.maxWidth = length
    case .maxHeight(let length): style.maxHeight = length
    case .padding(let sides, let length): sides.set(&style.padding, to: length)
    case .margin(let sides, let length): sides.set(&style.margin, to: length)
    case .inset(let sides, let length): sides.set(&style.inset, to: length)
    case .alignSelf(let alignment): style.alignSelf = alignment
    case .position(let position): style.position = position
    case .display(let display): style.display = display
    case .layoutDirection(let direction): style.layoutDirection = direction
    }
  }
}
