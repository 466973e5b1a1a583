@testable import MillraceLayout

extension LayoutNode {
  /// How many constraints the container knows, with those of its children's contents.
  var constraintContainerCount: Int { constraintContainer?.solver.constraintCount ?? 0 }
}
