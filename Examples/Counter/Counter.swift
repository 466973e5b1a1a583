import Millrace

/// The actions on the number, which is the whole state.
enum CounterAction: Codable, Equatable, Sendable { case decrement, increment, reset }

let counter = Reducer<Int, CounterAction> { count, action in
  switch action {
  case .decrement: count -= 1
  case .increment: count += 1
  case .reset: count = 0
  }
}
