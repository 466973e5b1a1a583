import MillraceMiddleware
import MillraceStore

/// The work of the program while it is killed.
package enum CrashScenario: String, CaseIterable, Sendable {
  /// One writer. Only entries of its log are saved.
  case journal
  /// Several writers at once.
  case writers
  /// Large actions, so that the state is saved frequently.
  case compaction
  /// The store ends and is opened again after a few actions.
  case endings
  /// The whole state is saved after each action.
  case snapshot

  var writers: Int { self == .writers || self == .compaction ? 3 : 1 }

  /// The padding of each action, in bytes.
  var padding: Int { self == .compaction ? 20_000 : 10 }

  /// The number of actions per writer until the store ends; nil for no limit.
  var actionsPerRun: Int? {
    switch self {
    case .endings: 5
    default: nil
    }
  }

  /// The maximum number of actions to wait for before the program is killed.
  var maximumAwaitedActions: Int {
    switch self {
    case .compaction: 60
    default: 20
    }
  }

  private var durability: Durability<CrashAction> {
    switch self {
    case .snapshot: .snapshot
    case .compaction: .journal(syncAfter: .milliseconds(1))
    default: .journal
    }
  }

  /// - Parameter onTrouble: Called with each event that must not occur.
  func open(
    _ path: String, access: FileAccess = .write,
    onTrouble: @escaping @Sendable (String) -> Void
  ) -> Store<CrashState, CrashAction> {
    let store = Store(
      initial: CrashState(), reducer: crash,
      middleware: [
        .persistence(
          to: .file(path), version: 1, durability: durability, access: access,
          onEvent: { event in
            switch event {
            // These events are normal. The last line can be incomplete, because the program was
            // killed while writing it.
            case .restored, .saved: break
            case .readOnly(_, nil): break
            default: onTrouble("\(event)")
            }
          })
      ], onIssue: { _ in })
    for failure in store.startupFailures { onTrouble("\(failure)") }
    return store
  }
}

/// The numbers dispatched by each writer.
struct CrashState: Codable, Equatable, Sendable {
  var numbers: [[Int]] = [[], [], []]
}

enum CrashAction: Codable, Sendable {
  case add(Int, writer: Int, padding: String)
}

private let crash = Reducer<CrashState, CrashAction> { state, action in
  switch action {
  case .add(let number, let writer, _): state.numbers[writer].append(number)
  }
}
