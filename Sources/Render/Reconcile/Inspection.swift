import MillraceLayout

/// A snapshot of one node of the tree on the screen.
public struct InspectedNode: Sendable {
  /// The names of the components and elements from the root.
  public let path: String
  /// The type of the component, or of the element's content.
  public let type: String
  /// The props of a component, or the content of an element, as text.
  public let props: String
  /// The values of a component's wrapped properties: local state, environment.
  public let state: [String]
  /// The element's frame on the screen, in cells; nil for a component, or without a screen.
  public let frame: CellRect?
  /// The layout result of the element.
  public let layout: BoxReport?
  /// The evaluations of the component's body in the last frame.
  public let bodies: [BodyRecord]
  public let children: [InspectedNode]

  /// The last reason why the component was rendered in the last frame; nil if it was not.
  public var reason: RenderReason? { bodies.last?.causes.last?.reason }
  /// The duration of its evaluations in the last frame, without descendants.
  public var cost: Duration { bodies.reduce(.zero) { $0 + $1.duration } }
}

extension Renderer {
  /// Whether frames record what was rendered, why, and how long it took. Off by default; then
  /// nothing is recorded.
  public var isInspected: Bool {
    get { recorder != nil }
    set { invalidations.recorder = newValue ? recorder ?? FrameRecorder() : nil }
  }

  /// A snapshot of the tree, with the records of the last frame if ``isInspected`` was on.
  /// - Complexity: O(nodes).
  public func inspect() -> [InspectedNode] {
    let bodies = Dictionary(grouping: recorder?.bodies ?? [], by: \.number)
    return root.map { inspect(inside: $0, bodies) } ?? []
  }

  private func inspect(inside instance: Instance, _ bodies: [Int: [BodyRecord]])
    -> [InspectedNode]
  {
    instance.children.flatMap { child -> [InspectedNode] in
      guard let type = child.name else { return inspect(inside: child, bodies) }
      var props = ""
      var state: [String] = []
      if case .component(let box) = child.node.content {
        props = box.props.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        state = box.links.compactMap(\.text)
      } else if let element = child.element {
        props = "\(element.content)"
      }
      return [
        InspectedNode(
          path: child.path, type: type, props: props, state: state,
          frame: child.elementID.flatMap { host.frame(of: $0) },
          layout: child.elementID.flatMap { host.boxReport(of: $0) },
          bodies: bodies[child.number] ?? [], children: inspect(inside: child, bodies))
      ]
    }
  }
}
