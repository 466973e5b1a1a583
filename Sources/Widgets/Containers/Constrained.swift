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
/// and reported. A constraint that names a missing child waits until that child exists. A child
/// without constraints is placed in the top-left corner at the size of its content. Children may
/// overlap.
///
/// A number from outside, such as the position of a dragged divider, is a suggestion:
/// `it.divider.left.suggested(x)`. Changing it costs one step of the solver.
public struct Constrained: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - content: the children. A child that constraints refer to has a name: `anchored(_:)`.
  ///   - constraints: the constraints; `parent` is the box around, without border and padding.
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
  /// The surrounding box.
  public let parent = LayoutItem.parent

  /// The child with a name, or `parent`.
  public subscript(dynamicMember name: String) -> LayoutItem { LayoutItem(name) }
  /// The child with a name, or `parent`.
  public subscript(name: String) -> LayoutItem { LayoutItem(name) }
}

package struct ConstrainedContent: ElementContent, Equatable {
  package let constraints: [LayoutConstraint]
}
