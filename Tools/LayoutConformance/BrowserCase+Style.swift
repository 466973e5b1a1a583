import MillraceLayout

extension LayoutStyle {
  /// - Parameter inherited: The inherited direction of text.
  /// - Throws: ``UnknownStyle`` and ``UnsupportedStyle``.
  init(_ properties: [String: BrowserCase.Value], inherited: LayoutDirection) throws {
    self.init()
    let direction = try properties["direction"].map { value in
      do {
        return try value.oneOf(layoutDirections)
      } catch {
        throw UnknownStyle(property: "direction", value: value)
      }
    }
    let logical = properties.filter { !$0.key.isPhysical }
    let names = logical.isEmpty ? [:] : logicalNames(direction ?? inherited)
    // Logical sides take precedence over physical ones.
    let physical = logical.isEmpty ? properties : properties.filter { $0.key.isPhysical }
    for (property, value) in [physical, logical].joined() {
      if isUnsupported(property, value) { throw UnsupportedStyle(property: property, value: value) }
      do {
        try set(names[property] ?? property, to: value)
      } catch {
        throw UnknownStyle(property: property, value: value)
      }
    }
  }

  private mutating func set(_ property: String, to value: BrowserCase.Value) throws(Mismatch) {
    switch property {
    case "width": width = try value.length()
    case "height": height = try value.length()
    case "min-width": minWidth = try value.length()
    case "min-height": minHeight = try value.length()
    case "max-width": maxWidth = try value.length()
    case "max-height": maxHeight = try value.length()
    case "aspect-ratio": aspectRatio = try value.ratio()
    case "flex-basis": basis = try value.length()
    case "flex-grow": grow = try value.number()
    case "flex-shrink": shrink = try value.number()
    case "order": order = try value.whole()
    case "row-gap": rowGap = try value.length()
    case "column-gap": columnGap = try value.length()
    case "gap": gap = try value.length()
    default: try setKeyword(property, to: value)
    }
  }

  private mutating func setKeyword(
    _ property: String, to value: BrowserCase.Value
  ) throws(Mismatch) {
    switch property {
    case "overflow": overflow = try value.oneOf(overflows)
    case "flex-direction": direction = try value.oneOf(directions)
    case "flex-wrap": wrap = try value.oneOf(wraps)
    case "justify-content": justifyContent = try value.oneOf(justifications)
    case "align-items": alignItems = try value.oneOf(alignments)
    case "align-self": alignSelf = try value.text() == "auto" ? nil : value.oneOf(alignments)
    case "align-content": alignContent = try value.oneOf(lineAlignments)
    case "position": position = try value.oneOf(positions)
    case "display": display = try value.oneOf(displays)
    case "box-sizing": boxSizing = try value.oneOf(sizings)
    case "direction": layoutDirection = try value.oneOf(layoutDirections)
    default: try setSide(property, to: value)
    }
  }

  private mutating func setSide(_ property: String, to value: BrowserCase.Value) throws(Mismatch) {
    for (group, pattern) in groups {
      for (name, side) in sides where property == pattern(name) {
        self[keyPath: group][keyPath: side] = try value.length()
        return
      }
    }
    throw Mismatch()
  }
}

private struct Mismatch: Error {}

private typealias Group = (WritableKeyPath<LayoutStyle, Edges>, (String) -> String)
private var groups: [Group] {
  [
    (\.margin, { "margin-\($0)" }), (\.padding, { "padding-\($0)" }),
    (\.border, { "border-\($0)-width" }), (\.inset, { $0 }),
  ]
}

/// Maps logical properties to physical ones by the text direction of a box, because this engine has
/// only physical ones.
private func logicalNames(_ direction: LayoutDirection) -> [String: String] {
  let (start, end) = direction == .rightToLeft ? ("right", "left") : ("left", "right")
  return [
    "margin-inline-start": "margin-\(start)", "margin-inline-end": "margin-\(end)",
    "padding-inline-start": "padding-\(start)", "padding-inline-end": "padding-\(end)",
    "border-inline-start-width": "border-\(start)-width",
    "border-inline-end-width": "border-\(end)-width",
    "inset-inline-start": start, "inset-inline-end": end,
  ]
}

