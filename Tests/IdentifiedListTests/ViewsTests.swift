import Testing
import TestSupport

@testable import MillraceIdentifiedList

@Suite("Views of a list")
struct ViewsTests {
  struct Issue: Equatable, Identifiable, Sendable {
    let id: Int
    var label = ""
    var isClosed = false
  }

  let issues: IdentifiedList<Issue> = [
    Issue(id: 1, label: "bug"), Issue(id: 2, label: "docs", isClosed: true),
    Issue(id: 3, label: "api"), Issue(id: 4, label: "bug"),
  ]

  @Test("the documentation's sample counts the elements that pass a filter")
  func sample() {
    var open = FilteredList<Issue> { !$0.isClosed }
    var byLabel = CountedList<String, Issue> { $0.label }
    open.update(to: issues)
    byLabel.update(to: open.elements)
    #expect(open.map(\.id) == [1, 3, 4])
    #expect(byLabel["bug"] == 2 && byLabel["api"] == 1 && byLabel["docs"] == 0)
    #expect(Set(byLabel.keys) == ["bug", "api"])
    #expect(byLabel.total == 3)
  }

  @Test("a view is empty until its first update")
  func empty() {
    #expect(FilteredList<Issue> { _ in true }.isEmpty)
    #expect(SortedList<Issue> { $0.label < $1.label }.isEmpty)
    #expect(CountedList<String, Issue> { $0.label }.keys.isEmpty)
    #expect(GroupedList<String, Issue> { $0.label }["bug"].isEmpty)
  }

  @Test("groups are in the order of their first elements")
  func groups() {
    var issues = issues
    var view = GroupedList<String, Issue> { $0.label }
    view.update(to: issues)
    #expect(Array(view.keys) == ["bug", "docs", "api"])
    #expect(view["bug"].map(\.id) == [1, 4])
    issues.move(from: 0, to: 3)
    view.update(to: issues)
    #expect(Array(view.keys) == ["docs", "api", "bug"])
    #expect(view["bug"].map(\.id) == [4, 1])
  }

  @Test("a copy of a view keeps its content")
  func copies() {
    var view = FilteredList<Issue> { !$0.isClosed }
    view.update(to: issues)
    let copy = view
    var changed = issues
    changed[id: 1]?.isClosed = true
    view.update(to: changed)
    #expect(copy.map(\.id) == [1, 3, 4])
    #expect(view.map(\.id) == [3, 4])
    #expect(copy != view)
    view.update(to: issues)
    #expect(copy == view)
  }

  @Test("counts are equal in any order of their keys")
  func countsInAnyOrder() {
    var one = CountedList<String, Issue> { $0.label }
    var other = one
    one.update(to: issues)
    other.update(to: IdentifiedList(issues.reversed()))
    #expect(one == other)
    other.update(to: IdentifiedList(issues.dropFirst()))
    #expect(one != other)
  }

  @Test("lists and views find the index of an id")
  func indices() {
    func check(_ collection: some IdentifiedCollection<Issue>) {
      for (offset, issue) in collection.enumerated() {
        #expect(collection.index(id: issue.id) == offset)
        #expect(collection[offset] == issue)
      }
      #expect(collection.index(id: 99) == nil)
    }
    var open = FilteredList<Issue> { !$0.isClosed }
    open.update(to: issues)
    #expect(open.index(id: 2) == nil)
    var sorted = SortedList<Issue> { $0.label < $1.label }
    sorted.update(to: issues)
    #expect(sorted.map(\.id) == [3, 1, 4, 2])
    check(issues)
    check(open)
    check(sorted)
  }

  @Test("an element that equals its predecessor but has another id is found by its own id")
  func equalWithAnotherID() {
    struct Name: Equatable, Identifiable {
      let id: Int
      let name: String
      static func == (one: Name, other: Name) -> Bool { one.name == other.name }
    }
    var list = IdentifiedList((0..<20).map { Name(id: $0, name: "Ann") })
    var view = FilteredList<Name> { $0.name == "Ann" }
    view.update(to: list)
    list.removeLast()
    list.append(Name(id: 99, name: "Ann"))
    view.update(to: list)
    #expect(view.index(id: 99) == 19)
    #expect(view.index(id: 19) == nil)
  }

  // MARK: Labels

  @Test("views follow a list whose labels run out at one index", arguments: [0, 1, 50, 99])
  func oneIndex(index: Int) {
    var list = IdentifiedList((0..<100).map { Issue(id: $0, label: "\($0 % 7)") })
    var views = Views()
    for id in 100..<rounds(250, long: 700) {
      list.insert(Issue(id: id, label: "\(id % 7)", isClosed: id % 3 == 0), at: index)
      views.update(to: list)
    }
    views.check(list)
  }

