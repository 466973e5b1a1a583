import MillraceLayout
import MillraceRender

/// Children that stand where constraints put them.
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
/// Of required constraints that contradict each other, or the size that there is, the later ones are left
/// out and reported. A constraint that names what is not there waits until it is. A child that nothing
/// places stands in the corner, in the size of its content, and children may cover each other.
///
/// A number that comes from outside, as the place of a divider that is dragged, is a suggestion:
/// `it.divider.left.suggested(x)`. Another one costs a step of the solver.
public struct Constrained: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - content: what is placed. What constraints speak of has a name: `anchored(_:)`.
  ///   - constraints: where it stands; `parent` is the box around, less border and padding.
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

/// What constraints speak of, by name: `it.title` is what is anchored as "title".
@dynamicMemberLookup
public struct LayoutAnchors: Sendable {
  /// The box around.
  public let parent = LayoutItem.parent

  public subscript(dynamicMember name: String) -> LayoutItem { LayoutItem(name) }
  public subscript(name: String) -> LayoutItem { LayoutItem(name) }
}

package struct ConstrainedContent: ElementContent, Equatable {
  package let constraints: [LayoutConstraint]
}
