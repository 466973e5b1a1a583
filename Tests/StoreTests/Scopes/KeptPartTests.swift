import MillraceStore
import Testing

@Suite("A subscriber in a scope")
struct KeptPartTests {
  @Test(
    "a subscriber retains only the part that it selected, so the rest is changed in place",
    // Elements are excluded: to find their subscribers, the store keeps the old list.
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
