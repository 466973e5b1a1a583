import MillraceLayout

/// A change that a modifier makes to the elements of its node.
package enum Modifier {
  case layout(LayoutChange)
  // Indirect, so that this large case does not enlarge the others.
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
      case (.layout(let first), .layout(let second)): first == second
      case (.properties(let first), .properties(let second)): first == second
      case (.handlers, .handlers), (.effect, .effect): true
      default: false
      }
    }
  }

  /// Whether both lists make elements look the same, and neither contains handlers or effects.
  func areEqual(to other: [Modifier]) -> Bool {
    isVisuallyEqual(as: other)
      && !contains(where: \.isInvisible)
  }
}

extension Modifier {
  /// Whether the modifier changes nothing that a host shows.
  var isInvisible: Bool {
    switch self {
    case .layout, .properties: false
    case .handlers, .effect: true
    }
  }
}

/// A change of one layout property.
package enum LayoutChange: Equatable {
  case length(LengthProperty, Length)
  /// Changes minimum sizes of `auto` to 0, too.
  case grow(Double)
  case shrink(Double)
  case aspectRatio(Double?)
  case order(Int)
  case direction(LayoutDirection)
  case overflow(Overflow)
  case alignSelf(AlignItems)
  case position(PositionType)
  case display(Display)
  case flexDirection(FlexDirection)
  case flexWrap(FlexWrap)
  case justifyContent(JustifyContent)
  case alignItems(AlignItems)
  case alignContent(AlignContent)
  case boxSizing(BoxSizing)

  func apply(to style: inout LayoutStyle) {
    switch self {
    case .length(let property, let length): property.set(length, in: &style)
    case .grow(let factor):
      style.grow = factor
      if style.minWidth == .auto { style.minWidth = 0 }
      if style.minHeight == .auto { style.minHeight = 0 }
    case .shrink(let factor): style.shrink = factor
    case .aspectRatio(let ratio): style.aspectRatio = ratio
    case .order(let order): style.order = order
    case .direction(let direction): style.layoutDirection = direction
    case .overflow(let overflow): style.overflow = overflow
    case .alignSelf(let alignment): style.alignSelf = alignment
    case .position(let position): style.position = position
    case .display(let display): style.display = display
    case .flexDirection(let direction): style.direction = direction
    case .flexWrap(let wrap): style.wrap = wrap
    case .justifyContent(let justify): style.justifyContent = justify
    case .alignItems(let alignment): style.alignItems = alignment
    case .alignContent(let alignment): style.alignContent = alignment
    case .boxSizing(let sizing): style.boxSizing = sizing
    }
  }
}

/// A property of a layout style that is a length.
package enum LengthProperty: Equatable {
  case width, height, minWidth, minHeight, maxWidth, maxHeight, basis, rowGap, columnGap
  case side(EdgesProperty, Side)

  package enum EdgesProperty { case margin, padding, inset }
  package enum Side { case left, top, right, bottom }

  fileprivate func set(_ length: Length, in style: inout LayoutStyle) {
    switch self {
    case .width: style.width = length
    case .height: style.height = length
    case .minWidth: style.minWidth = length
    case .minHeight: style.minHeight = length
    case .maxWidth: style.maxWidth = length
    case .maxHeight: style.maxHeight = length
    case .basis: style.basis = length
    case .rowGap: style.rowGap = length
    case .columnGap: style.columnGap = length
    case .side(.margin, let side): side.set(length, in: &style.margin)
    case .side(.padding, let side): side.set(length, in: &style.padding)
    case .side(.inset, let side): side.set(length, in: &style.inset)
    }
  }
}

extension LengthProperty.Side {
  fileprivate func set(_ length: Length, in edges: inout Edges) {
    switch self {
    case .left: edges.left = length
    case .top: edges.top = length
    case .right: edges.right = length
    case .bottom: edges.bottom = length
    }
  }
}
