import MillraceStore
import Testing
import TestSupport

private struct Shelf: Equatable, Sendable {
  var books = ["Emma", "Dune", "Ulysses"]
  var prefix = ""
  var limit = 10
  var clicks = 0
}

private enum ShelfAction: Sendable { case add(String), find(String), limit(Int), click }

private func makeShelf() -> Store<Shelf, ShelfAction> {
  Store(
    initial: Shelf(),
    reducer: Reducer { state, action in
      switch action {
      case .add(let book): state.books.append(book)
      case .find(let prefix): state.prefix = prefix
      case .limit(let limit): state.limit = limit
      case .click: state.clicks += 1
      }
    })
}

@Suite("Selectors")
struct SelectorTests {
  private let runs = Log<String>()

  private var found: StateSelector<Shelf, [String]> {
    let runs = runs
    return StateSelector(\Shelf.books, \.prefix) { books, prefix in
      runs.add("found")
      return books.filter { $0.hasPrefix(prefix) }
    }
  }

  @Test("a selector computes a value from parts of the state")
  func value() {
    #expect(found(Shelf(prefix: "D")) == ["Dune"])
  }

  @Test("a selector computes again only when an input changed")
  func memory() {
    let found = found
    var state = Shelf(prefix: "E")
    _ = found(state)
    state.clicks = 1
    state.limit = 2
    #expect(found(state) == ["Emma"])
    #expect(runs.entries.count == 1)
    state.books.append("Evelina")
    #expect(found(state) == ["Emma", "Evelina"])
    #expect(found(state) == ["Emma", "Evelina"])
    #expect(runs.entries.count == 2)
    state.prefix = "U"
    #expect(found(state) == ["Ulysses"])
    #expect(runs.entries.count == 3)
  }

  @Test("a selector remembers one result, so a return to earlier inputs computes again")
  func memoryOfOne() {
    let found = found
    for prefix in ["E", "D", "E"] { _ = found(Shelf(prefix: prefix)) }
    #expect(runs.entries.count == 3)
  }

  @Test("a selector takes any number of key paths, functions and selectors")
  func inputs() {
    let one = StateSelector(\Shelf.books.count) { $0 * 2 }
    let next = StateSelector { (shelf: Shelf) in shelf.clicks + 1 }
    let four = StateSelector(one, .init(\.limit), next, .init(\.prefix)) {
      "\($0) \($1) \($2) \($3)"
    }
    #expect(one(Shelf()) == 6)
    #expect(four(Shelf(prefix: "x")) == "6 10 1 x")
  }

  @Test("a selector of selectors computes only the selectors whose inputs changed")
  func composition() {
    let runs = runs
    let found = found
    let shown = StateSelector(found, .init(\.limit)) { found, limit in
      runs.add("shown")
      return Array(found.prefix(limit))
    }
    let title = StateSelector(shown, found) { shown, found in
      runs.add("title")
      return "\(shown.count) of \(found.count)"
    }
    var state = Shelf()
    #expect(title(state) == "3 of 3")
    #expect(runs.entries.sorted() == ["found", "shown", "title"])
    state.clicks = 1
    #expect(title(state) == "3 of 3")
    #expect(runs.entries.count == 3)
    state.limit = 1
    #expect(title(state) == "1 of 3")
    #expect(runs.entries.suffix(2) == ["shown", "title"])
    state.books[0] = "Evelina"
    #expect(title(state) == "1 of 3")
    #expect(runs.entries.count { $0 == "found" } == 2)
  }

  @Test("an input selector that occurs twice is computed once, also with withOwnMemory")
  func sharedParts() {
    let found = found
    let counts = StateSelector(StateSelector(found) { $0.count }, found) { [$0, $1.count] }
    #expect(counts.withOwnMemory()(Shelf()) == [3, 3])
    #expect(runs.entries.count == 1)
  }

  @Test("a selector does not compute again when its input selector returns an equal value")
  func prunes() {
    let runs = runs
    let count = StateSelector(found) { found in
      runs.add("count")
      return found.count
    }
    let label = StateSelector(count) { count in
      runs.add("label")
      return "\(count)"
    }
    _ = label(Shelf())
    _ = label(Shelf(books: ["Middlemarch", "Persuasion", "Villette"]))
    #expect(runs.entries.count { $0 == "count" } == 2)
    #expect(runs.entries.count { $0 == "label" } == 1)
  }

