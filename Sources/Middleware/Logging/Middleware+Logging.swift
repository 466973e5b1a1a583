import MillraceStore
import MillraceSystem
import Synchronization

extension Middleware {
  /// Writes a line for every action: the version, the time, the action, and what it changed.
  ///
  ///     12 2025-01-31T09:05:00Z toggle(3) | items[id: 3].isDone: false → true
  ///
  /// Lines come in the order of versions, whatever thread dispatched. Control characters are shown
  /// as escapes. Long values and many changes are cut. Text from the state and from actions is in
  /// the log: mind what is secret.
  ///
  /// To know what changed, the state before each action is kept during it, so a reducer copies what
  /// it changes.
  /// - Parameters:
  ///   - destination: Where the lines go. A file that cannot be opened is among the store's
  ///     `startupFailures`.
  ///   - showingTime: Whether lines tell the time, in UTC.
  ///   - onFailure: Told of the first line that could not be written. The program goes on in any
  ///     case.
  public static func logging(
    to destination: LogDestination,
    showingTime: Bool = true,
    onFailure: @escaping @Sendable (LoggingError) -> Void = { _ in }
  ) -> Middleware {
    Middleware(parts: { store in
      let holder = TokenHolder()
      return Parts(
        start: { _ in
          let write: @Sendable (String) -> Void
          switch destination.kind {
          case .sink(let sink): write = sink
          case .file(let path):
            let file = try LogFile(path) { error in
              onFailure(error)
              store.report(MiddlewareIssue.logging(error))
            }
            write = { file.write($0) }
          }
          holder.hold(
            store.observeCommits(keepingStates: true) { commit in
              write(line(for: commit, time: showingTime ? .now : nil))
            })
          return nil
        },
        // Keeps the observation for as long as the store lives; the store itself lets go of it at
        // its end.
        finish: { withExtendedLifetime(holder) {} })
    })
  }

  private static func line(for commit: Commit<State, Action>, time: Timestamp?) -> String {
    var line = "\(commit.version) "
    if let time { line += "\(time.text) " }
    switch commit.cause {
    case .action(let action): line += logText(action, limit: 200)
    case .replacement(let reason): line += "(\(reason))"
    }
    guard let states = commit.states else { return line }
    let difference = StateDifference.between(states.before, states.after)
    return difference.isEmpty ? line : "\(line) | \(difference)"
  }
}

/// Keeps a subscription as long as it is kept itself.
final class TokenHolder: Sendable {
  private let token = Guarded<Subscription?>(nil)

  func hold(_ subscription: Subscription) { token.withLock { $0 = subscription } }
}
