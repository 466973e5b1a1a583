import Millrace

/// A state of a few fields, one of which changes frequently.
struct Tally: Equatable, Sendable {
  var count = 0
  var title = "a title that is longer than what fits into a String itself"
  var items = Array(0..<1_000)
}

enum TallyAction: Equatable, Sendable {
  case add(Int)
  case rename(String)
}

/// Wrapped in `opaque`, so that the reducer is not inlined into its callers: a real program's
/// reducer is rarely this small.
let tallyReducer = opaque(
  Reducer<Tally, TallyAction> { state, action in
    switch action {
    case .add(let amount): state.count &+= amount
    case .rename(let title): state.title = title
    }
  })
