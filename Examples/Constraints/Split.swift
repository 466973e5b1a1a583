import Millrace

/// Where the divider was put: nil as long as nobody has, and the constraints alone decide.
typealias Split = Int?

/// What the user does with the divider, in a terminal of so many columns.
enum SplitAction: Sendable {
  case put(Int, columns: Int)
  case step(Int, columns: Int)
  case letGo
}

let split = Reducer<Split, SplitAction> { split, action in
  switch action {
  case .put(let column, let columns):
    split = Panes.possible(column, columns: columns)
  case .step(let distance, let columns):
    let column = Panes.possible(split ?? Panes.wanted, columns: columns)
    split = Panes.possible(column + distance, columns: columns)
  case .letGo: split = nil
  }
}

extension Panes {
  /// The nearest place of the divider that leaves the page its width. A place beyond it must not be
  /// remembered: the way back would begin with steps that nobody sees.
  static func possible(_ column: Int, columns: Int) -> Int {
    max(0, min(column, columns - pageWidth - 1))
  }
}
