import MillraceStore
import MillraceStoreTesting
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceDocument

/// Lists that are filtered, sorted, counted and searched, compared with a computation from an
/// array.
@MainActor @Suite("Queries of lists")
struct ListQueryTests {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var group: Int
  }

  /// Collects the jobs for other threads and for the main actor; the test runs them.
  final class ManualQueues: Sendable {
    let work = Guarded<[@Sendable () -> Void]>([])
    let turns = Guarded<[@MainActor @Sendable () -> Void]>([])

    @MainActor func query(
      _ text: @escaping @Sendable (Item) -> String = { $0.title }
    ) -> ListQuery<Item> {
      ListQuery(
        searching: text, worker: { [self] next in work.withLock { $0.append(next) } },
        runOnMainActor: { [self] next in turns.withLock { $0.append(next) } })
    }

    var isIdle: Bool { work.withLock { $0.isEmpty } && turns.withLock { $0.isEmpty } }

    func workOnce() { work.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }

    @MainActor func runOneTurn() { turns.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }

    @MainActor func settle() {
      while !isIdle {
        workOnce()
        runOneTurn()
      }
    }
  }

  /// A request and its parameters.
  struct Criteria: Equatable {
    var tab: Int?
    var day = 0
    var filter: Int?
    var isSorted = false
    var search = ""

    var request: ListRequest<Item> {
      let (day, filter) = (day, filter)
      return ListRequest(
        tabs: [nil]
          + (1...2).map { tab in ListFilter(id: [tab, day]) { Self.isIn($0, tab, day) } },
        tab: tab,
        filter: filter.map { filter in ListFilter(id: filter) { $0.group % 7 != filter } },
        order: isSorted ? ListOrder(id: 0) { $0.group % 50 > $1.group % 50 } : nil, search: search)
    }

    static func isIn(_ item: Item, _ tab: Int, _ day: Int) -> Bool {
      tab == 0 || (item.group + day) % 3 == tab
    }

    func matching(_ model: [Item]) -> [Item] {
      var all = model.filter { tab == nil || Self.isIn($0, tab!, day) }
      if let filter { all = all.filter { $0.group % 7 != filter } }
      if isSorted { all = Self.sorted(all) { $0.group % 50 } }
      if search.isEmpty { return all }
      let pattern = FuzzyPattern(search)
      let found = all.compactMap { item in pattern.score(of: item.title).map { (item, $0) } }
      return Self.sorted(found, by: \.1).map(\.0)
    }

    /// The highest key first, and equal keys in their order. Few keys differ, so this is much
    /// quicker than a comparison of all elements in an unoptimized build.
    private static func sorted<Element>(_ all: [Element], by key: (Element) -> Int) -> [Element] {
      let groups = Dictionary(grouping: all, by: key)
      return groups.keys.sorted(by: >).flatMap { groups[$0]! }
    }

    func counts(_ model: [Item]) -> [Int] {
      (0...2).map { tab in model.count { Self.isIn($0, tab, day) } }
    }
  }

  private func item(_ id: Int, _ generator: inout SeededGenerator) -> Item {
    let words = ["milk", "bread", "oil", "mill", "a mile of kelp", "blink", "é"]
    let title = (0...Int.random(in: 0...2, using: &generator)).map { _ in
      words.randomElement(using: &generator)!
    }
    return Item(
      id: id, title: title.joined(separator: " "), group: .random(in: 0..<90, using: &generator))
  }

  @Test(
    "a query shows no stale result while its work runs, and all results at the end",
    arguments: 1...rounds(4, long: 60))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func random(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
    let queues = ManualQueues()
    // With some seeds, a second query shares its results and at times makes the same request.
    let (query, other) = (queues.query(), queues.query())
    if seed % 3 == 0 {
      query.shared = SharedQueries()
      other.shared = query.shared
    }
    var nextID = [40, 1_990, 2_010, 4_500][Int(seed % 4)]
    var model = (0..<nextID).map { item($0, &generator) }
    var list = IdentifiedList(model)
    var criteria = Criteria()

    func check(_ note: Comment) throws {
      let asked = other.shared != nil && random(2) == 0 ? other : query
      let results = asked.results(criteria.request, of: list)
      let wanted = criteria.matching(model)
      if results.isIncomplete {
        let isFresh = results.shown.allSatisfy { list[id: $0.id] == $0 }
        try #require(isFresh, note)
        var alike = criteria
        alike.search = ""
        let ids = Set(alike.matching(model).map(\.id))
        let isWanted = results.shown.allSatisfy { ids.contains($0.id) }
        try #require(isWanted, note)
      } else {
        let shown = criteria.search.isEmpty ? wanted : Array(wanted.prefix(1_000))
        let isRight = results.shown.elementsEqual(shown)
        try #require(isRight, note)
        try #require(results.foundCount == (criteria.search.isEmpty ? nil : wanted.count), note)
      }
      for (count, expected) in zip(results.counts, criteria.counts(model)) {
        try #require(count == nil || count == expected, note)
      }
      if model.count <= 2_000 { try #require(!results.isIncomplete, note) }
    }

    let most = rounds(1_000, long: 3_000)
    for step in 0..<rounds(32, long: 48) {
      let note = Comment(rawValue: "seed \(seed), step \(step)")
      for _ in 0...random(3) {
        let index = random(max(model.count, 1))
        switch random(20) {
        case 0: criteria.tab = [nil, 0, 1, 2][random(4)]
        case 1: criteria.filter = [nil, 3, 4][random(3)]
        case 2: criteria.isSorted.toggle()
        case 3...4: criteria.search = ["", "m", "mil", "ml", "e", "zz"][random(6)]
        case 5: criteria.day += random(2)
        case 6 where step % 8 == 0:
          let all = (0..<random(most)).map { item(nextID + 1 + $0, &generator) }
          nextID += all.count
          list.append(contentsOf: all)
          model += all
        case 7 where step % 8 == 0:
          let range = index..<min(index + random(most), model.count)
          list.removeSubrange(range)
          model.removeSubrange(range)
        case 8...11 where !model.isEmpty:
          model[index] = item(model[index].id, &generator)
          list[id: model[index].id] = model[index]
        case 12...13 where !model.isEmpty:
          list.remove(at: index)
          model.remove(at: index)
        case 14 where !model.isEmpty:
          let other = random(model.count)
          list.move(from: index, to: other)
          model.insert(model.remove(at: index), at: other)
        case 15...16:
          nextID += 1
          let new = item(nextID, &generator)
          list.insert(new, at: min(index, model.count))
          model.insert(new, at: min(index, model.count))
        case 17...18: queues.workOnce()
        default: queues.runOneTurn()
        }
      }
      try check(note)
    }
    queues.settle()
    _ = other.results(criteria.request, of: list)
    queues.settle()
    let results = query.results(criteria.request, of: list)
    queues.settle()
    #expect(!results.isIncomplete && results.counts.allSatisfy { $0 != nil })
    try check("seed \(seed), at the end")
  }

  @Test("a session reuses the result that another session computed for the same request")
  func shared() {
    let (looks, queues, shared) = (Tally(), ManualQueues(), SharedQueries<Item>())
    let queries = (0..<3).map { _ in queues.query() }
    for query in queries { query.shared = shared }
    var list = IdentifiedList((0..<5_000).map { Item(id: $0, title: "\($0)", group: $0) })
    func request(_ group: Int) -> ListRequest<Item> {
      ListRequest(
        filter: ListFilter(id: group) {
          looks.add(1)
          return $0.group % 4 != group
        })
    }
    _ = queries[0].results(request(1), of: list)
    queues.settle()
    #expect(queries[0].results(request(1), of: list).shown.count == 3_750 && looks.value == 5_000)
    for query in queries {
      let results = query.results(request(1), of: list)
      #expect(!results.isIncomplete && results.shown.count == 3_750 && looks.value == 5_000)
    }
    list[id: 2]?.group = 1
    for query in queries {
      #expect(query.results(request(1), of: list).shown.count == 3_749 && looks.value == 5_001)
    }
    // The result of a different request is not shared.
    #expect(queries[2].results(request(2), of: list).isIncomplete)
    queues.settle()
    #expect(queries[2].results(request(2), of: list).shown.count == 3_751)
    #expect(queries[1].results(request(1), of: list).shown.count == 3_749)
    #expect(looks.value == 10_001)
  }

  @Test("after one change, few of many elements are examined, also during a search")
  func cost() {
    let (looks, texts) = (Tally(), Tally())
    let queues = ManualQueues()
    let query = queues.query { item in
      texts.add(1)
      return item.title
    }
    let count = rounds(20_000, long: 100_000)
    let far = count / 10 * 7 + 2
    var list = IdentifiedList(
      (0..<count).map { Item(id: $0, title: "number \($0 % 977)", group: $0) })
    var request = ListRequest<Item>(
      tabs: (0..<3).map { tab in
        ListFilter(id: tab) {
          looks.add(1)
          return $0.group % 4 != tab
        }
      },
      tab: 1,
      filter: ListFilter(id: "filter") {
        looks.add(1)
        return $0.group % 5 != 0
      },
      order: ListOrder(id: "order") {
        looks.add(1)
        return $0.group % 1_000 < $1.group % 1_000
      })
    #expect(query.results(request, of: list).isIncomplete)
    #expect(looks.value == 0, "not on the main actor")
    queues.settle()
    for search in ["", "n"] {
      request.search = search
      let before = texts.value
      _ = query.results(request, of: list)
      #expect(texts.value - before <= 2_000)
      queues.settle()
      #expect(!query.results(request, of: list).isIncomplete)
      looks.reset()
      texts.reset()
      for id in [5_000, 5_001, 5_002, far] {
        list[id: id]?.title = "nothing"
        list[id: id]?.group += 4
        let results = query.results(request, of: list)
        #expect(!results.isIncomplete)
      }
      list.remove(id: 5_002)
      let found = query.results(request, of: list).foundCount
      #expect(found == (search == "" ? nil : count / 5 * 3 - 1))
      #expect(looks.value < 5 * 60 && texts.value < 5 * 3)
      #expect(queues.isIdle)
      list.append(list[id: 5_003]!)
      list.insert(Item(id: 5_002, title: "number 5", group: 5_002), at: 5_002)
    }
  }

  @Test("of many equal matches, the first 1,000 are shown, also after changes of the list")
  func equalMatches() {
    let queues = ManualQueues()
    let query = queues.query()
    var list = IdentifiedList((0..<4_000).map { Item(id: $0, title: "same", group: 0) })
    _ = query.results(ListRequest(search: "s"), of: list)
    queues.settle()
    for round in 0..<12 {
      for id in (round * 120)..<(round + 1) * 120 { list.remove(id: id) }
      list.insert(
        Item(id: -1 - round, title: "same", group: 0), at: round.isMultiple(of: 2) ? 2_400 : 7)
      let results = query.results(ListRequest(search: "s"), of: list)
      let isRight = results.isIncomplete || results.shown.elementsEqual(list.prefix(1_000))
      #expect(isRight && (results.isIncomplete || results.foundCount == list.count))
      #expect(!results.isIncomplete || round > 6, "more than 1,000 further matches remain")
      queues.settle()
    }
    let results = query.results(ListRequest(search: "s"), of: list)
    #expect(results.shown.elementsEqual(list.prefix(1_000)) && results.foundCount == list.count)
  }

  @Test("of many equal matches, the first 2,000 are kept, also after many insertions")
  func keptMatches() {
    var list = IdentifiedList((0..<2_500).map { Item(id: $0, title: "same", group: 0) })
    var search = ListSearch("s", in: list) { $0.title }
    search.advance(by: list.count)
    for id in 2_500..<2_600 {
      list.insert(Item(id: id, title: "same", group: 0), at: 7)
      search.update(to: list)
    }
    let kept = search.ranks.values.map(\.ids)
    #expect(kept == [list.prefix(2_000).map(\.id)])
    #expect(search.isComplete && search.count == 2_600)
  }

  @Test("a tab that the request does not have stops the program")
  func absentTab() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var stages = QueryStages<Item> { $0.title }
      stages.update(to: [], for: ListRequest(tabs: [nil, nil], tab: 2))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("The tab 2 is not an index of the request's 2 tabs."))
    #expect(message.contains("Pass nil to show all elements."))
  }

  @Test("a pinned element keeps its index until it is unpinned or the request changes")
  func keeping() {
    let query = ManualQueues().query()
    var changes = 0
    query.onChange = { changes += 1 }
    var list = IdentifiedList((0..<6).map { Item(id: $0, title: "\($0)", group: 0) })
    let filter = ListFilter<Item>(id: "open") { $0.group == 0 }
    let request = ListRequest(filter: filter)
    func shown(_ request: ListRequest<Item>) -> [Int] {
      query.results(request, of: list).shown.map(\.id)
    }
    #expect(shown(request) == [0, 1, 2, 3, 4, 5])
    query.pin([3, 1])
    for id in [1, 2, 3] { list[id: id]?.group = 1 }
    #expect(shown(request) == [0, 1, 4, 3, 5])
    list.remove(id: 1)
    #expect(shown(request) == [0, 4, 3, 5])
    query.unpinAll()
    #expect(changes == 1)
    #expect(shown(request) == [0, 4, 5])
    query.unpinAll()
    #expect(changes == 1, "nothing was kept")
    query.pin([4])
    list[id: 4]?.group = 1
    #expect(shown(request) == [0, 4, 5])
    #expect(
      shown(ListRequest(filter: filter, search: "")) == [0, 4, 5], "the wanted sources are the same"
    )
    #expect(shown(ListRequest(filter: filter, search: "5")) == [5])
    #expect(shown(request) == [0, 5])
  }

  @Test("an empty search shows all elements, without a count")
  func emptySearch() {
    let query = ManualQueues().query()
    let list = IdentifiedList((0..<6).map { Item(id: $0, title: "\($0)", group: 0) })
    #expect(query.results(ListRequest(search: "3"), of: list).foundCount == 1)
    #expect(query.results(ListRequest(search: "x"), of: list).foundCount == 0)
    #expect(query.results(ListRequest(search: ""), of: list).foundCount == nil)
    #expect(query.results(ListRequest(search: ""), of: list).shown == list)
  }

  @Test("a component shows the available results, and more when they are computed")
  func component() {
    let queues = ManualQueues()
    let query = queues.query()
    let list = IdentifiedList((0..<3_000).map { Item(id: $0, title: "item \($0)", group: $0) })
    var request = ListRequest<Item>(tabs: [ListFilter(id: 0) { $0.group < 2 }, nil], tab: 0)
    func shown(_ request: ListRequest<Item>) -> Node {
      Queried(list, request, by: query) { results in
        Column {
          Text("\(results.counts[0].map { "\($0)" } ?? "?") of \(results.counts[1] ?? 0)")
          for item in results.shown.prefix(3) { Text(item.title).key(item.id) }
          if results.isIncomplete { Text("busy") }
        }
      }.node
    }
    let stage = NodeStage(shown(request))
    #expect(stage.rows == ["? of 3000", "busy"])
    queues.settle()
    stage.screen.drawFrame()
    #expect(stage.rows == ["2 of 3000", "item 0", "item 1"])
    request.search = "1"
    stage.show(shown(request))
    #expect(stage.rows == ["2 of 3000", "item 1"])
  }
}
