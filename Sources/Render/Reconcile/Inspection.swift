import MillraceLayout

/// Why a component was rendered.
public enum RenderReason: String, Sendable {
  case appeared, props, localState, source, environment, failure
}

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
  /// Why the component was rendered in the last frame; nil if it was not.
  public let reason: RenderReason?
  /// What its body took in the last frame, without what is in it.
  public let cost: Duration
  public let children: [InspectedNode]
}

/// What the last frame rendered.
struct Inspection {
  private var reasons: [ObjectIdentifier: RenderReason] = [:]
  private var costs: [ObjectIdentifier: Duration] = [:]
  private var isNew = true

  /// Reasons that are noted between two frames belong to the next.
  mutating func begin() {
    if !isNew { reasons = reasons.filter { costs[$0.key] == nil } }
    costs = [:]
    isNew = false
  }

  mutating func note(_ reason: RenderReason, for instance: Instance) {
    reasons[ObjectIdentifier(instance)] = reason
  }

  mutating func note(_ cost: Duration, for instance: Instance) {
    costs[ObjectIdentifier(instance), default: .zero] += cost
  }

  func reason(of instance: Instance) -> RenderReason? {
    costs[ObjectIdentifier(instance)] == nil ? nil : reasons[ObjectIdentifier(instance)]
  }

  func cost(of instance: Instance) -> Duration { costs[ObjectIdentifier(instance)] ?? .zero }
}

extension Renderer {
  /// Whether frames note what was rendered, why, and at what cost. Off, which is the default, nothing
  /// is noted.
  public var isInspected: Bool {
    get { inspection != nil }
    set { inspection = newValue ? inspection ?? Inspection() : nil }
  }

  /// The tree as it is, with what the last frame did while ``isInspected`` was on.
  /// - Complexity: O(nodes).
  public func inspect() -> [InspectedNode] { root.map { inspect(inside: $0) } ?? [] }

  private func inspect(inside instance: Instance) -> [InspectedNode] {
    instance.children.flatMap { child -> [InspectedNode] in
      guard let type = child.name else { return inspect(inside: child) }
      var props = ""
      var state: [String] = []
      if case .component(let box) = child.node.content {
        let shown = box.mirror.children.filter { !($0.value is any ComponentProperty) }
        props = shown.map { "\($0.label ?? "_"): \($0.value)" }.joined(separator: ", ")
        state = box.links.compactMap(\.text)
      } else if let element = child.element {
        props = "\(element.content)"
      }
      return [
        InspectedNode(
          path: child.path, type: type, props: props, state: state,
          frame: child.elementID.flatMap { host.frame(of: $0) },
          reason: inspection?.reason(of: child), cost: inspection?.cost(of: child) ?? .zero,
          children: inspect(inside: child))
      ]
    }
  }
}
