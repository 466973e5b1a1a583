import MillraceStore
import Testing
import TestSupport

@Suite("Selectors for arguments")
struct SelectorFamilyTests {
  struct Library: Equatable, Sendable {
    var books = Array(0..<100)
    var other = 0
  }

  private func family(_ count: Tally, capacity: Int = 100)
    -> SelectorFamily<Int, Library, [Int]>
  {
    SelectorFamily(capacity: capacity) { page in
      StateSelector(\Library.books) { books in
        count.add(1)
        return Array(books.dropFirst(page * 10).prefix(10))
      }
    }
  }

  @Test("each argument's value is remembered")
  func arguments() {
    let count = Tally()
    let page = family(count)
    var library = Library()
    for _ in 0..<3 {
      #expect(page(0)(library) == Array(0..<10))
      #expect(page(3)(library) == Array(30..<40))
      library.other += 1
    }
    #expect(count.value == 2)
    library.books[0] = 7
    #expect(page(0)(library).first == 7)
    #expect(count.value == 3)
  }

  @Test("the argument that was used least recently is forgotten")
  func capacity() {
    let count = Tally()
    let page = family(count, capacity: 2)
    let library = Library()
    for number in [0, 1, 0, 2, 0] { _ = page(number)(library) }
    #expect(count.value == 3)
    _ = page(1)(library)
    #expect(count.value == 4)
  }

  @Test("a subscription to an argument's selector gets its changes only")
  func subscription() {
    let count = Tally()
    let page = family(count)
    let store = Store(initial: Library(), reducer: Reducer<Library, Int> { $0.books[$1] = -1 })
    let seen = Log<[Int]>()
    let token = store.subscribe(to: page(1)) { seen.add($0.new) }
    store.dispatch(5)
    store.dispatch(12)
    #expect(seen.entries == [[10, 11, -1, 13, 14, 15, 16, 17, 18, 19]])
    withExtendedLifetime(token) {}
  }
}
