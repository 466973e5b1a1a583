extension LayoutNode {
  /// Whether a layout of this node's root would have work to do in or below this node.
  public var isDirty: Bool { !marks.isDisjoint(with: .anyDirty) }

  /// Says that the measured content changed.
  ///
  /// - Complexity: O(depth).
  public func markDirty() {
    marks.insert(.dirty)
    guard !marks.contains(.suspect) else { return }
    let top = self.top
    if let state = top.rootState, state.availableWidth != nil {
      // What this node's size was is kept: the next layout looks whether it is another one now, and
      // climbs no further than that.
      marks.insert(.suspect)
      // A root does not hold itself.
      if top !== self { state.suspects.append(self) }
      var node = self
      while let parent = node.parentReference {
        parent.marks.insert(.suspectBelow)
        node = parent
      }
    } else {
      forgetUpwards()
    }
  }

  /// Another style can change the node's place in its parent, whatever its size.
  func styleChanged(from old: LayoutStyle) {
    if style.hasKeywords { marks.insert(.hasKeywords) } else { marks.remove(.hasKeywords) }
    noteIrregularity()
    if style.layoutDirection != old.layoutDirection { directionChanged() }
    forget()
    (parentReference ?? self).markDirty()
  }

  /// Tells the parent that its children are not simply its boxes.
  func noteIrregularity() {
    guard style.display == .contents || style.order != 0 else { return }
    var node = self
    while let parent = node.parentReference {
      parent.marks.insert(.isIrregular)
      guard parent.style.display == .contents else { return }
      node = parent
    }
  }

  /// Empties the caches.
  func forget() {
    marks.insert(.dirty)
    marks.remove([.hasManyHeights, .givesBaseline, .widthFollowsHeight])
    minContentWidth = .nan
    maxContentWidth = .nan
    measuredWidth = .nan
  }

  /// In a tree that has not been laid out, or parts of one that are not shown: nothing is compared,
  /// so what depends on this node is forgotten.
  func forgetUpwards() {
    var node = self
    node.forget()
    while let parent = node.parentReference, !parent.isForgotten {
      parent.forget()
      node = parent
    }
  }

  private var isForgotten: Bool {
    marks.contains(.dirty) && minContentWidth.isNaN && maxContentWidth.isNaN && measuredWidth.isNaN
  }

  /// The root of the tree that this node is in.
  var top: LayoutNode {
    var node = self
    while let parent = node.parentReference { node = parent }
    return node
  }

  // MARK: - Right to left

  /// Takes over the side on which lines begin, here and below, where it is another one.
  func directionChanged() {
    var waiting: ContiguousArray<LayoutNode> = [self]
    while let node = waiting.popLast() {
      let isRightToLeft =
        switch node.style.layoutDirection {
        case .inherit: node.parentReference?.isRightToLeft ?? false
        case .leftToRight: false
        case .rightToLeft: true
        }
      guard node.isRightToLeft != isRightToLeft else { continue }
      if isRightToLeft { node.marks.insert(.rightToLeft) } else { node.marks.remove(.rightToLeft) }
      node.forget()
      waiting.append(contentsOf: node.children)
    }
  }
}
