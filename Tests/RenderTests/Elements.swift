import MillraceLayout
import MillraceRender
import MillraceTesting

typealias Leaf = RecordingHost.Leaf
typealias Group = RecordingHost.Group

/// A node with one element.
func leaf(_ name: String) -> Node { Node(Element(Leaf(name: name))) }

func group(_ name: String = "group", @NodeBuilder _ content: () throws -> Node) rethrows -> Node {
  Node(Element(Group(name: name), children: try content().asChildren))
}
