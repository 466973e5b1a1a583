import Foundation
import MillraceLayout
import MillraceRender
import MillraceTerminal
import Testing

@testable import MillraceWeb

/// A model of the page's script: applies operations to a tree of elements, and computes the visible
/// screen.
@MainActor
final class PageModel {
  final class Element {
    let id: Int
    var tag = "div"
    var attributes: [String: String] = [:]
    var frame = CellRect.zero
    var offset = CellPoint.zero
    var clip: CellRect?
    var rows: [Int: (column: Int, cells: [Cell])] = [:]
    /// The texts of the runs that were last drawn.
    var runs: [String] = []
    var children: [Int] = []
    var value: (text: String, start: Int, end: Int, edit: Int)?
    /// The number of the program's last answer.
    var answer: Int?

    init(_ id: Int) { self.id = id }
  }

  /// A visible cell. It is nil where the browser draws a field.
  struct Cell: Equatable {
    var text: String
    var style: Style
  }

  private(set) var elements: [Int: Element] = [:]
  private(set) var focus = 0
  private(set) var title = ""
  private(set) var copied: String?
  private var styles: [Int: Style] = [0: Style()]
  private(set) var mistakes: [String] = []

  init() { reset() }

  func reset() {
    (elements, styles, focus) = ([:], [0: Style()], 0)
    for layer in 0...3 { elements[-layer] = Element(-layer) }
  }

  /// - Parameter text: A list of operations, without its brackets.
  func apply(_ text: String) {
    guard
      let all = try? JSONSerialization.jsonObject(with: Data("[\(text)]".utf8)) as? [[Any]]
    else { return mistakes.append("no JSON: \(text.prefix(200))") }
    for operation in all { apply(operation) }
  }

  private func apply(_ operation: [Any]) {
    let name = operation[0] as? String ?? ""
    guard let code = PageProtocol.Operation(rawValue: name) else {
      return mistakes.append("unknown: \(name)")
    }
    func int(_ index: Int) -> Int { operation[index] as? Int ?? .min }
    func rect(from index: Int) -> CellRect {
      CellRect(x: int(index), y: int(index + 1), width: int(index + 2), height: int(index + 3))
    }
    switch code {
    case .defineStyle: styles[int(1)] = Self.style(Array(operation.dropFirst(2)))
    case .setTitle: title = operation[1] as? String ?? ""
    case .copy:
      let data = (operation[1] as? String).flatMap { Data(base64Encoded: $0) }
      copied = data.map { String(decoding: $0, as: UTF8.self) }
    case .moveFocus:
      focus = int(1)
      if focus != 0, elements[focus] == nil { mistakes.append("focus on nothing: \(focus)") }
    case .makeElement:
      if elements[int(1)] != nil { mistakes.append("made twice: \(int(1))") }
      let element = Element(int(1))
      element.tag = operation[2] as? String ?? ""
      element.attributes = operation[3] as? [String: String] ?? [:]
      elements[element.id] = element
    default:
      guard let element = elements[int(1)] else {
        return mistakes.append("\(name) of nothing: \(int(1))")
      }
      apply(code, operation, to: element, int, rect)
    }
  }

  private func apply(
    _ code: PageProtocol.Operation, _ operation: [Any], to element: Element, _ int: (Int) -> Int,
    _ rect: (Int) -> CellRect
  ) {
    switch code {
    case .setAttributes:
      for (name, value) in operation[2] as? [String: Any] ?? [:] {
        element.attributes[name] = value as? String
      }
    case .setFrame: element.frame = rect(2)
    case .setOffset: element.offset = CellPoint(x: int(2), y: int(3))
    case .setClip:
      element.clip = (operation[2] as? [Int]).map {
        CellRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
      }
    case .setChildren:
      element.children = operation[2] as? [Int] ?? []
      for child in element.children where elements[child] == nil {
        mistakes.append("no such child: \(child)")
      }
    case .setRows:
      for row in operation[2] as? [[Any]] ?? [] {
        guard let number = row[0] as? Int else { continue }
        element.runs = (row.last as? [[Any]] ?? []).compactMap { $0[0] as? String }
        element.rows[number] =
          row.count == 1
          ? nil : (row[1] as? Int ?? 0, cells(of: row[2] as? [[Any]] ?? []))
      }
    case .setField:
      element.value = (operation[3] as? String ?? "", int(4), int(5), int(2))
      element.answer = int(6)
    case .setSuggestion, .setCaret: break
    case .removeElement: remove(element)
    default: mistakes.append("\(code) is not of an element")
    }
  }

  private func remove(_ element: Element) {
    elements[element.id] = nil
    for child in element.children { if let child = elements[child] { remove(child) } }
  }

