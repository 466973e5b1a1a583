import Millrace

/// Where the divider was put: nil as long as nobody has, and the constraints alone decide.
typealias Split = Int?

enum SplitAction: Sendable { case put(Int), step(Int), letGo }

let split = Reducer<Split, SplitAction> { split, action in
  switch action {
  case .put(let column): split = column
  case .step(let columns): split = (split ?? Panes.wanted) + columns
  case .letGo: split = nil
  }
}
