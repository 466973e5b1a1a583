import Testing

@testable import Store

/// Labels as they become when a list lives long.
@Suite("IdentifiedList, its labels")
struct IdentifiedListLabelTests {
  private func list(labels: [Int]) -> IdentifiedList<Row> {
    var list = IdentifiedList<Row>()
    for (offset, label) in labels.enumerated() {
      list.insert(Row(id: offset), labelled: label, at: offset)
    }
    return list
  }

  @Test(
    "at the ends of the numbers there is room between all elements, and before and after them",
    arguments: [
      [.min, .max], [.min, 0], [-1, .max], [.max - 1, .max], [.min, .min + 1],
      [.min, .min + 1, .max - 1, .max],
      Array(Int.min..<Int.min + 20) + Array(Int.max - 20..<Int.max),
      Array(Int.min..<Int.min + 100) + Array(Int.max - 100..<Int.max),
    ])
  func extremes(labels: [Int]) {
    let old = list(labels: labels)
    #expect(old.brokenInvariant == nil)
    for offset in 0...labels.count {
      for number in [1, 2, 5, 20] {
        var (list, model) = (old, Array(old))
        // Again and again, so that the room that there is gets used up.
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

  @Test("elements move to the ends of the numbers and back")
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
}
