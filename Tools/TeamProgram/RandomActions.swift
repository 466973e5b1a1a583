import MillraceDocument
import MillraceStoreTesting

/// Makes random actions, including undo and redo. Equal seeds and equal documents give equal
/// actions.
struct RandomActions {
  var random: SeededGenerator
  /// The beginning of the ids of new elements.
  let prefix: String
  var number = 0
  /// An element as it was some actions ago, when its edit began.
  var begun: Item?

  mutating func next(on state: DocumentState<Team>) -> DocumentAction<Team> {
    number += 1
    let items = state.value.items
    let kind = Int.random(in: 0..<100, using: &random)
    let offset = Int.random(in: 0...items.count, using: &random)
    // Looks at eight elements, because a few neighbours may be elements that must be kept.
    guard kind >= 25, let item = items.dropFirst(offset).prefix(8).first(where: { !$0.isKept })
    else { return .change(.add(Item(id: "\(prefix)-\(number)", title: "title \(number)"))) }
    switch kind {
    case ..<35: return .change(.rename(item.id, to: "renamed \(number)"))
    case ..<50: return .change(.increment(item.id, by: kind - 40))
    case ..<60: return .change(.toggle(item.id))
    case ..<66: return .change(.remove(item.id))
    case ..<74: return .change(.move(item.id, to: Int.random(in: 0...items.count, using: &random)))
    case ..<76: return .change(.clearDone)
    case ..<80: return .change(.setTotal(number))
    case ..<88:
      let old = begun ?? item
      begun = item
      return .edit(Item(id: old.id, title: "edited \(number)", isDone: true), since: old)
    case ..<90:
      guard let conflict = state.conflicts.first else { return .redo }
      return .resolve(conflict.id, takingTheirs: kind == 88)
    case ..<96: return .undo
    default: return .redo
    }
  }
}
