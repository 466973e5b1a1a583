import Testing

@testable import Layout

/// How a box in a chain stands in the one around it.
enum ChainLink: CaseIterable {
  case column, row, rowAndColumn, wrapping, baseline, ratio, percent, keywords, absolute, contents
  case columns, knownHeights, knownHeightsAndColumns

  func style(_ level: Int) -> LayoutStyle {
    var style = LayoutStyle.plain
    style.direction = .column
    switch self {
    case .column: break
    case .row: style.direction = .row
    case .rowAndColumn:
      style.direction = level.isMultiple(of: 2) ? .row : .column
      style.alignItems = level.isMultiple(of: 3) ? .center : .stretch
    case .wrapping:
      style.direction = .row
      style.wrap = .wrap
    case .baseline:
      style.direction = .row
      style.alignItems = .baseline
    case .ratio:
      style.alignItems = .flexStart
      if level.isMultiple(of: 8) { style.aspectRatio = 2 }
    case .percent: style.minHeight = .percent(50)
    case .keywords:
      style.width = .fitContent
      style.minHeight = .minContent
    case .absolute: if level.isMultiple(of: 4) { style.position = .absolute }
    case .columns: style.wrap = .wrap
    case .knownHeights:
      style.direction = .row
      if level.isMultiple(of: 5) { style.aspectRatio = 3 }
      if level.isMultiple(of: 7) { style.height = .percent(100) }
    case .knownHeightsAndColumns:
      style.direction = level.isMultiple(of: 3) ? .column : .row
      if level.isMultiple(of: 6) { style.wrap = .wrap }
      if level.isMultiple(of: 9) { style.grow = 1 }
    case .contents:
      style.position = .static
      if level.isMultiple(of: 2) { style.display = .contents }
    }
    return style
  }

  /// A leaf in so many boxes, each with a text beside what is in it.
  func chain(_ depth: Int, isAlone: Bool = false) -> LayoutNode {
    var node = text(3, 4, 5)
    node.baseline = 1
    for level in 0..<depth {
      let outer = LayoutNode(style: style(level))
      outer.append(node)
      if !isAlone { outer.append(text(2)) }
      node = outer
    }
    return node
  }
}

@Suite("Deep trees")
struct DepthTests {
  @Test(
    "cost a few measures and visits a box, however the boxes stand in each other",
    arguments: ChainLink.allCases, [64, 256])
  func linear(link: ChainLink, depth: Int) {
    let root = link.chain(depth)
    root.layout(width: .definite(600), height: .definite(300))
    #expect(root.counters.measures <= 4 * (depth + 1))
    #expect(root.counters.visits <= 14 * depth)
  }

  @Test("cost no more than the square of their depth where limits of heights ask the content")
  func limitedHeights() {
    var node = text(3, 4, 5)
    node.baseline = 1
    for _ in 0..<64 {
      let inner = node
      node = box(
        {
          $0.alignItems = .baseline
          $0.height = 35
          $0.maxHeight = .fitContent
        }, inner)
    }
    node.layout(width: .definite(600), height: .definite(300))
    #expect(node.counters.visits <= 64 * 64)
    #expect(node.children[0].frame.height > 0)
  }

  @Test("overflow no stack", arguments: ChainLink.allCases)
  func deep(link: ChainLink) {
    // A baseline is looked for down the chain, from each level anew.
    let root = link.chain(link == .baseline ? 1_000 : 10_000, isAlone: true)
    root.layout(width: .definite(60), height: .definite(30))
    #expect(!root.isDirty)
    var leaf = root
    while let child = leaf.children.first { leaf = child }
    leaf.measure = measureWords([7])
    root.layout(width: .definite(60), height: .definite(30))
    #expect(leaf.frame.height >= 1 && leaf.frame.width >= 1)
    root.style.display = .none
    root.layout(width: .definite(60), height: .definite(30))
    #expect(leaf.frame.isEmpty)
  }

  @Test("a box may have 100,000 children")
  func wide() {
    let root = box({ $0.direction = .column })
    for _ in 0..<100_000 {
      root.append(
        box {
          $0.height = 1; $0.shrink = 0
        })
    }
    root.layout(width: .definite(60), height: .definite(30))
    #expect(root.children[99_999].frame == rect(0, 99_999, 60, 1))
    root.remove(at: 0)
    root.layout(width: .definite(60), height: .definite(30))
    #expect(root.children[99_998].frame == rect(0, 99_998, 60, 1))
  }
}
