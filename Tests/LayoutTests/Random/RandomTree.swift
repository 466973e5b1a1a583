import Layout

/// Makes and changes trees at random.
struct RandomTree {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func tree(depth: Int) -> LayoutNode {
    let node = LayoutNode(style: style())
    if depth > 0, random.chance(80) {
      for _ in 0..<Int.random(in: 1...4, using: &random) { node.append(tree(depth: depth - 1)) }
    } else if random.chance(70) {
      node.measure = measureWords(words())
    }
    return node
  }

  mutating func words() -> [Int] {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in Int.random(in: 1...7, using: &random) }
  }

  mutating func style() -> LayoutStyle {
    var style = LayoutStyle()
    style.direction = random.pick([.row, .column, .row, .column, .rowReverse, .columnReverse])
    style.wrap = random.pick([.noWrap, .noWrap, .noWrap, .wrap, .wrapReverse])
    style.justifyContent = random.pick([
      .start, .end, .center, .spaceBetween, .spaceAround, .spaceEvenly,
    ])
    style.alignItems = random.pick([.start, .end, .center, .stretch, .stretch])
    style.alignContent = random.pick([
      .start, .end, .center, .stretch, .spaceBetween, .spaceAround, .spaceEvenly,
    ])
    style.alignSelf = random.pick([nil, nil, .start, .end, .center, .stretch])
    style.grow = random.pick([0, 0, 1, 2, 0.25])
    style.shrink = random.pick([1, 1, 0, 3])
    style.basis = random.pick([.auto, .auto, .auto, 0, length()])
    if random.chance(35) { style.width = length() }
    if random.chance(35) { style.height = length() }
    if random.chance(15) { style.minWidth = length() }
    if random.chance(15) { style.minHeight = length() }
    if random.chance(15) { style.maxWidth = length() }
    if random.chance(15) { style.maxHeight = length() }
    if random.chance(25) { style.margin = edges(with: [.auto, -1]) }
    if random.chance(25) { style.padding = edges(with: []) }
    if random.chance(15) { style.border = Edges(1) }
    if random.chance(15) { style.inset = edges(with: [.auto, .auto, -2]) }
    style.rowGap = random.pick([0, 0, 1, .percent(10)])
    style.columnGap = random.pick([0, 0, 1, .percent(10)])
    if random.chance(10) { style.position = .absolute }
    if random.chance(6) { style.display = .none }
    if random.chance(15) { style.overflow = .clip }
    style.automaticMinimumSize = !random.chance(20)
    return style
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

  /// Changes one thing somewhere in a tree, and says what.
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
}
