import MillraceIdentifiedList
import MillraceStoreTesting
import Testing
import TestSupport

/// A merge compared with one of dictionaries, field by field.
@Suite("IdentifiedList: random merges")
struct IdentifiedListMergeModelTests {
  typealias Note = IdentifiedListMergeTests.Note
  typealias List = IdentifiedList<Note>
  typealias ConflictID = MergeConflict<Note>.ID
  /// Each field as text.
  typealias Fields = [Note.Field: String]

  private struct Sides {
    let base, ours, theirs: List
    let note: Comment

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      note = Comment(rawValue: "seed \(seed)")
      // Some lists have many leaves.
      let count = seed % 25 == 0 ? 400 : Int.random(in: 0...6, using: &random)
      base = List((0..<count).map { Note(id: $0, title: "\($0 % 3)") })
      // Some new ids are added on both sides.
      ours = Self.version(of: base, newIDs: 1_000...1_004, &random)
      theirs = Self.version(of: base, newIDs: 1_003...1_008, &random)
    }

    private static func version(
      of base: List, newIDs: ClosedRange<Int>, _ random: inout SeededGenerator
    ) -> List {
      var list = base
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let word = ["a", "b", "c"].randomElement(using: &random) ?? ""
        let index = Int.random(in: 0...min(list.count, 12), using: &random)
        let id = index < list.count ? list[index].id : -1
        switch Int.random(in: 0...9, using: &random) {
        case 0, 1:
          list.insert(Note(id: .random(in: newIDs, using: &random), title: word), at: index)
        case 2, 3: list.remove(id: id)
        case 4 where id >= 0:
          list.move(from: index, to: .random(in: 0..<list.count, using: &random))
        case 5, 6: list[id: id]?.title = word
        case 7: list[id: id]?.tags = [word]
        default:
          list[id: id]?.isDone = Bool.random(using: &random)
          list[id: id]?.day = Int.random(in: 0...1, using: &random)
        }
      }
      // At times makes a list that shares no storage with the base, as if it came from a file.
      return Bool.random(using: &random) ? List(Array(list)) : list
    }
  }

  private func fields(_ note: Note) -> Fields {
    [.title: note.title, .status: "\(note.isDone) \(note.day ?? -1)", .tags: "\(note.tags)"]
  }

  private func fields(_ list: List) -> [Int: Fields] {
    Dictionary(uniqueKeysWithValues: list.map { ($0.id, fields($0)) })
  }

  // MARK: The model

  private func modelMerge(_ sides: Sides) -> (notes: [Int: Fields], conflicts: Set<ConflictID>) {
    let (base, ours, theirs) = (fields(sides.base), fields(sides.ours), fields(sides.theirs))
    var notes: [Int: Fields] = [:]
    var conflicts: Set<ConflictID> = []
    for id in Set(ours.keys).union(theirs.keys) {
      guard let our = ours[id], let their = theirs[id] else {
        // One side lacks the element.
        let other = ours[id] ?? theirs[id]
        if base[id] == nil {
          notes[id] = other
        } else if other != base[id] {
          conflicts.insert(.init(element: id, field: nil))
          notes[id] = ours[id]
        }
        continue
      }
      for field in Note.Field.allCases {
        var value = our[field]
        if our[field] != their[field] {
          if let base = base[id], our[field] == base[field] {
            value = their[field]
          } else if base[id] == nil || their[field] != base[id]?[field] {
            conflicts.insert(.init(element: id, field: field))
          }
        }
        notes[id, default: [:]][field] = value
      }
    }
    return (notes, conflicts)
  }

  private func modelOrder(_ sides: Sides) -> [Int] {
    let (base, ours, theirs) = (sides.base.map(\.id), sides.ours.map(\.id), sides.theirs.map(\.id))
    let common = Set(base).intersection(ours).intersection(theirs)
    func shared(_ ids: [Int]) -> [Int] { ids.filter { common.contains($0) } }
    let isTheirs = shared(ours) == shared(base) && shared(theirs) != shared(base)
    var order = isTheirs ? theirs : ours
    var known = Set(order)
    var previous: Int?
    for id in isTheirs ? ours : theirs {
      if known.insert(id).inserted {
        order.insert(id, at: previous.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
      }
      previous = id
    }
    return order
  }

  // MARK: Tests

  private static let seeds: ClosedRange<UInt64> = 1...rounds(400, long: 50_000)

  @Test("a merge gives the same list and conflicts as the model")
  func model() throws {
    for seed in Self.seeds {
      let sides = Sides(seed: seed)
      let (list, conflicts) = sides.ours.merged(with: sides.theirs, base: sides.base)
      let model = modelMerge(sides)
      try #require(list.brokenInvariant == nil, sides.note)
      try #require(fields(list) == model.notes, sides.note)
      try #require(
        Array(list.ids) == modelOrder(sides).filter { model.notes[$0] != nil }, sides.note)
      try #require(Set(conflicts.map(\.id)) == model.conflicts, sides.note)
      try #require(conflicts.count == model.conflicts.count, "each once, \(sides.note)")
    }
  }

  @Test("a merge is idempotent, has neutral versions, and finds the same conflicts from both sides")
  func laws() throws {
    for seed in Self.seeds {
      let sides = Sides(seed: seed)
      let (base, ours, theirs, note) = (sides.base, sides.ours, sides.theirs, sides.note)
      let merged = ours.merged(with: theirs, base: base)
      try #require(ours.merged(with: ours, base: base) == (ours, []), note)
      try #require(ours.merged(with: base, base: base) == (ours, []), note)
      try #require(base.merged(with: theirs, base: base) == (theirs, []), note)
      // Merging again changes nothing. A side that has taken the merged list has nothing left to
      // merge.
      try #require(merged.list.merged(with: theirs, base: base).list == merged.list, note)
      try #require(
        theirs.merged(with: merged.list, base: theirs) == (merged.list, []), note)
      // A merge in the other direction has the same conflicts with exchanged sides.
      let other = theirs.merged(with: ours, base: base)
      try #require(Set(other.conflicts.map(\.id)) == Set(merged.conflicts.map(\.id)), note)
      for conflict in other.conflicts {
        let same = merged.conflicts.first { $0.id == conflict.id }
        try #require(same?.ours == conflict.theirs && same?.theirs == conflict.ours, note)
      }
      if merged.conflicts.isEmpty {
        try #require(fields(other.list) == fields(merged.list), note)
      }
    }
  }

  @Test("every edit is in the merged list or in a reported conflict")
  func losesNothing() throws {
    for seed in Self.seeds {
      let sides = Sides(seed: seed)
      let (list, conflicts) = sides.ours.merged(with: sides.theirs, base: sides.base)
      for id in Set(sides.ours.ids).union(sides.theirs.ids) {
        let versions = [sides.base, sides.ours, sides.theirs].map { $0[id: id] }
        if let conflict = conflicts.first(where: { $0.id == .init(element: id, field: nil) }) {
          try #require(conflict.ours == versions[1] && conflict.theirs == versions[2], sides.note)
          try #require(list[id: id] == versions[1], sides.note)
          continue
        }
        for field in Note.Field.allCases {
          let texts = versions.map { $0.map { fields($0)[field] ?? "" } }
          let merged = list[id: id].map { fields($0)[field] ?? "" }
          let (base, ours, theirs) = (texts[0], texts[1], texts[2])
          let kept = ours == base ? theirs : ours
          if merged != kept {
            Issue.record(
              "\(sides.note), \(id) \(field): \(merged ?? "none"), not \(kept ?? "none")")
            return
          }
          if ours != base, theirs != base, ours != theirs {
            let conflict = conflicts.first { $0.id == .init(element: id, field: field) }
            try #require(conflict?.ours == versions[1] && conflict?.theirs == versions[2])
          }
        }
      }
    }
  }

  @Test("settling a conflict with theirs takes their value, and changes nothing else")
  func settles() throws {
    for seed in Self.seeds {
      let sides = Sides(seed: seed)
      var (list, conflicts) = sides.ours.merged(with: sides.theirs, base: sides.base)
      var model = fields(list)
      for conflict in conflicts {
        let (id, before) = (conflict.id.element, list)
        list.resolve(conflict, takingTheirs: false)
        try #require(list == before, sides.note)
        list.resolve(conflict, takingTheirs: true)
        if let field = conflict.id.field, let theirs = conflict.theirs {
          model[id]?[field] = fields(theirs)[field]
        } else {
          model[id] = conflict.theirs.map(fields)
        }
        try #require(fields(list) == model, sides.note)
      }
    }
  }
}
