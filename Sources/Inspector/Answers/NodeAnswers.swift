import MillraceLayout
import MillraceRender

extension InspectedNode: InspectorAnswer {
  public var text: String { lines(0).asLines }

  func lines(_ level: Int) -> [String] {
    let frameText = frame.map { " (\($0.x), \($0.y)) \($0.width)×\($0.height)" } ?? ""
    let indent = String(repeating: "  ", count: level)
    var lines = ["\(indent)\(id) \(type)\(frameText)\(props.isEmpty ? "" : " \(props)")"]
    lines += state.map { "\(indent)  @ \($0)" }
    if level == 0, let box { lines += box.lines }
    for body in bodies { lines.append("\(indent)  rendered: \(body.why)") }
    lines += children.flatMap { $0.lines(level + 1) }
    if children.count < childCount {
      lines.append("\(indent)  … \(childCount - children.count) children")
    }
    return lines
  }
}

/// The tree, or a part of it.
public struct TreeAnswer: InspectorAnswer {
  /// The first level of the tree or the part. Each node contains its children.
  public var nodes: [InspectedNode]

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
