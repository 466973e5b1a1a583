import TestSupport
import Testing

@testable import MillraceLayout
@testable import layout_conformance

/// The steps of a box report, checked against the frames that the engine gives.
@Suite("Steps from the basis of a box to its frame")
struct BoxStepTests {
  private struct Sums {
    var boxes = 0
    /// Boxes that are items of a container.
    var items = 0
    /// Containers whose items are on one line.
    var lines = 0
    var failures: [String] = []
  }

  @Test("the steps add up to the frame in every tree of our browser cases")
  func ownCases() throws {
    let sums = try check(BrowserCases.load(ConformanceTests.own), every: rounds(6, long: 1))
    print("\(sums.boxes) boxes, \(sums.items) items, \(sums.lines) lines")
    #expect(sums.failures.isEmpty, "\(sums.failures.count): \(sums.failures.prefix(5))")
    #expect(sums.boxes > rounds(1_800, long: 10_000))
  }

  @Test(
    "the steps add up to the frame in every case of another engine",
    .enabled(if: ConformanceTests.hasShared, "the cases are not part of the package"))
  func sharedCases() throws {
    let cases = try BrowserCases.load(ConformanceTests.shared)
    #expect(cases.cases.count { !($0.disabled ?? false) } == 544)
    let sums = try check(cases)
    print("\(sums.boxes) boxes, \(sums.items) items, \(sums.lines) lines")
    #expect(sums.failures.isEmpty, "\(sums.failures.count): \(sums.failures.prefix(5))")
    #expect(sums.boxes > 4_000)
  }

  /// - Parameter interval: Of so many cases, one is checked.
  private func check(_ cases: BrowserCases, every interval: Int = 1) throws -> Sums {
    var sums = Sums()
    for (index, browserCase) in cases.cases.enumerated() where index % interval == 0 {
      for lines in [LayoutDirection.leftToRight, .rightToLeft] {
        guard let root = try? browserCase.root.node(cases.defaults, inherited: lines) else {
          continue
        }
        if root.style.layoutDirection == .inherit { root.style.layoutDirection = lines }
        root.style.position = .relative
        root.layout(width: .maxContent, height: .maxContent)
        check(root, "\(browserCase.name) \(lines)", &sums)
      }
    }
    return sums
  }

  private func check(_ node: LayoutNode, _ name: String, _ sums: inout Sums) {
    if node.style.display == .none { return }
    sums.boxes += 1
    let report = node.report
    func fail(_ text: String) { sums.failures.append("\(name): \(text)\n\(report)") }
    let frame = node.unroundedFrame
    if [report.x, report.y, report.width, report.height]
      != [frame.x, frame.y, frame.width, frame.height] || report.content.contains(where: { $0 < 0 })
    {
      fail("the frame is another")
    }
    for (axis, size) in [report.width, report.height].enumerated() {
      let sides = [axis, axis + 2].map { report.border[$0] + report.padding[$0] }.reduce(0, +)
      if !isClose(sides + report.content[axis], size) { fail("the sides do not add up") }
    }
    if let basis = report.basis {
      sums.items += 1
      let grown = report.mainSize - basis
      if !isClose(report.mainSize, node.isInRow ? report.width : report.height) {
        fail("the main size is not the frame's")
      }
      let isBounded =
        report.mainSize > report.minimum - noise
        && report.mainSize < (report.maximum ?? .infinity) + noise
      if !isBounded { fail("it is not within its minimum and maximum") }
      if grown > noise, report.grow == 0, !isClose(report.mainSize, report.minimum) {
        fail("it has grown without a reason")
      }
      if grown < -noise, report.shrink == 0, !isClose(report.mainSize, report.maximum ?? .infinity)
      {
        fail("it has shrunk without a reason")
      }
    }
    checkLine(node, name, &sums)
    for child in node.children { check(child, name, &sums) }
  }

  /// Checks that the boxes of a line fill it and took free space in proportion to their factors.
  private func checkLine(_ node: LayoutNode, _ name: String, _ sums: inout Sums) {
    let reports = node.boxes.filter { $0.box.isInFlow }.map(\.report)
    guard !reports.isEmpty, node.style.wrap == .noWrap, node.style.display == .flex else { return }
    sums.lines += 1
    func fail(_ text: String) {
      sums.failures.append("\(name): \(text)\n\(node.report)\n\(reports)")
    }
    let axis = node.style.direction.isRow ? 0 : 1
    func both(_ sides: [Double]) -> Double { sides[axis] + sides[axis + 2] }
    let room = node.report.content[axis]
    let gaps = FlexContainer.placed(node.box).0.mainGap * Double(reports.count - 1)
    let fixed = reports.reduce(gaps) { $0 + both($1.margin) }
    let length = reports.reduce(fixed) { $0 + $1.mainSize }
    var unflexed = fixed
    for report in reports {
      unflexed += min(max(report.basis ?? .nan, report.minimum), report.maximum ?? .infinity)
    }
    func factor(_ report: BoxReport) -> Double {
      if unflexed < room { return report.grow }
      let inner = (report.basis ?? .nan) - both(report.border) - both(report.padding)
      return report.shrink * max(0, inner)
    }
    // Only boxes that are not at their minimum or maximum.
    let free = reports.filter {
      factor($0) > 0 && $0.mainSize > $0.minimum + noise
        && $0.mainSize < ($0.maximum ?? .infinity) - noise
    }
    let factors = free.reduce(0) { $0 + (unflexed < room ? $1.grow : $1.shrink) }
    if factors >= 1, !isClose(length, room) { fail("\(length) does not fill \(room)") }
    let shares = free.map { ($0.mainSize - ($0.basis ?? .nan)) / factor($0) }
    if let first = shares.first, !shares.allSatisfy({ isClose($0, first) }) {
      fail("the shares are not in proportion: \(shares)")
    }
  }

  private let noise = 1e-5

  private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < noise }
}

extension LayoutNode {
  /// Whether the node's container is a row.
  fileprivate var isInRow: Bool {
    var outer = parent
    while let wrapper = outer, wrapper.style.display == .contents { outer = wrapper.parent }
    return outer?.style.direction.isRow ?? true
  }
}
