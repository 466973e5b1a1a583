import MillraceLayout
import MillraceRender

/// A node of the current tree.
public struct NodeAnswer: InspectorAnswer, Identifiable {
  /// The child indices from the root to the node, as in `0.2.1`. After the tree changes, the same
  /// id may name another node.
  public var id: String
  /// The names of the components and elements from the root.
  public var path: String
  /// The type of the component, or of the element's content.
  public var type: String
  /// The properties of the component, as text.
  public var props: String
  /// The local state and environment of a component.
  public var state: [String]
  /// The x, y, width and height of an element on the screen, in cells.
  public var frame: [Int]?
  /// The box that the layout gave to an element.
  public var box: BoxReport?
  /// The reasons why the component was rendered in the last frame. Empty unless frames are
  /// recorded.
  public var bodies: [BodyRecord]
  /// The number of children, listed or not.
  public var childCount: Int
  /// The children, down to the depth of the query.
  public var children: [NodeAnswer]

  public var text: String { lines(0).asLines }

  func lines(_ level: Int) -> [String] {
    let place = frame.map { " (\($0[0]), \($0[1])) \($0[2])×\($0[3])" } ?? ""
    let indent = String(repeating: "  ", count: level)
    var lines = ["\(indent)\(id) \(type)\(place)\(props.isEmpty ? "" : " \(props)")"]
    lines += state.map { "\(indent)  @ \($0)" }
    if level == 0, let box { lines += box.lines }
    for body in bodies {
      lines.append("\(indent)  rendered: \(body.why)")
    }
    lines += children.flatMap { $0.lines(level + 1) }
    if children.count < childCount {
      lines.append("\(indent)  … \(childCount - children.count) children")
    }
    return lines
  }
}

/// The tree, or a part of it.
public struct TreeAnswer: InspectorAnswer {
  /// The nodes, in order.
  public var nodes: [NodeAnswer]

  public var text: String { nodes.flatMap { $0.lines(0) }.asLines }
}

extension BoxReport {
  var lines: [String] {
    func text(_ value: Double) -> String {
      let hundredths = (value * 100).rounded() / 100
      return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
    }
    func sides(_ name: String, _ sides: [Double]) -> String? {
      sides.allSatisfy { $0 == 0 } ? nil : "\(name) \(sides.map(text).joined(separator: " "))"
    }
    var main: [String] = []
    if let basis {
      let verb = mainSize > basis ? "grown" : mainSize < basis ? "shrunk" : "kept"
      let bound =
        mainSize == maximum ? " to its maximum" : mainSize == minimum ? " to its minimum" : ""
      main.append(
        "basis \(text(basis))\(isContentBasis ? " (content)" : "") → \(verb)"
          + "\(mainSize == basis ? "" : bound) → \(text(mainSize))")
    }
    if grow > 0 { main.append("grow \(text(grow))") }
    if shrink != 1 { main.append("shrink \(text(shrink))") }
    let all = [
      "box at (\(text(x)), \(text(y))): \(text(width))×\(text(height))",
      sides("margin", margin), sides("border", border), sides("padding", padding),
      "content \(text(content[0]))×\(text(content[1]))",
    ].compactMap(\.self)
    return [all.joined(separator: ", "), main.joined(separator: ", ")].map { "  " + $0 }
      + (overflowing > 0 ? ["  \(overflowing) children reach beyond it"] : [])
  }
}
