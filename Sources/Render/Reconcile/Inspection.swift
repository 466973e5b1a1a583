import MillraceLayout

/// A snapshot of one node of the tree on the screen.
public struct InspectedNode: Codable, Equatable, Identifiable, Sendable {
  /// The child indices from the root to the node, as in `0.2.1`. After the tree changes, the same
  /// id may name another node.
  public package(set) var id: String
  /// The names of the components and elements from the root.
  public package(set) var path: String
  /// The type of the component, or of the element's content.
  public package(set) var type: String
  /// The props of a component, or the content of an element, as text.
  public package(set) var props: String
  /// A component's wrapped properties, such as local state and environment, and the environment
  /// values that it reads without one, as `name: value`.
  public package(set) var state: [String]
  /// The element's frame on the screen, in cells; nil for a component, or without a screen.
  public let frame: CellRect?
  /// The layout result of the element; nil for a component, or without a layout.
  public let box: BoxReport?
  /// The evaluations of the component's body in the last frame.
  public package(set) var bodies: [BodyRecord]
  /// The number of children, including omitted ones.
  public package(set) var childCount: Int
  /// The shown children, in order.
  public package(set) var children: [InspectedNode]
  package private(set) var source = Source()

  private enum CodingKeys: CodingKey {
    case id, path, type, props, state, frame, box, bodies, childCount, children
  }

  /// The component or element of the node. Comparisons and encodings ignore it.
  package struct Source: Equatable, Sendable {
    /// The element; nil for a component.
    package var element: ElementID?
    /// Identifies the component or element while it is on the screen, as in body records.
    package var number = 0

    package static func == (_: Self, _: Self) -> Bool { true }
  }

  /// The last reason why the component was rendered in the last frame; nil if it was not.
  public var reason: RenderReason? { bodies.last?.causes.last?.reason }
  /// The time of the body's evaluations in the last frame, without descendants, in microseconds.
  public var cost: Double { bodies.reduce(0) { $0 + $1.microseconds } }
}

extension Renderer {
  /// Whether frames record what was rendered, why, and how long it took. Off by default; then
  /// nothing is recorded.
  public var isInspected: Bool {
    get { recorder != nil }
    set { invalidations.recorder = newValue ? recorder ?? FrameRecorder(describe, elapsed) : nil }
  }

  /// A snapshot of the tree, with the records of the last frame if ``isInspected`` was on.
  /// - Complexity: O(nodes).
  public func inspect() -> [InspectedNode] {
    inspect(limit: .max, hasAllBoxes: true, isShown: { _ in true }, opens: { _, _ in true })
  }

  /// Inspects a part of the tree.
  /// - Parameters:
  ///   - first: The id of the first node; an empty id starts with the outermost nodes.
  ///   - limit: The largest number of children of a node.
  ///   - hasAllBoxes: Whether all nodes have an ``InspectedNode/box``, and not only the topmost ones.
  ///     The report on a box visits all siblings of the node.
  ///   - isShown: Whether nodes of a type are in the result and in the number of children. Other
  ///     nodes are left out with their descendants.
  ///   - opens: Whether the children of a node are in the result. It is called with the node's id
  ///     and level; the first node has level 0, and the outermost nodes have level 1.
  /// - Complexity: O(nodes in the result and their siblings).
  package func inspect(
    at first: String = "", limit: Int, hasAllBoxes: Bool = false, isShown: (String) -> Bool,
    opens: (String, Int) -> Bool
  ) -> [InspectedNode] {
    guard let root else { return [] }
    let bodies = Dictionary(grouping: recorder?.bodies ?? [], by: \.source.number)
    let steps = first.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    let top = first.isEmpty ? 0 : steps.count

    func node(_ instance: Instance, _ type: String, _ path: [Int]) -> InspectedNode {
      var props = ""
      var state: [String] = []
      if case .component(let box) = instance.node.content {
        props = box.props.map { "\($0.name): \(describe($0.value))" }.joined(separator: ", ")
        state = self.properties(of: instance).compactMap { property, value in
          guard !property.name.isEmpty, let shown = property.shown(value) else { return nil }
          return "\(property.name): \(describe(shown))"
        }
        state += instance.extraReads.map { "\($0.name): \(describe($0.cell.shown))" }
      } else if let element = instance.element {
        props = describe(element.content)
      }
      let inside = named(in: instance, isShown)
      let isFirst = path.count == max(1, top)
      let id = path.map(String.init).joined(separator: ".")
      return InspectedNode(
        id: id, path: instance.path, type: type, props: props, state: state,
        frame: instance.elementID.flatMap { host.frame(of: $0) },
        box: instance.elementID.flatMap {
          hasAllBoxes || isFirst ? host.boxReport(of: $0) : nil
        },
        bodies: bodies[instance.number]?.map(\.described) ?? [], childCount: inside.count,
        children: opens(id, path.count - top) ? nodes(inside, path) : [],
        source: .init(element: instance.elementID, number: instance.number))
    }

    func nodes(_ instances: [(Instance, String)], _ path: [Int]) -> [InspectedNode] {
      instances.prefix(limit).enumerated().map { node($1.0, $1.1, path + [$0]) }
    }

    var found = named(in: root, isShown)
    if first.isEmpty { return nodes(found, []) }
    for (level, index) in steps.enumerated() {
      guard found.indices.contains(index) else { return [] }
      if level == top - 1 { return [node(found[index].0, found[index].1, steps)] }
      found = named(in: found[index].0, isShown)
    }
    return []
  }

  /// The nearest descendants with a name.
  private func named(
    in instance: Instance, _ isShown: (String) -> Bool
  ) -> [(Instance, String)] {
    instance.children.flatMap { child -> [(Instance, String)] in
      guard let name = child.name else { return named(in: child, isShown) }
      return isShown(name) ? [(child, name)] : []
    }
  }

  private func properties(of instance: Instance?) -> [(WrappedProperty, state: AnyObject?)] {
    guard let instance, let properties = instance.properties else { return [] }
    return Array(zip(properties.all, instance.propertyStates))
  }
}
