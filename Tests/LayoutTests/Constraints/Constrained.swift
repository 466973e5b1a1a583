import MillraceLayout

/// A container whose children are named by position: a, b, and so on.
func constrained(
  _ children: LayoutNode..., configure: (inout LayoutStyle) -> Void = { _ in },
  by constraints: [LayoutConstraint] = []
) -> LayoutNode {
  let root = box(
    {
      $0.display = .constraints
      configure(&$0)
    }, children: children)
  root.constrain(by: constraints)
  return root
}

extension LayoutNode {
  /// Names the children by position, and constrains them.
  func constrain(by constraints: [LayoutConstraint]) {
    let names = zip("abcdefgh".map(String.init), children)
    constrain(Dictionary(uniqueKeysWithValues: Array(names)), by: constraints)
  }

  var dropped: [LayoutConstraint] { constraintConflicts.map(\.dropped) }
}

/// A list of constraints, one per statement.
func list(@ConstraintBuilder _ constraints: () -> [LayoutConstraint]) -> [LayoutConstraint] {
  constraints()
}

let (a, b): (LayoutItem, LayoutItem) = ("a", "b")
let all = LayoutItem.parent
