import Millrace
import MillraceIdentifiedList
import MillraceRender

/// The tree of the program, and the details of the current node.
struct ViewsPane: Component {
  let inspector: Inspector
  let focus: FocusHandle
  @Local private var tree: [InspectedNode] = []
  @Local private var current: String?
  @Local private var open: Set<String> = []
  @Local private var detail = Self.hint

  private static let hint =
    "Choose a node: its props, its state, where it is, and why it was rendered."

  @MainActor private var picks: [String] { inspector.screen.picks }

  var body: Node {
    // When the program draws another frame, the pane reads the tree again.
    let frame = inspector.screen.frames.last?.number
    let rows = Tree(
      .known(IdentifiedList(tree)), text: { title($0) }, open: $open,
      children: { $0.childCount == 0 ? .none : .known(IdentifiedList($0.shownChildren)) }
    ).current($current).select(picks.last).node.focus(focus).key(picks.count)
    return split("tree", rows, "node") { Text(detail) }
      // The body must not read the tree, because the renderer is building it while the body runs.
      .onAppear { reveal() }
      .onChange(of: picks) { _, _ in reveal() }
      .onChange(of: [frame, open, current] as [AnyHashable?]) { _, _ in read() }
  }

  @MainActor private func title(_ node: InspectedNode) -> String {
    node.bodies.contains(where: \.isWasted) ? node.type + "  (wasted)" : node.type
  }

  /// Reads the tree, and opens the ancestors of the picked node.
  @MainActor private func reveal() {
    for (length, character) in (picks.last ?? "").enumerated() where character == "." {
      open.insert(String(picks.last?.prefix(length) ?? ""))
    }
    read()
  }

  @MainActor private func read() {
    let nodes = (try? inspector.screen.nodes(at: "", depth: 1, open: open)) ?? []
    if nodes != tree { tree = nodes }
    let node = current.flatMap { try? inspector.node($0) }
    detail = node.map { "\($0.path)\n\($0.text)" } ?? Self.hint
  }
}

extension InspectedNode {
  /// The children, and one row for all children that were not read.
  fileprivate var shownChildren: [InspectedNode] {
    if children.count == childCount { return children }
    var rest = self
    (rest.id, rest.type) = (id + ".…", "… \(childCount - children.count) more")
    (rest.bodies, rest.children, rest.childCount) = ([], [], 0)
    return children + [rest]
  }
}
