import MillraceStore
import MillraceStoreTesting
import TestSupport

@testable import MillraceMiddleware

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state that the recorder's tests record.
struct Board: Codable, Equatable, Sendable {
  var items = IdentifiedList<Item>()
  var scores: [String: Int] = [:]
  var draft = ""
  var ratio = 0.0
  var price: Decimal?
  var time: Date?
}

enum BoardAction: Codable, Equatable, Sendable {
  case add(String)
  case toggle(Int)
  case remove(Int)
  case score(String, Int)
  case draft(String)
  case ratio(Double)
  case price(Decimal)
  case time(Date)
  case nothing
}

let board = Reducer<Board, BoardAction> { state, action in
  switch action {
  case .add(let title):
    state.items.append(Item(id: (state.items.map(\.id).max() ?? 0) + 1, title: title))
  case .toggle(let id): state.items[id: id]?.isDone.toggle()
  case .remove(let id): state.items.remove(id: id)
  case .score(let name, let points): state.scores[name, default: 0] += points
  case .draft(let text): state.draft = text
  case .ratio(let ratio): state.ratio = ratio
  case .price(let price): state.price = price
  case .time(let time): state.time = time
  case .nothing: break
  }
}

typealias BoardStore = Store<Board, BoardAction>
typealias BoardRecording = Recording<Board, BoardAction>
typealias BoardReplay = Replay<Board, BoardAction>

/// A store with the test's clock.
func makeBoard(
  _ middleware: [Middleware<Board, BoardAction>], initial: Board = Board(),
  reducer: Reducer<Board, BoardAction> = board, clock: any Clock<Duration> = ManualClock(),
  issues: Log<String> = Log()
) -> BoardStore {
  Store(
    initial: initial, reducer: reducer, middleware: middleware,
    dependencies: Dependencies(clock: clock), onIssue: { issues.add("\($0)") })
}

extension TemporaryFolder {
  func lines(_ name: String) -> [Substring] { (text(name) ?? "").split(separator: "\n") }
}

extension SeededGenerator {
  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func text() -> String {
    let texts = ["", "a", "é\u{301}", "\"quoted\"\n\u{2028}\u{0}", "👩‍👩‍👧", "/slash\\"]
    let long = String(repeating: "x", count: number(0..<300))
    return number(0..<6) == 0 ? long : texts[number(0..<texts.count)]
  }

  mutating func action() -> BoardAction {
    switch number(0..<9) {
    case 0, 1: .add(text())
    case 2: .toggle(number(0..<20))
    case 3: .remove(number(0..<20))
    case 4: .score(text(), number(-9..<9))
    case 5: .draft(text())
    case 6: .ratio(Double.random(in: -1e9...1e9, using: &self) / Double(number(1..<1_000_000)))
    case 7:
      .time(Date(timeIntervalSince1970: Double(number(0..<4_000_000_000_000_000)) / 1_000_000))
    default: .nothing
    }
  }
}
