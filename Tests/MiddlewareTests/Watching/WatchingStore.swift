import MillraceMiddleware
import MillraceStore

/// The reports of sources, and the names of the wanted ones.
struct Watching: Sendable {
  var wanted: Set<String> = []
  var received: [String] = []
}

enum WatchingAction: Sendable {
  case want(String)
  case drop(String)
  case tell(String)
}

typealias WatchingStore = Store<Watching, WatchingAction>

/// A store whose state names its wanted sources.
func makeWatchingStore(
  required wanted: Set<String> = [],
  _ source: @escaping @Sendable (String) -> ActionSource<WatchingAction>
) -> WatchingStore {
  Store(
    initial: Watching(wanted: wanted),
    reducer: Reducer { state, action in
      switch action {
      case .want(let name): state.wanted.insert(name)
      case .drop(let name): state.wanted.remove(name)
      case .tell(let text): state.received.append(text)
      }
    }.sources { $0.wanted.sorted().map(source) })
}

extension WatchingStore {
  var received: [String] { state.received }

  /// Waits until the reports satisfy a condition.
  /// - Returns: All reports up to then.
  @discardableResult
  func wait(until isDone: @Sendable ([String]) -> Bool) async -> [String] {
    for await received in values(of: \.received) where isDone(received) { return received }
    return []
  }

  @discardableResult
  func wait(for count: Int) async -> [String] { await wait { $0.count >= count } }
}
