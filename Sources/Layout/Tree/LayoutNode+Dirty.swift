extension LayoutNode {
  /// Whether a layout of this node's root would have work to do in or below this node.
  public var isDirty: Bool { !marks.isDisjoint(with: .anyDirty) }

  /// Says that the measured content changed.
  ///
  /// - Complexity: O(depth).
  public func markDirty() {
    forgetSizes()
    var node = self
    // This node's own mark says nothing about its ancestors' (it may be new, or was hidden), those
    // of an ancestor do.
    while !node.sizeIgnoresContent, let parent = node.parentReference {
      if parent.marks.contains(.dirty) { return }
      parent.forgetSizes()
      node = parent
    }
    while let parent = node.parentReference {
      if !parent.marks.isDisjoint(with: .anyDirty) { return }
      parent.marks.insert(.dirtyBelow)
      node = parent
    }
  }

  /// Another style can change the node's place in its parent, whatever its size.
  func styleChanged() {
    forgetSizes()
    parentReference?.markDirty()
  }

  private func forgetSizes() {
    marks.insert(.dirty)
    minContentWidth = .nan
    maxContentWidth = .nan
    measuredWidth = .nan
  }

  /// Whether no change of its content can change the node's size, nor its parent's.
  private var sizeIgnoresContent: Bool {
    guard style.width.isCells, style.height.isCells else { return false }
    guard style.position == .relative, let parent = parentReference else { return true }
    // A share of a height that is not known stands for the content.
    guard !style.basis.isPercent else { return false }
    let minimum = parent.style.direction.isRow ? style.minWidth : style.minHeight
    return !style.hasAutomaticMinimum(minimum)
      || (style.basis.isAuto && style.shrinkFactor == 0)
  }
}

extension LayoutStyle {
  /// CSS Flexbox §4.5. `minimum` is the one on the parent's main axis.
  func hasAutomaticMinimum(_ minimum: Length) -> Bool {
    minimum.isAuto && automaticMinimumSize && overflow == .visible
  }
}
