import MillraceDifference
import MillraceStore
import MillraceSystem

/// Writes the commits of one store.
final class Recorder<State: Codable & Sendable, Action: Codable & Sendable>: Sendable {
  private typealias Line = RecordedLine<State, Action>

  private struct Progress: Sendable {
    /// Nil before ``begin()``, and when the recording has ended.
    var append: RecordingDestination.Append?
    var writer: RecordingWriter<State, Action>
  }

  private let store: StoreContext<State, Action>
  private let destination: RecordingDestination
  private let scheduler: any Scheduler
  private let start: Duration
  private let progress: Guarded<Progress>

  init(
    _ store: StoreContext<State, Action>, _ destination: RecordingDestination, checkedSize: Int
  ) {
    (self.store, self.destination) = (store, destination)
    progress = Guarded(Progress(writer: RecordingWriter(began: recordingStart(), checkedSize)))
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
      action: commit.action)
    (line.parent, line.origin) = (commit.parent, commit.origin?.description)
    line.change = change.isEmpty ? nil : change
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
        try progress.writer.write(line, state, append)
        return nil
      } catch {
        progress.append = nil
        return .stopped(path: destination.name, version: line.version, reason: explain(error))
      }
    }
  }
}
