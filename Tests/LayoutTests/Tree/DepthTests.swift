import Testing
import TestSupport

@testable import MillraceLayout

/// How a box in a chain is placed in its parent.
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
      style.minWidth = .minContent
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

  /// A leaf in nested boxes, each with a text beside its child.
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

/// Alternating boxes that are placed in a different size than they are measured in, mostly rows
/// with baseline alignment.
enum ChainMix: CaseIterable {
  case wrappingColumns, ratios, shares, limits, margins, limitedColumns, columnsWithRatios

  var styles: [LayoutStyle] {
    func style(_ direction: FlexDirection, _ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
      var style = LayoutStyle()
      style.direction = direction
      if direction == .row { style.alignItems = .baseline }
      change(&style)
      return style
    }
    switch self {
    case .wrappingColumns:
      return [
        style(.row) { $0.padding = Edges(.percent(2)) },
        style(.column) {
          $0.wrap = .wrap
          $0.height = .percent(50)
        },
      ]
    case .ratios:
      return [
        style(.row) {
          $0.aspectRatio = 0.5
          $0.basis = 7
        },
        style(.column) {
          $0.alignItems = .flexStart
          $0.minWidth = .stretch
        },
      ]
    case .shares:
      return [
        style(.row) { $0.width = .percent(50) }, style(.column) { $0.alignItems = .flexStart },
        style(.column) { $0.wrap = .wrapReverse },
      ]
    case .limits:
      return [
        style(.column) {
          $0.wrap = .wrapReverse
          $0.height = .percent(50)
        }, style(.row) { $0.maxWidth = .percent(87) },
      ]
    case .margins:
      return [
        style(.column) { $0.wrap = .wrapReverse }, style(.column) { $0.alignItems = .flexStart },
        style(.row) { $0.margin = Edges(.percent(2)) },
      ]
    case .limitedColumns:
      return [
        style(.column) {
          $0.wrap = .wrapReverse
          $0.basis = .fitContent
          $0.height = .percent(50)
          $0.maxHeight = .percent(17)
          $0.padding = Edges(.percent(2))
        }
      ]
    case .columnsWithRatios:
      return [
        style(.column) {
          $0.wrap = .wrap
          $0.height = .percent(100)
          $0.maxHeight = .percent(35)
          $0.maxWidth = .minContent
          $0.aspectRatio = 0.5
        }
      ]
    }
  }
}

@Suite("Deep trees")
struct DepthTests {
  @Test(
    "a deep tree costs a few measures and visits for each box, in every kind of nesting",
    arguments: ChainLink.allCases, [64, rounds(128, long: 256)])
  func linear(link: ChainLink, depth: Int) {
    let root = link.chain(depth)
    root.layout(width: .definite(600), height: .definite(300))
    #expect(root.counters.measures <= 4 * (depth + 1))
    #expect(root.counters.visits <= 14 * depth)
  }

  @Test(
    "a deep tree of boxes placed in another size than measured costs at most 100 visits a box",
    arguments: ChainMix.allCases, [rounds(16, long: 64), rounds(48, long: 128)])
  func mixed(mix: ChainMix, depth: Int) {
    for isAlone in [false, true] {
      var node = text(3, 4, 5)
      node.baseline = 1
      for level in 0..<depth {
        let outer = LayoutNode(style: mix.styles[level % mix.styles.count])
        if !isAlone || level.isMultiple(of: 2) { outer.append(text(2, 3)) }
        outer.append(node)
        node = outer
      }
      node.layout(width: .definite(80), height: .definite(40))
      #expect(node.counters.visits <= 100 * depth)
      #expect(node.children[0].frame.width > 0)
    }
  }

  @Test("a deep tree does not overflow the stack", arguments: ChainLink.allCases)
  func deep(link: ChainLink) async {
    // Chains with baselines are shorter, because each level searches the whole chain.
    let levels: Int = rounds(500, long: link == .baseline ? 1_000 : 10_000)
    let (isClean, shown, hidden) = await onSmallStack {
      let root = link.chain(levels, isAlone: true)
      root.layout(width: .definite(60), height: .definite(30))
      let wasClean = !root.isDirty
      var leaf = root
      while let child = leaf.children.first { leaf = child }
      leaf.measure = measureWords([7])
      root.layout(width: .definite(60), height: .definite(30))
      let frame = leaf.frame
      root.style.display = .none
      root.layout(width: .definite(60), height: .definite(30))
      return (wasClean, frame, leaf.frame)
    }
    #expect(isClean)
    #expect(shown.height >= 1 && shown.width >= 1)
    #expect(hidden.isEmpty)
  }

  @Test("a box can have thousands of children")
  func wide() {
    // With fewer children, each is higher: the last one is as far away.
    let (count, height) = (rounds(8_000, long: 100_000), rounds(12, long: 1))
    let root = box({ $0.direction = .column })
    for _ in 0..<count {
      root.append(
        box {
          $0.height = .cells(Double(height)); $0.shrink = 0
        })
    }
    root.layout(width: .definite(60), height: .definite(30))
    #expect(root.children[count - 1].frame == rect(0, (count - 1) * height, 60, height))
    root.remove(at: 0)
    root.layout(width: .definite(60), height: .definite(30))
    #expect(root.children[count - 2].frame == rect(0, (count - 2) * height, 60, height))
  }
}