  @Test("views follow the smallest and largest labels")
  func extremes() {
    let labels = Array(Int.min..<Int.min + 40) + Array(Int.max - 39...Int.max)
    var list = IdentifiedList<Issue>()
    for (id, label) in labels.enumerated() {
      list.insert(Issue(id: id, label: "\(id % 3)"), labelled: label, at: id)
    }
    var views = Views()
    views.update(to: list)
    views.check(list)
    for (step, offset) in [80, 0, 40, 41, 1, 81, 3, 79, 12].enumerated() {
      // Elements get new labels, and the first and last elements stay first and last.
      list.insert(Issue(id: 100 + step, label: "\(step % 3)"), at: offset)
      list[id: step * 8]?.isClosed = true
      views.update(to: list)
      views.check(list)
    }
  }

  private struct Views {
    var open = FilteredList<Issue> { !$0.isClosed }
    var sorted = SortedList<Issue> { $0.label < $1.label }
    var counted = CountedList<String, Issue> { $0.label }
    var grouped = GroupedList<String, Issue> { $0.label }

    mutating func update(to list: IdentifiedList<Issue>) {
      open.update(to: list)
      sorted.update(to: list)
      counted.update(to: list)
      grouped.update(to: list)
    }

    func check(_ list: IdentifiedList<Issue>) {
      #expect(Array(open) == list.filter { !$0.isClosed }.map(\.self))
      #expect(Array(sorted) == list.sorted { $0.label < $1.label })
      #expect(open.elements.brokenInvariant == nil && sorted.elements.brokenInvariant == nil)
      for (key, issues) in Dictionary(grouping: list, by: \.label) {
        #expect(counted[key] == issues.count)
        #expect(Array(grouped[key]) == issues)
      }
      #expect(counted.keys.count == grouped.keys.count)
    }
  }

  // MARK: Work

  /// Counts the calls of the views' functions.
  private final class Calls: @unchecked Sendable {
    var filter = 0
    var sort = 0
    var count = 0
    var group = 0
  }

  @Test(
    "one change among many elements calls a view's function a few times and copies a small part")
  func workOfOneChange() {
    let count = rounds(20_000, long: 100_000)
    var list = IdentifiedList((0..<count).map { Issue(id: $0, label: "\($0 % 100)") })
    let calls = Calls()
    var filtered = FilteredList<Issue> {
      calls.filter += 1
      return !$0.isClosed
    }
    var sorted = SortedList<Issue> {
      calls.sort += 1
      return $0.label < $1.label
    }
    var counted = CountedList<String, Issue> {
      calls.count += 1
      return $0.label
    }
    var grouped = GroupedList<String, Issue> {
      calls.group += 1
      return $0.label
    }

    /// Changes the list, and returns the number of calls of each function.
    func work(_ change: (inout IdentifiedList<Issue>) -> Void) -> [Int] {
      change(&list)
      (calls.filter, calls.sort, calls.count, calls.group) = (0, 0, 0, 0)
      let (oldFiltered, oldSorted) = (filtered.elements, sorted.elements)
      filtered.update(to: list)
      sorted.update(to: list)
      counted.update(to: list)
      grouped.update(to: list)
      #expect(calls.sort <= 24 || oldSorted.isEmpty, "the logarithm of the length")
      if !oldFiltered.isEmpty {
        #expect(filtered.elements.unsharedElements(with: oldFiltered) <= 64 * 16)
        #expect(sorted.elements.unsharedElements(with: oldSorted) <= 64 * 16)
      }
      return [calls.filter, calls.count, calls.group]
    }
    #expect(work { _ in } == [count, count, count], "the first time")
    #expect(work { _ in } == [0, 0, 0])
    #expect(work { $0[id: count / 2]?.label = "new" } == [1, 2, 2])
    #expect(work { $0[id: count / 2]?.isClosed = true } == [1, 2, 2])
    #expect(work { $0[id: count / 2]?.isClosed = true } == [0, 0, 0], "equal to what it was")
    #expect(work { $0.insert(Issue(id: -1, label: "7"), at: 0) } == [1, 1, 1])
    #expect(work { $0.remove(id: count / 10 * 7) } == [0, 1, 1])
    #expect(work { $0.move(from: 10, to: count / 10 * 9) } == [0, 0, 2])
    #expect(counted.total == count && counted["7"] == count / 100 + 1)
  }
}