  private func cells(of runs: [[Any]]) -> [Cell] {
    runs.flatMap { run -> [Cell] in
      let (text, number) = (run[0] as? String ?? "", run[1] as? Int ?? -1)
      guard let style = styles[number] else {
        mistakes.append("no style \(number)")
        return []
      }
      let isHeld = run.count == 3
      if !isHeld { return text.map { Cell(text: String($0), style: style) } }
      let width = run[2] as? Int ?? 0
      // A run from the right has a cluster in each of its columns.
      if width > 1, text.count == width { return text.map { Cell(text: String($0), style: style) } }
      return (0..<width).map { Cell(text: $0 == 0 ? text : "", style: style) }
    }
  }

  private static func style(_ parts: [Any]) -> Style {
    func color(_ value: Any) -> Color {
      if let index = value as? Int { return .indexed(UInt8(index)) }
      guard let digits = (value as? String)?.dropFirst(), let number = Int(digits, radix: 16) else {
        return .default
      }
      return .rgb(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
    }
    var style = Style(
      foreground: color(parts[2]), background: color(parts[3]),
      attributes: Attributes(rawValue: UInt8(parts[0] as? Int ?? 0)))
    style.underlineKind = UnderlineKind(rawValue: UInt8(parts[1] as? Int ?? 0)) ?? .single
    style.underlineColor = color(parts[4])
    return style
  }

  // MARK: - The visible screen

  /// The cells of the screen; nil where a field is.
  func screen(width: Int, height: Int) -> [[Cell?]] {
    var cells: [[Cell?]] = Array(
      repeating: Array(repeating: Cell(text: " ", style: Style()), count: width), count: height)
    let all = CellRect(x: 0, y: 0, width: width, height: height)
    for layer in 0...3 {
      for child in elements[-layer]?.children ?? [] { paint(child, at: .zero, all, &cells) }
    }
    return cells
  }

  private func paint(
    _ id: Int, at corner: CellPoint, _ clip: CellRect, _ cells: inout [[Cell?]]
  ) {
    guard let element = elements[id] else { return }
    let classes = element.attributes["class"]?.split(separator: " ") ?? []
    if classes.contains("gone") { return }
    let (x, y) = (corner.x + element.frame.x, corner.y + element.frame.y)
    let frame = CellRect(x: x, y: y, width: element.frame.width, height: element.frame.height)
    let part = frame.intersection(clip)
    for row in part.y..<max(part.y, part.maxY) {
      for column in part.x..<max(part.x, part.maxX) {
        if element.tag == "input" {
          put(nil, at: column, &cells[row])
        } else if classes.contains("opaque") {
          put(Cell(text: " ", style: Style()), at: column, &cells[row])
        }
      }
      guard element.tag != "input", let own = element.rows[row - y] else { continue }
      for (index, cell) in own.cells.enumerated() {
        let column = x + own.column + index
        guard part.x..<part.maxX ~= column else { continue }
        // A blank without a background shows what is below it.
        let isClear = cell.text == " " && cell.style.onBlank == Style()
        if isClear { continue }
        let isTail = cell.text.isEmpty
        put(
          cell.text == " " ? Cell(text: " ", style: cell.style.onBlank) : cell, at: column,
          &cells[row], isTail: isTail)
      }
    }
    var inner = clip
    if let around = element.clip {
      let moved = CellRect(
        x: around.x + x, y: around.y + y, width: around.width, height: around.height)
      inner = inner.intersection(moved)
    }
    let origin = CellPoint(x: x - element.offset.x, y: y - element.offset.y)
    for child in element.children { paint(child, at: origin, inner, &cells) }
  }

  /// On a terminal, a partly covered wide glyph is blank in its other cells. A browser shows half
  /// of the glyph.
  private func put(_ cell: Cell?, at column: Int, _ row: inout [Cell?], isTail: Bool = false) {
    func blank(_ x: Int) {
      row[x] = row[x].map { Cell(text: " ", style: $0.style.onBlank) }
    }
    var head = column
    while !isTail, head > 0, row[head]?.text == "" {
      head -= 1
      blank(head)
    }
    var tail = column + 1
    while tail < row.count, row[tail]?.text == "" {
      blank(tail)
      tail += 1
    }
    row[column] = cell
  }

  /// The tree as text: tags, attributes, positions, values.
  var tree: String {
    func lines(_ id: Int, _ indent: String) -> String {
      guard let element = elements[id] else { return indent + "?\n" }
      let attributes = element.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let value =
        element.tag == "input"
        ? " '\(element.value?.text ?? "")' \(element.value?.start ?? 0)-\(element.value?.end ?? 0)"
        : ""
      let frame = element.frame
      return
        "\(indent)\(element.tag) \(frame.x),\(frame.y) \(frame.width)x\(frame.height) "
        + "\(element.offset.x),\(element.offset.y) \(attributes.joined(separator: " "))\(value)\n"
        + element.children.map { lines($0, indent + "  ") }.joined()
    }
    return (0...3).map { lines(-$0, "") }.joined()
  }
}
