import Millrace
import MillraceStoreTesting

/// A small program that the tests inspect.
struct Note: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title: String
  var tags: [String] = []
}

struct Notebook: Equatable, Codable, Sendable {
  var notes = IdentifiedList<Note>()
  var draft = ""
  var byColor: [String: Int] = [:]
  var isOpen = false
  var log: [Int] = []
}

enum NotebookAction: Equatable, Codable, Sendable {
  case draft(String)
  case add(Int)
  case rename(Int, String)
  case tag(Int, String)
  case remove(Int)
  case paint(String, Int)
  case toggle
  case tick
  case load
  case loaded([Int])
}

/// A reducer with each kind of action: without a change, with a change, and with an effect.
let notebook = Reducer<Notebook, NotebookAction> { state, action -> Command<NotebookAction> in
  switch action {
  case .draft(let text): state.draft = text
  case .add(let id):
    state.notes.append(Note(id: id, title: state.draft))
    state.draft = ""
  case .rename(let id, let title): state.notes[id: id]?.title = title
  case .tag(let id, let tag): state.notes[id: id]?.tags.append(tag)
  case .remove(let id): state.notes.remove(id: id)
  case .paint(let color, let count): state.byColor[color] = count
  case .toggle: state.isOpen.toggle()
  case .tick: state.log.append(state.log.count)
  case .load: return .action(.loaded([7, 8]))
  case .loaded(let numbers): state.log += numbers
  }
  return .none
}

extension NotebookAction {
  static func random(_ random: inout SeededGenerator) -> NotebookAction {
    let id = Int.random(in: 0..<20, using: &random)
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: .draft("text \(id)")
    case 1, 2: .add(id)
    case 3: .rename(id, "title \(Int.random(in: 0..<5, using: &random))")
    case 4: .tag(id, random.pick(["a", "b"]))
    case 5: .remove(id)
    case 6: .paint(random.pick(["red", "green"]), id)
    case 7: .toggle
    case 8: .tick
    default: .load
    }
  }
}
