import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("IdentifiedList: merging two versions")
struct IdentifiedListMergeTests {
  struct Note: Codable, Hashable, Identifiable, Mergeable, Sendable {
    enum Field: String, CaseIterable, Codable { case title, status, tags }

    let id: Int
    var title = ""
    /// Whether the item is ticked, and on which day: one merge field with two values.
    var isDone = false
    var day: Int?
    var tags: [String] = []

    mutating func assign(_ field: Field, from other: Note) {
      switch field {
      case .title: title = other.title
      case .status: (isDone, day) = (other.isDone, other.day)
      case .tags: tags = other.tags
      }
    }
  }

  typealias List = IdentifiedList<Note>
  typealias Conflict = MergeConflict<Note>

  private let base = List((1...3).map { Note(id: $0, title: "\($0)") })

  private func changed(_ change: (inout List) -> Void) -> List {
    var list = base
    change(&list)
    return list
  }

  @Test("a merge takes the fields that one side changed")
  func fields() {
    let ours = changed { $0[id: 1]?.title = "ours" }
    let theirs = changed {
      $0[id: 1]?.tags = ["theirs"]
      $0[id: 2]?.isDone = true
    }
    let (list, conflicts) = ours.merged(with: theirs, base: base)
    #expect(
      Array(list) == [
        Note(id: 1, title: "ours", tags: ["theirs"]), Note(id: 2, title: "2", isDone: true),
        Note(id: 3, title: "3"),
      ])
    #expect(conflicts == [])
  }

  @Test(
    "a merge keeps our value of a field that both sides changed differently, and reports a conflict"
  )
  func conflict() {
    let ours = changed {
      $0[id: 1]?.title = "ours"
      $0[id: 2]?.tags = ["same"]
    }
    let theirs = changed {
      $0[id: 1]?.title = "theirs"
      $0[id: 2]?.tags = ["same"]
    }
    let (list, conflicts) = ours.merged(with: theirs, base: base)
    #expect(list == ours)
    #expect(conflicts.map(\.id) == [.init(element: 1, field: .title)])
    #expect(conflicts.map(\.ours) == [ours[id: 1]])
    #expect(conflicts.map(\.theirs) == [theirs[id: 1]])
  }

  @Test("a merge reports each field in which two added elements with one id differ")
  func bothAdded() {
    let ours = changed { $0.append(Note(id: 9, title: "ours", tags: ["same"])) }
    let theirs = changed { $0.insert(Note(id: 9, title: "theirs", day: 4, tags: ["same"]), at: 0) }
    let (list, conflicts) = ours.merged(with: theirs, base: base)
    #expect(list == ours)
    #expect(conflicts.map(\.id.field) == [.title, .status])
  }

  @Test("a merge removes what one side removed, and reports what the other side changed")
  func removal() {
    let ours = changed {
      $0.remove(id: 1)
      $0.remove(id: 2)
    }
    let theirs = changed {
      $0[id: 2]?.title = "two"
      $0.remove(id: 3)
    }
    let merged = ours.merged(with: theirs, base: base)
    #expect(merged.list.isEmpty)
    #expect(
      merged.conflicts == [
        Conflict(id: .init(element: 2, field: nil), ours: nil, theirs: Note(id: 2, title: "two"))
      ])
    let other = theirs.merged(with: ours, base: base)
    #expect(Array(other.list) == [Note(id: 2, title: "two")])
    #expect(
      other.conflicts == [
        Conflict(id: .init(element: 2, field: nil), ours: Note(id: 2, title: "two"), theirs: nil)
      ])
  }

  @Test("a merge inserts the other side's new elements after their predecessors there")
  func newOnes() {
    let ours = changed { $0.insert(Note(id: 9), at: 1) }
    let theirs = changed {
      $0.insert(Note(id: 8), at: 0)
      $0.insert(contentsOf: [Note(id: 7), Note(id: 6)], at: 2)
      $0.append(Note(id: 5))
    }
    #expect(
      Array(ours.merged(with: theirs, base: base).list.ids) == [8, 1, 7, 6, 9, 2, 3, 5])
  }

  @Test("a merge takes the other side's order only if our side moved nothing")
  func order() {
    let theirs = changed { $0.reverse() }
    let ours = changed {
      $0.insert(Note(id: 9), at: 1)
      $0.remove(id: 2)
    }
    #expect(Array(ours.merged(with: theirs, base: base).list.ids) == [3, 1, 9])
    let moved = changed { $0.move(from: 0, to: 1) }
    #expect(Array(moved.merged(with: theirs, base: base).list.ids) == [2, 1, 3])
  }

  @Test("a conflict is resolved with ours or theirs")
  func settle() {
    func settled(_ conflict: Conflict, _ takesTheirs: Bool = true) -> List {
      changed { $0.resolve(conflict, takingTheirs: takesTheirs) }
    }
    let theirs = Note(id: 1, title: "theirs", tags: ["theirs"])
    let title = Conflict(id: .init(element: 1, field: .title), ours: base[0], theirs: theirs)
    #expect(settled(title, false) == base)
    #expect(settled(title)[id: 1] == Note(id: 1, title: "theirs"))
    let removed = Conflict(id: .init(element: 1, field: nil), ours: base[0], theirs: nil)
    #expect(Array(settled(removed).ids) == [2, 3])
    var list: List = [Note(id: 2)]
    list.resolve(title, takingTheirs: true)
    #expect(list == [Note(id: 2)], "the element no longer exists")
    list.resolve(
      .init(id: .init(element: 1, field: nil), ours: nil, theirs: theirs), takingTheirs: true)
    #expect(list == [Note(id: 2), theirs])
    #expect(settled(.init(id: .init(element: 2, field: nil), ours: nil, theirs: theirs)) == base)
  }

  @Test("a conflict is encoded as readable JSON")
  func json() throws {
    let conflicts = [
      Conflict(
        id: .init(element: 1, field: .title), ours: Note(id: 1), theirs: Note(id: 1, title: "x")),
      Conflict(id: .init(element: 2, field: nil), ours: nil, theirs: Note(id: 2)),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(conflicts)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        [{"field":"title","id":1,"ours":{"id":1,"isDone":false,"tags":[],"title":""},\
        "theirs":{"id":1,"isDone":false,"tags":[],"title":"x"}},\
        {"id":2,"theirs":{"id":2,"isDone":false,"tags":[],"title":""}}]
        """)
    #expect(try JSONDecoder().decode([Conflict].self, from: data) == conflicts)
    let ids = try encoder.encode(conflicts.map(\.id))
    #expect(
      String(decoding: ids, as: UTF8.self) == #"[{"element":1,"field":"title"},{"element":2}]"#)
  }

  @Test("a merge of few changes copies a small part of a long list")
  func copiesLittle() {
    let base = List((0..<10_000).map { Note(id: $0) })
    var (ours, theirs) = (base, base)
    ours[id: 10]?.title = "ours"
    theirs[id: 5_000]?.title = "theirs"
    theirs.insert(Note(id: -1), at: 7_000)
    theirs.remove(id: 9_000)
    let merged = ours.merged(with: theirs, base: base).list
    #expect(merged.index(id: -1) == 7_000)
    #expect(merged.unsharedElements(with: ours) <= 64 * 16)
  }
}
