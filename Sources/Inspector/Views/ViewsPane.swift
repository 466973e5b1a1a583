import MillraceIdentifiedList
import Millrace
import MillraceRender

/// The tree of the program, and the details of the current node.
struct ViewsPane: Component {
  let inspector: Inspector
  /// The program's last frame. The pane reads the tree again when it changes.
  let frame: Int?
  @Local private var tree: [NodeAnswer] = []
  @Local private var current: String?

  var body: Node {
    Split(.vertical) {
      SplitPane("tree", share: 3) {
        Tree(
          .known(IdentifiedList(tree)), text: { $0.type }, current: $current,
          children: { $0.children.isEmpty ? .none : .known(IdentifiedList($0.children)) })
      }
      SplitPane("node", share: 2) { ScrollView { Text(detail) } }
    }
    // The body must not read the tree, because the host is building the tree while the body runs.
    .onAppear { read() }
    .onChange(of: frame) { _, _ in read() }
  }

  @MainActor private func read() {
    let nodes = (try? inspector.tree(depth: 64).nodes) ?? []
    if nodes != tree { tree = nodes }
  }

  @MainActor private var detail: String {
    guard let current, var node = node(current, in: tree) else {
      return "Choose a node: its props, its state, where it is, and why it was rendered."
    }
    node.children = []
    return node.path + "\n" + node.text
  }

  private func node(_ id: String, in nodes: [NodeAnswer]) -> NodeAnswer? {
    for node in nodes where id == node.id || id.hasPrefix(node.id + ".") {
      return id == node.id ? node : self.node(id, in: node.children)
    }
    return nil
  }
}
