import Millrace

/// A level from 0 to 100, with its history.
struct Levels: Codable, Equatable, Sendable {
  var history = [40]

  var level: Int { history.last ?? 0 }
}

enum LevelsAction: Codable, Equatable, Sendable { case changed(by: Int) }

let levels = Reducer<Levels, LevelsAction> { state, action in
  switch action {
  case .changed(let step): state.history.append(min(max(0, state.level + step), 100))
  }
}
