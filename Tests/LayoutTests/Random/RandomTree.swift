import MillraceLayout
import MillraceStoreTesting

/// Generates and changes random trees.
struct RandomTree {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func tree(depth: Int) -> LayoutNode {
    let node = LayoutNode(style: style())
    fill(node, depth: depth)
    return node
  }

  private mutating func fill(_ node: LayoutNode, depth: Int) {
    if depth > 0, random.chance(80) {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Appended while it is empty: the records of a tree move when it is appended.
        let child = LayoutNode(style: style())
        node.append(child)
        fill(child, depth: depth - 1)
      }
    } else if random.chance(70) {
      node.measure = measureWords(words())
      if random.chance(70) { node.baseline = 1 }
    }
  }

  mutating func words() -> [Int] {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 1...7, using: &random) }
  }

  mutating func style() -> LayoutStyle {
    var style = LayoutStyle()
    style.direction = random.pick([.row, .column, .row, .column, .rowReverse, .columnReverse])
    style.wrap = random.pick([.noWrap, .noWrap, .noWrap, .wrap, .wrapReverse])
    style.justifyContent = random.pick([
      .flexStart, .flexEnd, .center, .spaceBetween, .spaceAround, .spaceEvenly, .start, .end, .left,
      .right,
    ])
    style.alignItems = random.pick([
      .flexStart, .flexEnd, .center, .stretch, .stretch, .baseline, .start, .end,
    ])
    style.alignContent = random.pick([
      .flexStart, .flexEnd, .center, .stretch, .spaceBetween, .spaceAround, .spaceEvenly, .start,
      .end,
    ])
    style.alignSelf = random.pick([
      nil, nil, nil, .flexStart, .flexEnd, .center, .stretch, .baseline, .start,
    ])
    style.grow = random.pick([0, 0, 1, 2, 0.25])
    style.shrink = random.pick([1, 1, 0, 3])
    style.basis = random.pick([
      .auto, .auto, .auto, 0, .content, .minContent, .maxContent, .fitContent, length(),
    ])
    if random.chance(35) { style.width = size() }
    if random.chance(35) { style.height = size() }
    if random.chance(15) { style.minWidth = size() }
    if random.chance(15) { style.minHeight = size() }
    if random.chance(15) { style.maxWidth = size() }
    if random.chance(15) { style.maxHeight = size() }
    if random.chance(10) { style.aspectRatio = random.pick([0.5, 1, 2, 16.0 / 9]) }
    if random.chance(25) { style.margin = edges(with: [.auto, -1]) }
    if random.chance(25) { style.padding = edges(with: []) }
    if random.chance(15) { style.border = Edges(1) }
    if random.chance(15) { style.inset = edges(with: [.auto, .auto, -2]) }
    style.rowGap = random.pick([0, 0, 1, .percent(10)])
    style.columnGap = random.pick([0, 0, 1, .percent(10)])
    style.position = random.pick([.static, .static, .relative, .relative])
    if random.chance(12) { style.position = .absolute }
    style.display = random.chance(6) ? .none : random.chance(6) ? .contents : .flex
    style.boxSizing = random.pick([.contentBox, .borderBox])
    style.layoutDirection = random.pick([
      .inherit, .inherit, .inherit, .inherit, .leftToRight, .rightToLeft,
    ])
    if random.chance(10) { style.order = Int.random(in: -1...2, using: &random) }
    if random.chance(20) { style.overflow = random.pick([.clip, .scroll, .scroll]) }
    style.automaticMinimumSize = !random.chance(20)
    if random.chance(10) { style.alignSelf = random.pick([.selfStart, .selfEnd]) }
    return style
  }

  private mutating func size() -> Length {
    random.chance(15)
      ? random.pick([.minContent, .maxContent, .fitContent, .stretch, .content]) : length()
  }

  private mutating func length() -> Length {
    random.pick([
      .cells(Double(Int.random(in: 0...30, using: &random))),
      .cells(Double(Int.random(in: 0...12, using: &random))),
      .cells(Double.random(in: 0...20, using: &random)),
      .percent(Double(Int.random(in: 0...120, using: &random))),
    ])
  }

  private mutating func edges(with more: [Length]) -> Edges {
    var choices: [Length] = [0, 0, 1, 2, .percent(5)] + more
    choices.append(.cells(Double.random(in: 0...3, using: &random)))
    return Edges(
      left: random.pick(choices), top: random.pick(choices), right: random.pick(choices),
      bottom: random.pick(choices))
  }

  /// Changes one thing somewhere in a tree, and describes it.
  mutating func change(_ root: LayoutNode) -> String {
    let nodes = root.all
    let node = random.pick(nodes)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      node.style = style()
      return "another style"
    case 2:
      node.style.width = random.pick([.auto, length()])
      return "another width"
    case 3:
      node.style.display = node.style.display == .none ? .flex : .none
      return "shown or hidden"
    case 4:
      node.append(tree(depth: 1))
      return "a child more"
    case 5 where !node.children.isEmpty:
      node.remove(at: Int.random(in: 0..<node.children.count, using: &random))
      return "a child less"
    case 6 where node.children.count > 1:
      node.move(from: 0, to: node.children.count - 1)
      return "a child moved"
    case 7 where !node.children.isEmpty:
      return transplant(node.remove(at: 0), to: root)
    default:
      node.measure = measureWords(words())
      return "another text"
    }
  }

  private mutating func transplant(_ node: LayoutNode, to root: LayoutNode) -> String {
    let parent = random.pick(root.all)
    parent.insert(node, at: Int.random(in: 0...parent.children.count, using: &random))
    return "a child to another parent"
  }

  /// Moves a box from one tree into another, sometimes after a layout of the box alone.
  mutating func transplant(from root: LayoutNode, to other: LayoutNode) -> String {
    guard let node = root.all.dropFirst().randomElement(using: &random), let parent = node.parent
    else { return "nothing to give away" }
    parent.remove(at: parent.children.firstIndex { $0 === node }!)
    let isAlone = random.chance(15)
    if isAlone { node.layout(width: .definite(17), height: .maxContent) }
    return transplant(node, to: other) + " of the other tree" + (isAlone ? ", laid out alone" : "")
  }
}