  @Test("an input's values are compared only when its bits differ")
  func cheapComparison() {
    let comparisons = Log<Int>()
    let total = StateSelector(\[Spy].first, \.count) { _, count in count }
    let spies = [Spy(number: 1, comparisons: comparisons)]
    _ = total(spies)
    for _ in 0..<5 { #expect(total(spies) == 1) }
    #expect(comparisons.entries.isEmpty)
    // Equal but stored elsewhere: compared once, and then recognised by its bits.
    let equal = [Spy(number: 1, comparisons: comparisons)]
    for _ in 0..<5 { #expect(total(equal) == 1) }
    #expect(comparisons.entries.count == 1)
  }

  @Test("an input that is not equal to itself does not cause a computation at every call")
  func notANumber() {
    let runs = runs
    let shown = StateSelector(\Double.self) { number in
      runs.add("shown")
      return "\(number)"
    }
    for _ in 0..<3 { #expect(shown(.nan) == "nan") }
    #expect(runs.entries.count == 1)
    #expect(shown(0.0) == "0.0")
    #expect(shown(1.0) == "1.0")
  }

  @Test("copies and select share a selector's memory, and withOwnMemory shares none of it")
  func ownMemory() {
    let shown = StateSelector(found, .init(\.limit)) { Array($0.prefix($1)) }
    _ = shown(Shelf())
    _ = shown.select(Shelf())
    let copy = shown
    _ = copy(Shelf())
    let books = Shelf().books
    #expect(runs.entries.count == 1, "\(books)")
    let own = shown.withOwnMemory()
    _ = own(Shelf(prefix: "D"))
    #expect(runs.entries.count == 2)
    _ = shown(Shelf())
    #expect(runs.entries.count == 2)
  }

  @Test("a selector's function as an input uses that selector's memory")
  func functionAsInput() {
    let found = found
    let count = StateSelector(StateSelector(found.select), .init(\.clicks)) { $0.count + $1 }
    _ = found(Shelf())
    #expect(count(Shelf(clicks: 1)) == 4)
    #expect(runs.entries.count == 1)
  }

  @Test("a selector can be called from its own combining function")
  func reentry() {
    let inner = Slot<StateSelector<Int, Int>>()
    let selector = StateSelector(\Int.self) { number in
      number == 0 ? 0 : number + (inner.value?(number - 1) ?? 0)
    }
    inner.value = selector
    #expect(selector(4) == 10)
    inner.value = nil
  }

  @Test("a selector's remembered result is released with it")
  func release() {
    weak var held: ReleaseTests.Probe?
    do {
      let probe = ReleaseTests.Probe()
      held = probe
      let selector = StateSelector(\Int.self) { _ in probe }
      _ = selector(1)
    }
    #expect(held == nil)
  }

  @Test("each result belongs to its own state when several threads call a selector")
  func threads() async {
    let double = StateSelector(\Int.self) { $0 * 2 }
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<8 {
        group.addTask {
          (0..<2_000).allSatisfy { double($0 % 5 + thread) == ($0 % 5 + thread) * 2 }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}

@Suite("Subscriptions to selectors")
struct SelectorSubscriptionTests {
  @Test(
    "a subscription to a selector is called when its value changes, and computes when an input does"
  )
  func subscription() {
    let runs = Log<String>()
    let found = StateSelector(\Shelf.books, \.prefix) { books, prefix in
      runs.add("run")
      return books.filter { $0.hasPrefix(prefix) }
    }
    let store = makeShelf()
    let seen = Log<Change<[String]>>()
    let token = store.subscribe(to: found) { seen.add($0) }
    #expect(runs.entries.count == 1)
    store.dispatch(.click)
    store.dispatch(.click)
    #expect(runs.entries.count == 1)
    store.dispatch(.find("D"))
    store.dispatch(.add("Emma"))
    #expect(runs.entries.count == 3)
    #expect(
      seen.entries == [
        Change(old: ["Emma", "Dune", "Ulysses"], new: ["Dune"], version: 3)
      ])
    withExtendedLifetime(token) {}
  }

  @Test("two stores that subscribe to one selector have separate memories")
  func twoStores() {
    let runs = Log<String>()
    let found = StateSelector(\Shelf.books, \.prefix) { books, prefix in
      runs.add("run")
      return books.filter { $0.hasPrefix(prefix) }
    }
    let (first, second) = (makeShelf(), makeShelf())
    second.dispatch(.find("D"))
    let tokens = [first, second].map { $0.subscribe(to: found) { _ in } }
    for _ in 0..<3 {
      first.dispatch(.click)
      second.dispatch(.click)
    }
    #expect(runs.entries.count == 2)
    withExtendedLifetime(tokens) {}
  }
}

/// A value that counts its comparisons.
private struct Spy: Equatable, Sendable {
  final class Box: Sendable {}
  let number: Int
  let comparisons: Log<Int>
  let box = Box()

  static func == (first: Spy, second: Spy) -> Bool {
    first.comparisons.add(first.number)
    return first.number == second.number
  }
}
