import MillraceStore

@testable import MillraceMiddleware

/// A state with undoable marks.
struct Page: Codable, Equatable, Sendable {
  var marks: [Int] = []
  /// The number of times that the reducer ran.
  var visits = 0
  var history = UndoHistory<[Int]>()

  private enum CodingKeys: CodingKey { case marks, visits, history }
}

/// An action that contains its role in the undo history.
struct Edit: Sendable {
  /// The mark to append; 0 removes the last mark, and nil changes nothing.
  var mark: Int?
  var role: UndoRole

  static func mark(_ mark: Int?, _ role: UndoRole = .step()) -> Edit {
    Edit(mark: mark, role: role)
  }
  /// Returns a step of a group.
  static func mark(_ mark: Int, _ group: String, at seconds: Double? = nil) -> Edit {
    Edit(mark: mark, role: .step(group: group, at: seconds.map { .seconds($0) }))
  }
  static func untracked(_ mark: Int) -> Edit { Edit(mark: mark, role: .untracked) }
  static let undo = Edit(role: .undo)
  static let redo = Edit(role: .redo)
  static func jump(_ steps: Int) -> Edit { Edit(role: .jump(by: steps)) }
}

func page(limits: UndoLimits<[Int]> = UndoLimits()) -> Reducer<Page, Edit> {
  Reducer<Page, Edit> { state, edit -> Command<Edit> in
    state.visits += 1
    switch edit.mark {
    case 0: _ = state.marks.popLast()
    case let mark?: state.marks.append(mark)
    case nil: break
    }
    return edit.mark == nil ? .none : .task { _ in .mark(nil) }
  }
  .undoable(\.marks, history: \.history, limits: limits) { _, edit in edit.role }
}

extension Reducer {
  /// Applies actions in order, and drops their commands.
  func apply(_ actions: some Sequence<Action>, to state: inout State) {
    for action in actions { _ = reduce(&state, action) }
  }
}
