import Testing

@testable import MillraceLayout

@Suite("Values that are suggested for numbers of boxes")
struct SuggestionTests {
  private let all = LayoutItemID.container

  /// A sidebar of 10 to 40 cells, which would be 20 wide, and a body beside it.
  private func sidebarAndBody() throws -> (LayoutNode, LayoutItemID) {
    let root = box({ $0.display = .constraints }, text(8), text(5))
    let (sidebar, body) = (root.item(root.children[0]), root.item(root.children[1]))
    try root.add(LayoutConstraint(sidebar.leading, .equal, all.leading))
    try root.add(LayoutConstraint(sidebar.width, .greaterThanOrEqual, 10))
    try root.add(LayoutConstraint(sidebar.width, .lessThanOrEqual, 40))
    try root.add(LayoutConstraint(sidebar.width, .equal, 20, priority: 900))
    try root.add(LayoutConstraint(body.leading, .equal, sidebar.trailing, constant: 1))
    try root.add(LayoutConstraint(body.trailing, .equal, all.trailing))
    return (root, sidebar)
  }

  @Test("a suggested width is followed within what is required, until it is taken back")
  func followed() throws {
    let (root, sidebar) = try sidebarAndBody()
    #expect(root.frames(in: 80, 2).map(\.width) == [20, 59])
    for (value, width) in [(30.0, 30), (35, 35), (50, 40), (-5, 10), (20, 20), (11, 11)] {
      try root.suggest(value, for: sidebar.width)
      #expect(root.frames(in: 80, 2).map(\.width) == [width, 79 - width])
    }
    #expect(root.constraintConflicts.isEmpty)
    root.stopSuggesting(sidebar.width)
    root.stopSuggesting(sidebar.width)
    #expect(root.frames(in: 80, 2).map(\.width) == [20, 59])
  }

  @Test("a suggestion gives way to higher priorities and not to lower ones")
  func tiers() throws {
    let (root, sidebar) = try sidebarAndBody()
    for (priority, width) in [(899, 20), (901, 30), (100, 20), (999, 30)] {
      try root.suggest(30, for: sidebar.width, priority: ConstraintPriority(priority))
      #expect(root.frames(in: 80, 2)[0].width == width)
    }
  }

  @Test("a required suggestion that contradicts what is required is left out and named")
  func required() throws {
    let (root, sidebar) = try sidebarAndBody()
    try root.suggest(50, for: sidebar.width, priority: .required)
    #expect(root.frames(in: 80, 2)[0].width == 20)
    #expect(
      root.constraintConflicts.map(\.leftOut) == [.suggestion(sidebar.width, value: 50, .required)])
    #expect("\(root.constraintConflicts[0])".contains("item 1.width = 50 (suggested, required)"))
    try root.suggest(40, for: sidebar.width, priority: .required)
    #expect(root.frames(in: 80, 2)[0].width == 40)
    #expect(root.constraintConflicts.isEmpty)
  }

  @Test("each number has a suggestion of its own, mirrored from right to left where it is")
  func several() throws {
    let root = box({ $0.display = .constraints }, text(8))
    let item = root.item(root.children[0])
    try root.suggest(4, for: item.leading)
    try root.suggest(3, for: item.top)
    try root.suggest(6, for: item.width)
    #expect(root.frames(in: 30, 9)[0] == rect(4, 3, 6, 1))
    root.style.layoutDirection = .rightToLeft
    #expect(root.frames(in: 30, 9)[0] == rect(20, 3, 6, 1))
  }

  @Test("another value rebuilds nothing: the search goes on from where it was")
  func incremental() throws {
    let (root, sidebar) = try sidebarAndBody()
    try root.suggest(30, for: sidebar.width)
    _ = root.frames(in: 80, 2)
    let container = try #require(root.constraintContainer)
    let before = container.solver.counters
    let count = container.solver.constraintCount
    for value in [31.0, 33, 25, 38] {
      try root.suggest(value, for: sidebar.width)
      #expect(root.frames(in: 80, 2)[0].width == Int(value))
    }
    #expect(container.solver.counters == before)
    #expect(container.solver.constraintCount == count)
  }

  @Test("numbers that are none, and items that are unknown, are refused, and nothing changes")
  func refused() throws {
    let (root, sidebar) = try sidebarAndBody()
    try root.suggest(30, for: sidebar.width)
    for number in [Double.nan, .infinity, -.infinity, 1e13] {
      #expect(throws: LayoutConstraintError.self) { try root.suggest(number, for: sidebar.width) }
      #expect(throws: LayoutConstraintError.self) { try root.suggest(number, for: sidebar.left) }
    }
    #expect(throws: LayoutConstraintError.outOfRange(-.infinity)) {
      try root.suggest(-.infinity, for: sidebar.width)
    }
    #expect(root.frames(in: 80, 2)[0].width == 30)
    let child = root.remove(at: 0)
    #expect(throws: LayoutConstraintError.unknownItem(sidebar)) {
      try root.suggest(30, for: sidebar.width)
    }
    root.stopSuggesting(sidebar.width)
    root.insert(child, at: 0)
    #expect(root.frames(in: 80, 2)[0].width == 8)
  }
}
