import MillraceLayout

/// The results of a layout for one box.
struct Results: Equatable {
  var frame: CellRect
  var content: CellRect
  var unrounded: [Double]
}

extension LayoutNode {
  var results: Results {
    let box = unroundedFrame
    return Results(
      frame: frame, content: contentFrame, unrounded: [box.x, box.y, box.width, box.height])
  }

  /// A tree with the same styles and texts that has never been laid out.
  func copy() -> LayoutNode {
    let node = LayoutNode(style: style)
    copyContent(to: node)
    return node
  }

  private func copyContent(to node: LayoutNode) {
    node.measure = measure
    node.baseline = baseline
    for child in children {
      // Appended while it is empty: the records of a tree move when it is appended.
      let copy = LayoutNode(style: child.style)
      node.append(copy)
      child.copyContent(to: copy)
    }
  }

  /// Describes the first difference from a new tree's layout; nil when there is none.
  func differenceFromNewTree(_ width: AvailableSpace, _ height: AvailableSpace) -> String? {
    let fresh = copy()
    fresh.layout(width: width, height: height)
    for (node, other) in zip(all, fresh.all) where node.results != other.results {
      return "\(node.results), in a new tree \(other.results)"
    }
    return shown.contains(where: \.isDirty) ? "dirty after its layout" : nil
  }

  private var shown: [LayoutNode] {
    style.display == .none ? [] : [self] + children.flatMap(\.shown)
  }
}
