import MillraceDifference
import MillraceStore
import MillraceSystem

/// Writes the commits of one store.
final class Recorder<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  private typealias Line = RecordedLine<State, Action>

  private struct Progress: Sendable {
    /// Nil before the start, and when the recording has ended.
    var append: RecordingDestination.Append?
    /// The length of the state's JSON, when it was last known.
    var stateSize = 0
    /// Bytes written since the last line with a state.
    var bytes = 0
  }

  private let store: StoreContext<State, Action>
  private let destination: RecordingDestination
  private let checkedSize: Int
  private let began = Date().iso8601Text
  private let scheduler: any Scheduler
  private let start: Duration
  private let progress = Guarded(Progress())

  init(
    _ store: StoreContext<State, Action>, _ destination: RecordingDestination, checkedSize: Int
  ) {
    (self.store, self.destination, self.checkedSize) = (store, destination, checkedSize)
    scheduler = store.dependencies.clock.scheduler
    start = scheduler.elapsed
  }

  /// Writes the current state as the first line.
  func begin() throws {
    let (now, append) = (store.snapshot, try destination.open())
    progress.withLock { $0.append = append }
    if let failure = write(Line(version: now.version, ms: 0), now.state) { throw failure }
  }

  func record(_ commit: Commit<State, Action>) {
    guard let states = commit.states else { return }
    let change = StateDifference.between(states.before, states.after)
    var line = Line(
      version: commit.version, ms: Int((scheduler.elapsed - start) / .milliseconds(1)),
      action: commit.action, parent: commit.parent, origin: commit.origin?.description,
      change: change.isEmpty ? nil : change)
    if case .replacement(let reason) = commit.cause { line.reason = reason }
    if let failure = write(line, states.after) {
      store.report(MiddlewareIssue.recording(failure))
    }
  }

  func finish() { progress.withLock { $0.append = nil } }

  /// - Parameters:
  ///   - line: The line, without its state.
  ///   - state: The state after the commit.
  /// - Returns: The error that ended the recording; nil if the line was written.
  private func write(_ line: Line, _ state: State) -> RecordingError? {
    progress.withLock { progress in
      guard let append = progress.append else { return nil }
      do {
        let isDue = progress.bytes >= max(progress.stateSize, 4096)
        var digest: String?
        if isDue || line.action == nil || progress.stateSize <= checkedSize {
          let json = try JSONFormat.encode(state)
          progress.stateSize = json.count
          digest = Checksum(json).text
        }
        // A line without an action holds the state itself. After an action, a due state gets a line
        // of its own.
        let next = isDue && line.action != nil ? [Line(version: line.version, ms: line.ms)] : []
        for var line in [line] + next {
          let isState = line.action == nil
          // A difference is most precise where the state is recorded.
          if isState || progress.stateSize <= checkedSize { line.digest = digest }
          if isState {
            (line.began, line.format, line.state) = (began, RecordingLines.formatVersion, state)
          }
          let bytes = CheckedLine.make(try JSONFormat.encode(line))
          try append(bytes, isState)
          progress.bytes = isState ? 0 : progress.bytes + bytes.count
        }
        return nil
      } catch {
        progress.append = nil
        return .stopped(path: destination.name, version: line.version, reason: explain(error))
      }
    }
  }
}
