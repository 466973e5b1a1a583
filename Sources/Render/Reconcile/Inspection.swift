import MillraceLayout

/// One node of the tree as it is on the screen, for somebody who looks.
public struct InspectedNode: Sendable {
  /// The names of the components and elements from the root on.
  public let path: String
  /// The type of the component, or of the element's content.
  public let type: String
  /// The props of a component, or the content of an element, as text.
  public let props: String
  /// The wrapped properties of a component: local state, environment.
  public let state: [String]
  /// Where the element is on the screen, in cells; nil for a component, and where there is no screen.
  public let frame: CellRect?
  /// What the layout made of the element.
  public let layout: BoxReport?
  /// The evaluations of the component's body in the last frame.
  public let bodies: [BodyRecord]
  public let children: [InspectedNode]

  /// Why the component was rendered in the last frame, lastly; nil if it was not.
  public var reason: RenderReason? { bodies.last?.causes.last?.reason }
  /// What its bodies took in the last frame, without what is in them.
  public var cost: Duration { bodies.reduce(.zero) { $0 + $1.duration } }
}

extension Renderer {
  /// Whether frames note what was rendered, why, and at what cost. Off, which is the default, nothing
  /// is noted.
  public var isInspected: Bool {
    get { recorder != nil }
    set { invalidations.recorder = newValue ? recorder ?? FrameRecorder() : nil }
  }

  /// The tree as it is, with what the last frame did while ``isInspected`` was on.
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
