import Millrace

/// The user's position of the divider; nil until the user moves it. Until then, the constraints
/// alone decide.
typealias Split = Int?

/// The user's actions on the divider, with the number of terminal columns.
enum SplitAction: Codable, Equatable, Sendable {
  case put(Int, columns: Int)
  case step(Int, columns: Int)
  case reset
}

let split = Reducer<Split, SplitAction> { split, action in
  switch action {
  case .put(let column, let columns):
    split = Panes.possible(column, columns: columns)
  case .step(let distance, let columns):
    let column = Panes.possible(split ?? Panes.preferredWidth, columns: columns)
    split = Panes.possible(column + distance, columns: columns)
  case .reset: split = nil
  }
}

extension Panes {
  /// Returns the nearest divider position that leaves the page its width. A position beyond it must
  /// not be stored, because the first steps back would then have no visible effect.
  static func possible(_ column: Int, columns: Int) -> Int {
    max(0, min(column, columns - pageWidth - 1))
  }
}