extension String {
  fileprivate var isPhysical: Bool { !contains("-inline-") }
}

/// Whether this engine treats the value as `auto`, or does not support it.
private func isUnsupported(_ property: String, _ value: BrowserCase.Value) -> Bool {
  guard case .text(let text) = value else { return false }
  switch property {
  case "min-height", "max-height":
    return ["min-content", "max-content", "fit-content"].contains(text)
  default: return text.hasPrefix("safe ")
  }
}
private var sides: [(String, WritableKeyPath<Edges, Length>)] {
  [("left", \.left), ("top", \.top), ("right", \.right), ("bottom", \.bottom)]
}

private let directions: [String: FlexDirection] = [
  "row": .row, "column": .column, "row-reverse": .rowReverse, "column-reverse": .columnReverse,
]
private let wraps: [String: FlexWrap] = [
  "nowrap": .noWrap, "wrap": .wrap, "wrap-reverse": .wrapReverse,
]
private let justifications: [String: JustifyContent] = [
  "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
  "space-between": .spaceBetween, "space-around": .spaceAround, "space-evenly": .spaceEvenly,
  "start": .start, "end": .end, "left": .left, "right": .right, "normal": .flexStart,
]
private let alignments: [String: AlignItems] = [
  "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center, "stretch": .stretch,
  "baseline": .baseline, "start": .start, "end": .end, "normal": .stretch,
  "self-start": .selfStart, "self-end": .selfEnd,
]
private let lineAlignments: [String: AlignContent] = [
  "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center, "stretch": .stretch,
  "space-between": .spaceBetween, "space-around": .spaceAround, "space-evenly": .spaceEvenly,
  "start": .start, "end": .end, "baseline": .flexStart, "normal": .stretch,
]
private let positions: [String: PositionType] = [
  "relative": .relative, "static": .static, "absolute": .absolute,
]
private let overflows: [String: Overflow] = [
  "visible": .visible, "clip": .clip, "hidden": .scroll, "scroll": .scroll, "auto": .scroll,
]
private let displays: [String: Display] = ["flex": .flex, "none": .none, "contents": .contents]
private let sizings: [String: BoxSizing] = [
  "border-box": .borderBox, "content-box": .contentBox,
]
private let layoutDirections: [String: LayoutDirection] = [
  "ltr": .leftToRight, "rtl": .rightToLeft,
]
private let keywords: [String: Length] = [
  "auto": .auto, "none": .auto, "min-content": .minContent, "max-content": .maxContent,
  "fit-content": .fitContent, "stretch": .stretch, "content": .content, "normal": 0,
]

extension BrowserCase.Value {
  fileprivate func length() throws(Mismatch) -> Length {
    switch self {
    case .number(let value): return .cells(value)
    case .text(let text):
      if let keyword = keywords[text] { return keyword }
      guard text.hasSuffix("%"), let value = Double(text.dropLast()) else { throw Mismatch() }
      return .percent(value)
    }
  }

  fileprivate func number() throws(Mismatch) -> Double {
    switch self {
    case .number(let value): return value
    case .text(let text):
      guard let value = Double(text) else { throw Mismatch() }
      return value
    }
  }

  fileprivate func whole() throws(Mismatch) -> Int {
    guard let value = Int(exactly: try number()) else { throw Mismatch() }
    return value
  }

  /// Reads a number, or two numbers separated by a slash.
  fileprivate func ratio() throws(Mismatch) -> Double? {
    guard case .text(let text) = self else { return try number() }
    let parts = text.split(separator: "/").map {
      Double($0.trimmingPrefix(" ").prefix { $0 != " " })
    }
    switch (text, parts.first ?? nil, parts.last ?? nil) {
    case ("auto", _, _): return nil
    case (_, let width?, let height?) where parts.count == 2: return width / height
    case (_, let ratio?, _): return ratio
    default: throw Mismatch()
    }
  }

  fileprivate func text() throws(Mismatch) -> String {
    guard case .text(let text) = self else { throw Mismatch() }
    return text
  }

  fileprivate func oneOf<Choice>(_ table: [String: Choice]) throws(Mismatch) -> Choice {
    guard let choice = table[try text()] else { throw Mismatch() }
    return choice
  }
}
