import Millrace

/// A state of a few fields, one of which changes all the time.
struct Tally: Equatable, Sendable {
  var count = 0
  var title = "a title that is longer than what fits into a String itself"
  var items = Array(0..<1_000)
}

enum TallyAction: Equatable, Sendable {
  case add(Int)
  case rename(String)
}

/// Behind `opaque`, so that no caller's copy of it is compiled into the caller: a program's reducer
/// is seldom so small.
let tallyReducer = opaque(
  Reducer<Tally, TallyAction> { state, action in
    switch action {
    case .add(let amount): state.count &+= amount
    case .rename(let title): state.title = title
    }
  })
