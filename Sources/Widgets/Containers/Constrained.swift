import MillraceLayout
import MillraceRender

/// A container that positions its children by constraints.
///
/// ```swift
/// Constrained {
///   Text("Inbox").anchored("title")
///   Text(message).anchored("body")
/// } constraints: { it in
///   it.title.leading == it.parent.leading + 2
///   it.body.below(it.title, gap: 1)
///   it.body.width <= it.parent.width / 2
///   (it.body.width == 40).priority(.high)
/// }
/// ```
///
/// If required constraints contradict each other or the available size, the later ones are left out
/// and reported. A constraint on a missing child has no effect until the child exists. A child
/// without constraints is placed in the top-left corner at the size of its content. Children may
/// overlap.
///
/// For a value that changes often, such as the position of a dragged divider, use a suggestion:
/// `it.divider.left.suggested(x)`. After a change, the solver continues from the last solution.
public struct Constrained: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - content: the children. `anchored(_:)` names a child for the constraints.
  ///   - constraints: the constraints; `parent` is this container, without border and padding.
  public init(
    @NodeBuilder content: () throws -> Node,
    @ConstraintBuilder constraints: (LayoutAnchors) throws -> [LayoutConstraint]
  ) rethrows {
    node = Node(
      Element(
        ConstrainedContent(constraints: try constraints(LayoutAnchors())),
        style: .element {
          $0.direction = .column
          $0.overflow = .clip
        }, children: try content().asChildren))
  }
}

/// The items that constraints refer to, by name: `it.title` is the child anchored as "title".
@dynamicMemberLookup
public struct LayoutAnchors: Sendable {
  /// The container, without border and padding.
  public let parent = LayoutItem.parent

  /// The child with a name; the container for the name `parent`.
  public subscript(dynamicMember name: String) -> LayoutItem { LayoutItem(name) }
  /// The child with a name; the container for the name `parent`.
  public subscript(name: String) -> LayoutItem { LayoutItem(name) }
}

package struct ConstrainedContent: ElementContent, Equatable {
  package let constraints: [LayoutConstraint]
}
