import MillraceLayout
import MillraceRender

/// The reason why a body was evaluated.
public struct CauseAnswer: Codable, Equatable, Sendable {
  /// A case of `RenderReason`.
  public var reason: String
  /// The name of the property, or the path in the store.
  public var name: String
  /// The value before, as text, cut after 120 characters.
  public var old: String
  /// The value after, as text, cut after 120 characters.
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
  /// The names of the components and elements from the root.
  public var path: String
  /// All reasons why the body was evaluated.
  public var causes: [CauseAnswer]
  /// The time of this body, without its children.
  public var microseconds: Double
  /// The number of enclosing evaluations, each of which changed the props of the next.
  public var depth: Int
  /// The time of this body, of the comparison of its nodes, and of the bodies inside.
  public var total: Double
  /// Whether the new nodes equal the old ones, apart from handlers, which cannot be compared.
  public var isWasted: Bool
}

extension BodyAnswer {
  init(_ body: BodyRecord) {
    path = body.path
    causes = body.causes.map(CauseAnswer.init)
    microseconds = body.duration / .microseconds(1)
    (depth, total) = (body.depth, body.total / .microseconds(1))
    isWasted = body.isWasted
  }

  var why: String {
    (causes.isEmpty ? ["with its parent"] : causes.map(\.text)).joined(separator: "; ")
      + (isWasted ? "; wasted, nodes are equal" : "")
  }
}

/// The work of one frame.
public struct FrameAnswer: InspectorAnswer, Identifiable {
  /// The number of the frame, from 1.
  public var number: Int
  /// The newest version that the previous frame showed.
  public var from: UInt64
  /// The newest version that this frame shows.
  public var to: UInt64
  /// The bodies that ran, in order.
  public var bodies: [BodyAnswer]
  /// The parts of the frame, in their order.
  public var phases: [PhaseAnswer]
  /// The time that recording the frame took, in microseconds. The other times do not contain it.
  public var recording: Double
  /// The number of elements that were drawn again.
  public var boxes: Int
  /// The number of cells from the first to the last changed one of a row, summed over the rows.
  public var cells: Int
  /// The number of bytes that were written.
  public var bytes: Int

  public var id: Int { number }
  /// The time of the frame, from the bodies to the written bytes.
  public var microseconds: Double { phases.reduce(0) { $0 + $1.microseconds } }

  init(_ record: FrameRecord, _ bodies: [BodyRecord], from: UInt64, to: UInt64) {
    (number, self.from, self.to) = (record.number, from, to)
    self.bodies = bodies.map(BodyAnswer.init)
    phases = FramePhase.allCases.map { PhaseAnswer($0, in: record) }
    recording = record.recording / .microseconds(1)
    (boxes, cells, bytes) = (record.drawnNodes, record.changedCells, record.bytes)
  }

  public var text: String {
    let versions = from + 1 >= to ? "version \(to)" : "versions \(from + 1)…\(to)"
    let head =
      "frame \(number): \(versions), \(bodies.count) bodies, \(boxes) boxes, \(cells) cells, "
      + "\(bytes) bytes in \(durationText(microseconds: microseconds))"
    return ([head] + profileLines).asLines
  }
}

/// The box of an element, from its margin to its content. Numbers are in cells, before rounding;
/// sides are left, top, right and bottom.
public struct BoxAnswer: Codable, Equatable, Sendable {
  /// The position, from the parent's top left corner.
  public var x: Double
  /// The position, from the parent's top left corner.
  public var y: Double
  /// The width, border included.
  public var width: Double
  /// The height, border included.
  public var height: Double
  /// The margins of the four sides.
  public var margin: [Double]
  /// The borders of the four sides.
  public var border: [Double]
  /// The padding of the four sides.
  public var padding: [Double]
  /// The width and height inside border and padding.
  public var content: [Double]
  /// The size on the container's main axis before the box grew or shrank; nil outside a flexbox.
  public var basis: Double?
  /// Whether the basis is the size of the content.
  public var isContentBasis: Bool
  /// The size on that axis.
  public var mainSize: Double
  /// The smallest size on that axis.
  public var minimum: Double
  /// The largest size on that axis; nil if there is none.
  public var maximum: Double?
  /// The share of free space that it gets.
  public var grow: Double
  /// The share of missing space that the box gives up.
  public var shrink: Double
  /// The number of children that extend beyond the box.
  public var overflowing: Int

  init(_ report: BoxReport) {
    (x, y, width, height) = (report.x, report.y, report.width, report.height)
    (margin, border, padding) = (report.margin, report.border, report.padding)
    content = report.content.map { max(0, $0) }
    (basis, isContentBasis) = (report.basis, report.isContentBasis)
    (mainSize, minimum, overflowing) = (report.mainSize, report.minimum, report.overflowing)
    maximum = report.maximum.isFinite ? report.maximum : nil
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
  public var box: BoxAnswer?
  /// The reasons why the component was rendered in the last frame. Empty unless frames are
  /// recorded.
  public var bodies: [BodyAnswer]
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
