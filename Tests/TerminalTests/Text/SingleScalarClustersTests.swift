import MillraceRender
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceTerminal

@Suite("Lone scalars")
struct SingleScalarClustersTests {
  private static let alone = (0...rounds(0x2_FFFF as UInt32, long: 0x10_FFFF)).compactMap(
    Unicode.Scalar.init as (UInt32) -> Unicode.Scalar?
  )
  .filter(SafeText.isOwnCluster)

  @Test(
    "lone scalars are visible, as wide as their clusters, and decoded as by the standard library")
  func each() {
    #expect(Self.alone.count > 45_000)
    let text = String(String.UnicodeScalarView(Self.alone))
    let decoded = SingleScalarClusters.of(text) { Array($0) }
    #expect(decoded == Self.alone)
    let wide = WidthRules(split: .ambiguous, unknown: [])
    // The others are mostly Chinese and Korean.
    for scalar in Self.alone where isLong || scalar.value < 0x3400 || scalar.value % 4 == 0 {
      let cluster = Character(scalar)
      if SafeText.visible(cluster) != cluster { Issue.record("\(scalar) is not visible") }
      for rules in [WidthRules.standard, wide] {
        let columns = GraphemeWidth.columns(of: cluster, rules)
        if GraphemeWidth.columns(ofCluster: scalar, rules) != columns {
          Issue.record("U+\(String(scalar.value, radix: 16)) takes \(columns) columns")
        }
      }
    }
  }

  @Test(
    "lone scalars never join each other", arguments: 1...rounds(4, long: 100) as ClosedRange<UInt64>
  )
  func pairs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scalars = (0..<10_000).compactMap { _ in Self.alone.randomElement(using: &generator) }
    #expect(String(String.UnicodeScalarView(scalars)).count == scalars.count, "seed \(seed)")
  }

  @Test("text with any other scalar takes the general path, and both paths draw the same cells")
  func others() {
    for text in ["e\u{301}", "👍🏽", "a\u{200D}b", "\u{1B}[m", "\t"] {
      #expect(SingleScalarClusters.of(text) { _ in true } == nil, "\(text.debugDescription)")
    }
    let text = "▮ é 漢字 • ж"
    var (one, other) = (CellGrid(width: 8, height: 1), CellGrid(width: 8, height: 1))
    for x in -3..<9 {
      one.write(text, x: x, y: 0)
      var column = x
      for cluster in text { column += other.put(cluster, x: column, y: 0) }
      #expect(one.cells == other.cells, "from \(x)")
    }
  }
}
