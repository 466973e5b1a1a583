import MillraceStore
import Testing

@Suite("A subscriber in a scope")
struct KeptPartTests {
  @Test(
    "keeps what it selected and no more: the rest of the child is changed in place",
    // Not an element: to find who is concerned, the list is kept as it was, its elements with it.
    arguments: ScopeKind.allCases.filter { $0 != .element })
  func keepsItsPart(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let token = scope.subscribe(to: \.name) { _ in }
    func buffer() throws -> UInt {
      try #require(kind.person(in: store.state)).numbers.withUnsafeBufferPointer {
        UInt(bitPattern: $0.baseAddress)
      }
    }
    scope.dispatch(.setNumber(0))
    scope.dispatch(.setNumber(1))
    let before = try buffer()
    scope.dispatch(.setNumber(2))
    #expect(try buffer() == before)
    withExtendedLifetime(token) {}
  }
}
