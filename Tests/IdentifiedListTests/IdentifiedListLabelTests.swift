import Testing
import TestSupport

@testable import MillraceIdentifiedList

/// Labels with extreme values and without gaps, as after many changes of a list.
@Suite("IdentifiedList: labels")
struct IdentifiedListLabelTests {
  private func list(labels: [Int]) -> IdentifiedList<Row> {
    var list = IdentifiedList<Row>()
    for (offset, label) in labels.enumerated() {
      list.insert(Row(id: offset), labelled: label, at: offset)
    }
    return list
  }

  @Test(
    "insertions between the smallest and largest labels keep the order",
    arguments: [
      [.min, .max], [.min, 0], [-1, .max], [.max - 1, .max], [.min, .min + 1],
      [.min, .min + 1, .max - 1, .max],
      Array(Int.min..<Int.min + 20) + Array(Int.max - 20..<Int.max),
      Array(Int.min..<Int.min + 100) + Array(Int.max - 100..<Int.max),
    ])
  func extremes(labels: [Int]) {
    let old = list(labels: labels)
    #expect(old.brokenInvariant == nil)
    // Of many offsets, those at the ends and around the gap in the middle.
    let offsets = (0...labels.count).filter { offset in
      isLong || [0, labels.count / 2, labels.count].contains { abs(offset - $0) < 12 }
    }
    for offset in offsets {
      for number in [1, 2, 5, 20] {
        var (list, model) = (old, Array(old))
        // Inserts repeatedly to use up the free labels.
        for round in 1...5 {
          let new = (0..<number).map { Row(id: round * 1_000 + $0) }
          list.insert(contentsOf: new, at: offset)
          model.insert(contentsOf: new, at: offset)
          list.insert(Row(id: -round), at: offset)
          model.insert(Row(id: -round), at: offset)
        }
        #expect(list.brokenInvariant == nil, "\(number) at \(offset)")
        #expect(Array(list) == model, "\(number) at \(offset)")
      }
    }
  }

  @Test("elements move to the smallest and largest labels and back")
  func moves() {
    for labels in [[.min + 1, 0, 1, .max - 1], [.min, .min + 1, .max - 1, .max]] {
      var list = list(labels: labels)
      var model = Array(list)
      for (source, target) in [(1, 0), (0, 3), (2, 3), (3, 1), (1, 2), (0, 2), (3, 0)] {
        list.move(from: source, to: target)
        model.insert(model.remove(at: source), at: target)
        #expect(list.brokenInvariant == nil)
        #expect(Array(list) == model)
      }
    }
  }

  typealias List = IdentifiedList<Row>

  /// A change that is repeated at one index of a list; `step` gets the number of the repetition.
  struct RepeatedChange: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The number of elements that one step adds or moves.
    var number = 1
    let step: @Sendable (inout List, Int) -> Void

    /// The length of the list before the changes.
    static let length = rounds(3_000, long: 40_000)
    private static let middle = length / 2

    static let all = [
      RepeatedChange(testDescription: "insert before the last one") { list, step in
        list.insert(Row(id: -1 - step), at: RepeatedChange.middle)
      },
      RepeatedChange(testDescription: "insert after the last one") { list, step in
        list.insert(Row(id: -1 - step), at: RepeatedChange.middle + step)
      },
      RepeatedChange(testDescription: "insert in the middle of the last ones") { list, step in
        list.insert(Row(id: -1 - step), at: RepeatedChange.middle + step / 2)
      },
      RepeatedChange(testDescription: "move from afar") { list, step in
        list.move(from: list.count - 1, to: RepeatedChange.middle)
      },
      RepeatedChange(testDescription: "insert five", number: 5) { list, step in
        list.insert(contentsOf: (1...5).map { Row(id: -step * 5 - $0) }, at: RepeatedChange.middle)
      },
    ]
  }

  @Test(
    "repeated changes at one index of a long list relabel few other elements",
    arguments: RepeatedChange.all)
  func oneIndex(change: RepeatedChange) {
    let added = rounds(400, long: 3_000)
    let steps = added / change.number
    var list = List((0..<RepeatedChange.length).map { Row(id: $0) })
    var (total, most) = (0, 0)
    var (held, elements) = (list, Array(list))
    for step in 0..<steps {
      let old = list
      change.step(&list, step)
      if step == steps / 10 { (held, elements) = (list, Array(list)) }
      let relabelled = newLabels(from: old, to: list) - change.number
      total += relabelled
      most = max(most, relabelled)
    }
    #expect(list.brokenInvariant == nil)
    #expect(held.brokenInvariant == nil && Array(held) == elements, "a held version is unchanged")
    #expect(total < added * 16, "each step relabels about log(length) elements")
    #expect(most < rounds(700, long: 6_000), "not the whole list at any time")
  }

  /// The number of elements that are new or have a new label.
  private func newLabels(from old: List, to new: List) -> Int {
    var count = 0
    ListWalk.walk(from: old.root, to: new.root, unless: { $0.id == $1.id }) { step in
      switch step {
      case .old: break
      case .new, .both: count += 1
      }
    }
    return count
  }
}
