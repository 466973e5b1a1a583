// Compiled by Scripts/fuzz.sh into one module with the sources of Layout.

/// Builds a tree of boxes from bytes, changes it, and lays out after each change. Stops if a number
/// is not finite, if a frame differs from that of a newly built tree, or if anything traps.
///
/// Trees with constraints are not compared with a new tree. If constraints have several equally
/// good solutions, the result depends on the order of changes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var bytes = FuzzBytes(UnsafeBufferPointer(start: start, count: count))
  let root = bytes.tree(depth: 6)
  var width = bytes.space()
  var height = bytes.space()
  for _ in 0..<6 {
    root.layout(width: width, height: height)
    if bytes.hasConstraints {
      check(root)
    } else {
      let fresh = root.copied()
      fresh.layout(width: width, height: height)
      check(root, against: fresh)
    }
    guard !bytes.isEmpty else { break }
    for _ in 0...Int(bytes.next() % 3) { bytes.change(root) }
    if bytes.next() % 4 == 0 { (width, height) = (bytes.space(), bytes.space()) }
  }
  return 0
}

private func check(_ node: LayoutNode) {
  checkNumbers(node)
  precondition(
    node.constraintConflicts.allSatisfy { !"\($0)".isEmpty }, "a conflict has no description")
  for child in node.children { check(child) }
}

private func checkNumbers(_ node: LayoutNode) {
  let box = node.unroundedFrame
  precondition(
    box.x.isFinite && box.y.isFinite && box.width.isFinite && box.height.isFinite,
    "a number is not finite")
  precondition(box.width >= 0 && box.height >= 0, "a size is negative")
}

private func check(_ node: LayoutNode, against fresh: LayoutNode) {
  checkNumbers(node)
  precondition(
    node.frame == fresh.frame && node.contentFrame == fresh.contentFrame
      && node.unroundedFrame == fresh.unroundedFrame,
    "after changes a frame is not what it is in a new tree")
  for (child, freshChild) in zip(node.children, fresh.children) {
    check(child, against: freshChild)
  }
}

struct FuzzBytes {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  /// Whether the tree has a constraint container.
  private(set) var hasConstraints = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isEmpty: Bool { offset >= bytes.count }

