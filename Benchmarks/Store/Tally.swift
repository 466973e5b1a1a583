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

/// The reducer is wrapped in `opaque`, so that it is not inlined into its callers. The reducer of a
/// real program is rarely small enough for that.
let tallyReducer = opaque(
  Reducer<Tally, TallyAction> { state, action in
    switch action {
    case .add(let amount): state.count &+= amount
    case .rename(let title): state.title = title
    }
  })
