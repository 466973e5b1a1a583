import MillraceLayout
import MillraceRender

/// The reason why a body was evaluated.
public struct CauseAnswer: Codable, Equatable, Sendable {
  /// A case of `RenderReason`.
  public var reason: String
  /// The name of the property, or the path in the store.
  public var name: String
  public var old: String
  public var new: String

  init(_ cause: RenderCause) {
    (reason, name) = (cause.reason.rawValue, cause.name)
    (old, new) = (String(cause.old.prefix(120)), String(cause.new.prefix(120)))
  }

  var text: String {
    let name = name.isEmpty ? "" : " \(name)"
    return reason + name + (old.isEmpty && new.isEmpty ? "" : ": \(old) → \(new)")
  }
}

/// One evaluation of a body.
public struct BodyAnswer: Codable, Equatable, Sendable {
  public var path: String
  public var causes: [CauseAnswer]
  /// The time of this body, without its children.
  public var microseconds: Double

  init(_ body: BodyRecord) {
    path = body.path
    causes = body.causes.map(CauseAnswer.init)
    microseconds = body.duration / .microseconds(1)
  }
}

/// The work of one frame.
public struct FrameAnswer: InspectorAnswer, Identifiable {
  public var number: Int
  /// The newest version that the previous frame showed, and the newest version that this frame
  /// shows.
  public var from: UInt64
  public var to: UInt64
  public var bodies: [BodyAnswer]
  /// The number of elements that were drawn again.
  public var boxes: Int
  public var cells: Int
  public var bytes: Int

  public var id: Int { number }
  public var microseconds: Double { bodies.reduce(0) { $0 + $1.microseconds } }

  public var text: String {
    let versions = from == to ? "version \(to)" : "versions \(from + 1)…\(to)"
    let head =
      "frame \(number): \(versions), \(bodies.count) bodies in \(durationText(microseconds: microseconds)), "
      + "\(boxes) boxes, \(cells) cells, \(bytes) bytes"
    return
      ([head]
      + [String].columns(
        bodies.map {
          [
            "  " + $0.path, durationText(microseconds: $0.microseconds),
            $0.causes.map(\.text).joined(separator: "; "),
          ]
        })).asLines
  }
}

/// The box of an element, from its margin to its content. Numbers are in cells, before rounding; sides are left, top,
/// right and bottom.
public struct BoxAnswer: Codable, Equatable, Sendable {
  /// The position, from the parent's top left corner.
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public var margin: [Double]
  public var border: [Double]
  public var padding: [Double]
  /// The width and height inside border and padding.
  public var content: [Double]
  /// The size on the parent's main axis before the box grew or shrank; nil if the content
  /// determines it.
  public var basis: Double?
  public var mainSize: Double
  public var grow: Double
  public var shrink: Double
  /// The number of children that extend beyond the box.
  public var overflowing: Int

  init(_ report: BoxReport) {
    (x, y, width, height) = (report.x, report.y, report.width, report.height)
    (margin, border, padding) = (report.margin, report.border, report.padding)
    content = [
      max(0, report.width - border[0] - border[2] - padding[0] - padding[2]),
      max(0, report.height - border[1] - border[3] - padding[1] - padding[3]),
    ]
    (basis, mainSize, overflowing) = (report.basis, report.mainSize, report.overflowing)
    (grow, shrink) = (report.grow, report.shrink)
  }

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
      main.append("basis \(text(basis)) → \(verb) → \(text(mainSize))")
    } else {
      main.append("basis from the content → \(text(mainSize))")
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

/// A node of the current tree.
public struct NodeAnswer: InspectorAnswer, Identifiable {
  /// The child indices from the root to the node, as in `0.2.1`. After the tree changes, the same
  /// id may name another node.
  public var id: String
  public var path: String
  public var type: String
  public var props: String
  /// The local state and environment of a component.
  public var state: [String]
  /// The x, y, width and height of an element on the screen, in cells.
  public var frame: [Int]?
  /// The box that the layout gave to an element.
  public var box: BoxAnswer?
  /// The reasons why the component was rendered in the last frame. Empty unless frames are
  /// recorded.
  public var bodies: [BodyAnswer]
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
      let why = body.causes.map(\.text).joined(separator: "; ")
      lines.append("\(indent)  rendered: \(why.isEmpty ? "with its parent" : why)")
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
  public var nodes: [NodeAnswer]

  public var text: String { nodes.flatMap { $0.lines(0) }.asLines }
}
