import MillraceTesting
import Testing

@testable import MillraceRender

@MainActor
@Suite("Tables of elements")
struct ElementTableTests {
  private final class Value {}

  @Test("a removed element is not found, also after its slot is used again")
  func stale() {
    var table = ElementTable<Value>()
    let (old, new, other) = (
      ElementID(1, at: 5), ElementID(2, at: 5), ElementID(-1, at: 1)
    )
    let values = [Value(), Value(), Value()]
    #expect(table[old] == nil)
    table[old] = values[0]
    table[other] = values[1]
    #expect(table[old] === values[0])
    #expect(table[other] === values[1])
    #expect(other.value == -1)
    table[old] = nil
    #expect(table[old] == nil)
    table[new] = values[2]
    table[old] = nil
    #expect(table[old] == nil)
    #expect(table[new] === values[2])
    #expect(table.value(at: 5) === values[2])
    #expect(table.id(2) == new)
    #expect(table.id(1) == nil)
    #expect(Set(table.ids) == [new, other])
  }

  @Test("elements that replace others take their slots, with new IDs")
  func slots() {
    let host = RecordingHost()
    let renderer = Renderer(host: host)
    var seen: Set<ElementID> = []
    for round in 0..<200 {
      let items = (0..<10).map { "\(round).\($0)" }
      renderer.render(group { for item in items { leaf(item).key(item) } })
      let ids = renderer.instances.ids
      #expect(Set(ids.map(\.index)).count == ids.count)
      #expect(ids.allSatisfy { $0.index < 50 })
      let children = host.items[host.roots[0]]?.children ?? []
      #expect(children.count == 10 && seen.isDisjoint(with: children))
      seen.formUnion(children)
    }
    renderer.unmount()
    #expect(renderer.instances.ids.count <= 1)
  }
}
