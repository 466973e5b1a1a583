import Layout

struct Unsupported: Error {
  var what: String
}

extension BrowserCase.Box {
  /// The same box for this engine, with the defaults of the file, or what this engine lacks for it.
  func node() throws -> LayoutNode {
    let node = LayoutNode(style: try layoutStyle())
    for (index, child) in (children ?? []).enumerated() {
      node.insert(try child.node(), at: index)
    }
    if let text { node.measure = ahem(text, inRow: node.style.direction == .row) }
    return node
  }

  private func layoutStyle() throws -> LayoutStyle {
    var result = LayoutStyle()
    result.direction = .column
    result.alignContent = .start
    result.shrink = 0
    result.automaticMinimumSize = false
    // Logical sides last: they beat the physical ones.
    for (key, value) in style.sorted(by: { !$0.key.contains("inline") && $1.key.contains("inline") }
    ) {
      try result.set(key, to: value)
    }
    if case .text("static")? = style["position"] {
      guard !all.dropFirst().contains(where: { $0.isAbsolute }) else {
        throw Unsupported(what: "static")
      }
      result.inset = .auto
    }
    return result
  }

  private var isAbsolute: Bool {
    if case .text("absolute")? = style["position"] { return true }
    return false
  }
}

extension LayoutStyle {
  fileprivate mutating func set(_ key: String, to value: BrowserCase.Value) throws {
    switch key {
    case "width": width = try value.length()
    case "height": height = try value.length()
    case "min-width": minWidth = try value.length()
    case "min-height": minHeight = try value.length()
    case "max-width": maxWidth = try value.length()
    case "max-height": maxHeight = try value.length()
    case "flex-basis": basis = try value.length()
    case "flex-grow": grow = try value.number()
    case "flex-shrink": shrink = try value.number()
    case "row-gap": rowGap = try value.length()
    case "column-gap": columnGap = try value.length()
    case "left", "inset-inline-start": inset.left = try value.length()
    case "top": inset.top = try value.length()
    case "right", "inset-inline-end": inset.right = try value.length()
    case "bottom": inset.bottom = try value.length()
    case "overflow": overflow = .clip
    case "flex-direction": direction = try value.oneOf(directions)
    case "flex-wrap":
      wrap = try value.oneOf(["nowrap": .noWrap, "wrap": .wrap, "wrap-reverse": .wrapReverse])
    case "justify-content": justifyContent = try value.oneOf(justifications)
    case "align-items": alignItems = try value.oneOf(alignments)
    case "align-self": alignSelf = try value.oneOf(alignments)
    case "align-content": alignContent = try value.oneOf(contentAlignments)
    case "position":
      position = try value.oneOf([
        "relative": .relative, "static": .relative, "absolute": .absolute,
      ])
    case "display": display = try value.oneOf(["flex": .flex, "none": .none])
    case "box-sizing": _ = try value.oneOf(["border-box": true])
    default: try setSide(key, to: value)
    }
  }

  private mutating func setSide(_ key: String, to value: BrowserCase.Value) throws {
    let sides: [(String, WritableKeyPath<Edges, Length>)] = [
      ("left", \.left), ("inline-start", \.left), ("top", \.top), ("right", \.right),
      ("inline-end", \.right), ("bottom", \.bottom),
    ]
    for (side, path) in sides {
      switch key {
      case "margin-\(side)": margin[keyPath: path] = try value.length()
      case "padding-\(side)": padding[keyPath: path] = try value.length()
      case "border-\(side)-width": border[keyPath: path] = try value.length()
      default: continue
      }
      return
    }
    throw Unsupported(what: key)
  }
}

private let directions: [String: FlexDirection] = [
  "row": .row, "column": .column, "row-reverse": .rowReverse, "column-reverse": .columnReverse,
]
private let justifications: [String: JustifyContent] = [
  "flex-start": .start, "flex-end": .end, "center": .center, "space-between": .spaceBetween,
  "space-around": .spaceAround, "space-evenly": .spaceEvenly,
]
private let alignments: [String: AlignItems] = [
  "flex-start": .start, "flex-end": .end, "center": .center, "stretch": .stretch,
]
private let contentAlignments: [String: AlignContent] = [
  "flex-start": .start, "flex-end": .end, "center": .center, "stretch": .stretch,
  "space-between": .spaceBetween, "space-around": .spaceAround, "space-evenly": .spaceEvenly,
]

extension BrowserCase.Value {
  fileprivate func length() throws -> Length {
    switch self {
    case .number(let value): return .cells(value)
    case .text("auto"): return .auto
    case .text(let text):
      guard text.hasSuffix("%"), let value = Double(text.dropLast()) else {
        throw Unsupported(what: text)
      }
      return .percent(value)
    }
  }

  fileprivate func number() throws -> Double {
    guard case .number(let value) = self else { throw Unsupported(what: "\(self)") }
    return value
  }

  fileprivate func oneOf<T>(_ table: [String: T]) throws -> T {
    guard case .text(let text) = self, let result = table[text] else {
      throw Unsupported(what: "\(self)")
    }
    return result
  }
}

/// Text in the Ahem font: each character is a square of 10 by 10; lines break at spaces.
///
/// In the browser the text is an item of its box, and in a row it has an automatic minimum width.
private func ahem(_ text: String, inRow: Bool) -> MeasureFunction {
  let words = text.split(separator: " ").map { Double($0.count) * 10 }
  let longest = words.max() ?? 0
  return { width, _ in
    let room: Double =
      switch width {
      case .definite(let cells): inRow ? max(cells, longest) : cells
      case .minContent: 0
      case .maxContent: .infinity
      }
    var lines: [Double] = []
    for word in words {
      if let last = lines.last, last + 10 + word <= room {
        lines[lines.count - 1] = last + 10 + word
      } else {
        lines.append(word)
      }
    }
    return LayoutSize(width: lines.max() ?? 0, height: Double(lines.count) * 10)
  }
}
