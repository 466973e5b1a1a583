#if DEBUG
  import Millrace
  import MillraceTesting
  import TestSupport
  import Testing

  @testable import catalogue

  /// A page that is written by hand and in markup.
  struct PairOfPages: Sendable, CustomTestStringConvertible {
    let name: String
    let byHand: @MainActor @Sendable () -> Node
    let markup: @MainActor @Sendable () -> Node

    var testDescription: String { name }
  }

  extension PairOfPages {
    /// A page of the catalogue, and the same in markup.
    init(_ id: String, _ markup: @autoclosure @escaping @MainActor @Sendable () -> Node) {
      name = id
      byHand = { CataloguePage.all.first { $0.id == id }?.content() ?? .empty }
      self.markup = markup
    }

    static let catalogue = [
      PairOfPages("text", TextPage().node),
      PairOfPages("button", ButtonPage().node),
      PairOfPages("field", TextFieldPage().node),
      PairOfPages("form", FormPage().node),
      PairOfPages("tabs", TabsPage().node),
      PairOfPages("select", SelectPage().node),
      PairOfPages("progress", ProgressPage().node),
      PairOfPages("spinner", SpinnerPage().node),
      PairOfPages(
        name: "month", byHand: { ByHand.MonthPage().node }, markup: { MonthPage().node }),
      PairOfPages("list", ListPage().node),
      PairOfPages("scroll", ScrollPage().node),
      PairOfPages("dialog", DialogPage().node),
      PairOfPages("toast", ToastPage().node),
    ]
  }

  @MainActor
  @Suite("Pages in markup")
  struct CataloguePagesTests {
    nonisolated static let pages = PairOfPages.catalogue + PairOfPages.mixtures

    /// The seeds of a page's events. By default it is one, which differs between the pages.
    private static func seeds(_ pages: PairOfPages, long: UInt64 = 4) -> ClosedRange<UInt64> {
      if isLong { return 1...long }
      let index = Self.pages.firstIndex { $0.name == pages.name } ?? 0
      let seed = UInt64(index % 4 + 1)
      return seed...seed
    }

    private static func events(_ seed: UInt64) -> [PageEvent] {
      PageEvent.random(rounds(15, long: 45), seed: seed)
    }

    @Test(
      "a page in markup equals the same page by hand in instances, state, rows, cursor and bytes",
      arguments: pages)
    func compiled(_ pages: PairOfPages) throws {
      for seed in Self.seeds(pages) {
        let (byHand, markup) = (
          try PageStage(pages.byHand), try PageStage(isMarkup: true, pages.markup)
        )
        defer { for stage in [byHand, markup] { stage.end() } }
        try expectEqual(byHand, markup, Self.events(seed), pages.name, seed)
        #expect(markup.session.issues.map { "\($0)" } == byHand.session.issues.map { "\($0)" })
      }
    }

    @Test("a page in live markup equals the same page by hand", arguments: pages)
    func live(_ pages: PairOfPages) throws {
      for seed in Self.seeds(pages) {
        let bodies = try LiveBodies()
        let slot = try #require(bodies.slot())
        let byHand = try PageStage(pages.byHand)
        let live = try PageStage(isMarkup: true, slot: slot, pages.markup)
        defer { for stage in [byHand, live] { stage.end() } }
        try expectEqual(byHand, live, Self.events(seed), pages.name, seed)
        #expect(bodies.said == [])
        #expect(live.session.issues.map { "\($0)" } == byHand.session.issues.map { "\($0)" })
      }
    }

    @Test(
      "a page whose markup becomes live keeps its screen, tree, bytes and cursor",
      arguments: pages)
    func becomesLive(_ pages: PairOfPages) throws {
      for seed in Self.seeds(pages, long: 6) {
        let bodies = try LiveBodies()
        let (byHand, live) = (
          try PageStage(pages.byHand), try PageStage(isMarkup: true, pages.markup)
        )
        defer { for stage in [byHand, live] { stage.end() } }
        let events = Self.events(seed)
        // The first change replaces compiled markup, and the later ones live markup.
        let parts =
          isLong
          ? [events[..<10], events[10..<25], events[25..<35], events[35...]]
          : [events[..<10], events[10...]]
        for (index, part) in parts.enumerated() {
          // The trees are compared after the change, if not also before it.
          try expectEqual(byHand, live, Array(part), pages.name, seed, comparesTree: isLong)
          let before = live.takeSnapshot(hasTree: false)
          live.show(try #require(bodies.slot("\(index)")))
          byHand.showNothing()
          let (after, other) = (live.takeSnapshot(), byHand.takeSnapshot())
          let comment: Comment = "\(pages.name), seed \(seed), live after \(index) parts"
          try #require(after.rows == other.rows, comment)
          try #require(after.tree == other.tree, comment)
          try #require(after.shownBytes == other.shownBytes, comment)
          if pages.name != "spinner" { try #require(after.shownBytes == "\"\"", comment) }
          try #require(after.cursor == before.cursor, comment)
        }
        #expect(bodies.said == [])
        #expect(live.session.issues.map { "\($0)" } == byHand.session.issues.map { "\($0)" })
      }
    }

    /// Interactions that open, scroll or start something, and a text that they show.
    nonisolated static let begun: [(page: String, events: [PageEvent], shows: String)] = [
      ("select", [.key(.enter), .key(.down)], "Pluto"),
      ("dialog", [.key(.enter), .key(.tab)], "This cannot be undone."),
      ("scroll", [.wheel(up: false, x: 3, y: 3), .wheel(up: false, x: 3, y: 3)], "Line 16 of 50"),
      ("field", [.key(.end), .key(.left), .type("x"), .key(.left)], "Ada Lovelacxe"),
      ("field", [.key(.tab), .type("+ho")], "+homework"),
      ("list", Array(repeating: .key(.down), count: 20) + [.key(.space)], "1 selected"),
      ("month", [.key(.right), .key(.enter)], "Selected: 2026-02"),
      ("tabs", [.key(.right)], "drafts"),
      ("toast", [.key(.enter)], "Saved"),
      ("form", [.type("a"), .key(.tab), .type("fri")], "fri"),
    ]

    @Test("open, scrolled and started content stays when markup becomes live", arguments: begun)
    func staysAsItIs(page: String, events: [PageEvent], shows: String) throws {
      let pages = try #require(Self.pages.first { $0.name == page })
      let bodies = try LiveBodies()
      let (byHand, live) = (
        try PageStage(pages.byHand), try PageStage(isMarkup: true, pages.markup)
      )
      defer { for stage in [byHand, live] { stage.end() } }
      try expectEqual(byHand, live, events, page, 0)
      let before = live.takeSnapshot()
      #expect(before.rows.contains { $0.contains(shows) }, "\(before.rows)")
      live.show(try #require(bodies.slot()))
      byHand.showNothing()
      #expect(live.takeSnapshot() == before)
      let more: [PageEvent] = [.key(.down), .key(.enter), .key(.tab), .type("a"), .key(.escape)]
      try expectEqual(byHand, live, more, page, 0)
      #expect(bodies.said == [])
    }

    /// Compares two pages after each event.
    /// - Parameter comparesTree: Whether to compare the trees, too: at first and at the end, and in
    ///   a long run after each event.
    private func expectEqual(
      _ first: PageStage, _ second: PageStage, _ events: [PageEvent], _ name: String,
      _ seed: UInt64, comparesTree: Bool = true
    ) throws {
      func compare(after count: Int) throws {
        let hasTree = comparesTree && (isLong || count == 0 || count == events.count)
        let (one, other) = (
          first.takeSnapshot(hasTree: hasTree), second.takeSnapshot(hasTree: hasTree)
        )
        if one == other { return }
        let done = events.prefix(count).map { "\($0)" }.joined(separator: ", ")
        let comment: Comment = "\(name), seed \(seed), after \(done)"
        try #require(one.rows == other.rows, comment)
        try #require(one.tree == other.tree, comment)
        try #require(one.cursor == other.cursor, comment)
        try #require(one.shownBytes == other.shownBytes, comment)
      }
      try compare(after: 0)
      for (index, event) in events.enumerated() {
        first.send(event)
        second.send(event)
        try compare(after: index + 1)
      }
    }
  }
#endif