  /// The next byte; 0 after the last one.
  mutating func next() -> UInt8 {
    guard offset < bytes.count else { return 0 }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next()) % choices.count] }

  mutating func number() -> Double {
    switch next() {
    case 0..<200: Double(next()) / 4
    case 200..<220: -Double(next())
    case 220..<230: Double(next()) * 1e6
    case 230: .nan
    case 231: .infinity
    case 232: -.infinity
    case 233: .greatestFiniteMagnitude
    case 234: .leastNonzeroMagnitude
    default: Double(next()) / 255
    }
  }

  private mutating func length() -> Length {
    switch next() % 12 {
    case 0..<5: .cells(number())
    case 5, 6: .percent(number() * 2)
    case 7: .minContent
    case 8: .maxContent
    case 9: .fitContent
    case 10: .stretch
    default: .auto
    }
  }

  private mutating func edges() -> Edges {
    Edges(left: length(), top: length(), right: length(), bottom: length())
  }

  mutating func space() -> AvailableSpace {
    switch next() % 8 {
    case 0: .minContent
    case 1: .maxContent
    case 2: .definite(number())
    default: .definite(Double(next()))
    }
  }

  mutating func style() -> LayoutStyle {
    var style = LayoutStyle()
    // The byte sets the number of properties. Most boxes have few.
    for _ in 0..<next() % 8 { setProperty(&style) }
    return style
  }

  private mutating func setProperty(_ style: inout LayoutStyle) {
    switch next() % 30 {
    case 0: style.width = length()
    case 1: style.height = length()
    case 2: style.minWidth = length()
    case 3: style.minHeight = length()
    case 4: style.maxWidth = length()
    case 5: style.maxHeight = length()
    case 6: style.basis = pick([length(), .content, .auto])
    case 7: style.grow = number()
    case 8: style.shrink = number()
    case 9: style.margin = edges()
    case 10: style.padding = edges()
    case 11: style.border = edges()
    case 12: style.inset = edges()
    case 13: style.gap = length()
    case 14: style.direction = FlexDirection(rawValue: next() % 4) ?? .row
    case 15: style.wrap = FlexWrap(rawValue: next() % 3) ?? .noWrap
    case 16: style.justifyContent = JustifyContent(rawValue: next() % 10) ?? .flexStart
    case 17: style.alignItems = AlignItems(rawValue: next() % 9) ?? .stretch
    case 18: style.alignContent = AlignContent(rawValue: next() % 9) ?? .stretch
    case 19: style.alignSelf = AlignItems(rawValue: next() % 10)
    case 20: style.position = PositionType(rawValue: next() % 3) ?? .static
    case 21: style.display = pick([.none, .contents, .flex])
    case 22: style.boxSizing = .borderBox
    case 23: style.layoutDirection = LayoutDirection(rawValue: next() % 3) ?? .inherit
    case 24: style.overflow = Overflow(rawValue: next() % 3) ?? .visible
    case 25: style.automaticMinimumSize = false
    case 26: style.order = Int(Int8(bitPattern: next()))
    case 27: style.aspectRatio = number()
    case 28: style.alignItems = .baseline
    default: style.direction = .column
    }
  }

  private mutating func measure() -> MeasureFunction {
    let length = Double(next() % 40)
    let isHostile = next() > 250
    let nonsense = number()
    return MeasureFunction { width, _ in
      if isHostile { return LayoutSize(width: nonsense, height: nonsense) }
      switch width {
      case .minContent: return LayoutSize(width: min(length, 1), height: length)
      case .maxContent: return LayoutSize(width: length, height: 1)
      case .definite(let room):
        let columns = max(1, min(length, room.rounded(.down)))
        return LayoutSize(width: columns, height: (length / columns).rounded(.up))
      }
    }
  }

  mutating func tree(depth: Int) -> LayoutNode {
    let node = LayoutNode(style: style())
    let count = depth > 0 && !isEmpty ? Int(next() % 5) : 0
    for _ in 0..<count { node.append(tree(depth: depth - 1)) }
    if count > 0, next() % 16 == 0 {
      node.style.display = .constraints
      hasConstraints = true
      for _ in 0...next() % 8 { constrain(node) }
    }
    if count == 0, next() % 3 > 0 {
      node.measure = measure()
      if next() % 2 == 0 { node.baseline = number() }
    }
    return node
  }

  /// Adds a constraint between two boxes of a container. First removes another one in some cases.
  private mutating func constrain(_ node: LayoutNode) {
    var constraints = node.constraintContainer?.items.constraints ?? []
    if !constraints.isEmpty, next() % 4 == 0 {
      constraints.remove(at: Int(next()) % constraints.count)
    }
    let relation: ConstraintRelation = pick([.equal, .lessThanOrEqual, .greaterThanOrEqual])
    let constraint = LayoutConstraint(
      anchor(in: node), relation, anchor(in: node) * pick([1, 1, 0.5, -1, number()]),
      constant: number(), priority: ConstraintPriority(Double(next()) * 4))
    constraints.insert(constraint, at: Int(next()) % (constraints.count + 1))
    let names = node.children.enumerated().map { ("\($0)", $1) }
    node.constrain(Dictionary(uniqueKeysWithValues: names), by: constraints)
  }

  private mutating func anchor(in node: LayoutNode) -> LayoutAnchor {
    let item = next() % 3 == 0 ? .parent : LayoutItem("\(Int(next()) % 5)")
    return item[pick(LayoutAttribute.allCases)]
  }

  mutating func change(_ root: LayoutNode) {
    var node = root
    while !node.children.isEmpty, next() % 4 > 0 {
      node = node.children[Int(next()) % node.children.count]
    }
    if node.style.display == .constraints { constrain(node) }
    switch next() % 7 {
    case 0: node.style = style()
    case 1: setProperty(&node.style)
    case 2: node.measure = measure()
    case 3: node.append(tree(depth: 2))
    case 4 where !node.children.isEmpty: node.remove(at: Int(next()) % node.children.count)
    case 5 where node.children.count > 1: node.move(from: 0, to: node.children.count - 1)
    default: node.markDirty()
    }
  }
}

extension LayoutNode {
  fileprivate func copied() -> LayoutNode {
    let node = LayoutNode(style: style)
    node.measure = measure
    node.baseline = baseline
    for child in children { node.append(child.copied()) }
    return node
  }
}
