import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware

@Suite("Undo: model")
struct UndoModelTests {
  /// All values in order, and the index of the present one.
  private struct Model {
    var values: [[Int]] = [[]]
    var present = 0
    var group: String?

    mutating func apply(_ edit: Edit, limit: Int) {
      func changed(_ value: [Int]) -> [Int] {
        edit.mark == 0 ? value.dropLast() : value + (edit.mark.map { [$0] } ?? [])
      }
      let new = changed(values[present])
      switch edit.role {
      case .undo: move(by: -1)
      case .redo: move(by: 1)
      case .jump(let steps): move(by: steps)
      case .untracked: values[present] = new
      case .elsewhere: values = values.map(changed)
      case .step(_, let key, _):
        if new == values[present] { return }
        let key = key as? String
        values.removeSubrange((present + 1)...)
        if let key, key == group {
          values[present] = new
        } else {
          values.append(new)
          if values.count > limit + 1 { values.removeFirst() }
          present = values.count - 1
        }
        group = key
      }
    }

    private mutating func move(by steps: Int) {
      present = min(max(present + steps, 0), values.count - 1)
      group = nil
    }
  }

  @Test(
    "random edits match a model that keeps all values in an array",
    arguments: 0..<rounds(UInt64(30), long: 60))
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = Int.random(in: 1...12, using: &random)
    let page = page(limits: UndoLimits(steps: limit))
    var state = Page()
    var model = Model()
    for step in 0..<300 {
      let edit = Edit.random(&random, withTimes: false)
      _ = page.reduce(&state, edit)
      model.apply(edit, limit: limit)
      let found = (state.marks, state.history.undoCount, state.history.redoCount)
      let expected = (
        model.values[model.present], model.present, model.values.count - 1 - model.present
      )
      if found != expected {
        Issue.record("seed \(seed), step \(step): \(edit) gives \(found), not \(expected)")
        return
      }
    }
  }
}

extension Edit {
  /// Returns any edit of a page.
  static func random(_ random: inout SeededGenerator, withTimes: Bool) -> Edit {
    let mark = Int.random(in: 0...9, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: return .mark(mark)
    case 5..<12:
      let group = Bool.random(using: &random) ? "a" : "b"
      let isTimed = withTimes && Int.random(in: 0..<4, using: &random) > 0
      return .mark(mark, group, at: isTimed ? Double.random(in: 0...3, using: &random) : nil)
    case 12: return .mark(nil)
    case 13: return .untracked(mark)
    case 14: return Edit(mark: mark, role: .elsewhere)
    case 15, 16: return .undo
    case 17, 18: return .redo
    default: return .jump(Int.random(in: -4...4, using: &random))
    }
  }
}
