import Testing

@testable import MillraceLayout

@Suite("Invalid numbers")
struct HostileInputTests {
  @Test("NaN is automatic, negative sizes are zero, and other values are clamped")
  func lengths() {
    #expect(Length.cells(.nan) == .auto)
    #expect(Length.percent(.nan) == .auto)
    #expect(Length.cells(.infinity) == 1_000_000)
    #expect(Length.cells(-.infinity) == -1_000_000)
    for value in [-0.0, -1e-45, -1e-60, 1e-45] {
      #expect(Length.cells(value) == .zero && Length.percent(value) == .percent(0))
    }
    #expect(MemoryLayout<Length>.size == 4)
    let root = box(
      { $0.alignItems = .flexStart },
      box({
        $0.width = -3; $0.height = .cells(.nan); $0.minHeight = 2; $0.grow = .nan
      }),
      box({
        $0.width = 2; $0.grow = -1; $0.padding = Edges(-4)
      }))
    #expect(root.frames(in: 10, 5) == [rect(0, 0, 0, 2), rect(0, 0, 2, 0)])
  }

  @Test("NaN space is sized by content, and negative space is zero")
  func space() {
    let root = box({ _ in }, text(3))
    root.layout(width: .definite(.nan), height: .definite(-4))
    #expect(root.frame == rect(0, 0, 3, 0))
    root.layout(width: .definite(.infinity), height: .definite(.greatestFiniteMagnitude))
    #expect(root.frame == rect(0, 0, 1_000_000, 1_000_000))
  }

  @Test("a layout in NaN space is cached like any other layout")
  func rememberedSpace() {
    let root = box({ _ in }, text(3))
    root.layout(width: .definite(.nan), height: .maxContent)
    root.counters = LayoutCounters()
    #expect(root.layout(width: .definite(.nan), height: .maxContent).isEmpty)
    #expect(root.layout(width: .maxContent, height: .definite(.nan)).isEmpty)
    #expect(root.counters == LayoutCounters())
  }

  @Test(
    "an invalid size from a measure function is clamped",
    arguments: [Double.nan, .infinity, -.infinity, -3])
  func measured(value: Double) {
    let leaf = box({ _ in })
    leaf.measure = MeasureFunction { _, _ in LayoutSize(width: value, height: value) }
    let root = box(
      {
        $0.direction = .column; $0.alignItems = .flexStart
      }, leaf)
    let size = value == .infinity ? 1_000_000 : 0
    let frames = root.frames(in: 10, 5)
    #expect(frames[0].height == size)
    #expect(frames[0].width == size)
  }

  @Test("huge nested percentages stay finite")
  func compounding() {
    var node = LayoutNode()
    for _ in 0..<200 {
      node = box(
        {
          $0.width = .percent(1e300)
          $0.height = .percent(1e300)
          $0.margin = Edges(.percent(-1e300))
          $0.shrink = 0
        }, node)
    }
    node.layout(width: .definite(1e300), height: .definite(1e300))
    for box in node.all {
      #expect(box.unroundedFrame.x.isFinite && box.unroundedFrame.width.isFinite)
      #expect(box.frame.width >= 0 && box.frame.height >= 0)
    }
  }

  @Test("extreme grow and shrink factors are accepted")
  func factors() {
    let root = box(
      { _ in }, box({ $0.grow = .infinity }), box({ $0.grow = .leastNonzeroMagnitude }),
      box({
        $0.width = 5; $0.shrink = .infinity
      }))
    #expect(root.frames(in: 10, 1).map(\.width) == [5, 0, 5])
    #expect(root.frames(in: 3, 1).map(\.width) == [0, 0, 3])
  }
}
