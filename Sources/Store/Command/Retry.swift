/// How often failed work is tried again, and the delays in between.
public struct Retry: Sendable {
  /// Returns the delay after the attempt with the given number, from 1; nil if no further attempt
  /// follows.
  let delay: @Sendable (_ attempt: Int, any Error) -> Duration?

  /// Tries again after a delay, which grows with each failed attempt.
  /// - Parameters:
  ///   - attempts: The number of attempts, including the first; a number below one counts as one.
  ///   - delay: The delay after the first attempt, on the clock of the dependencies.
  ///   - factor: Multiplies the delay after each further attempt.
  ///   - maximum: The longest delay.
  ///   - isWorthwhile: Whether another attempt may help after an error.
  public static func backOff(
    attempts: Int, delay: Duration = .seconds(1), factor: Double = 2,
    maximum: Duration = .seconds(60),
    if isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> Retry {
    Retry { attempt, error in
      guard attempt < attempts, isWorthwhile(error) else { return nil }
      var wait = min(delay, maximum)
      for _ in 1..<attempt where wait < maximum { wait = min(wait * factor, maximum) }
      return wait
    }
  }
}

/// An attempt of an effect took longer than its timeout.
public struct EffectTimeout: Error, Hashable, Sendable, CustomStringConvertible {
  /// The longest time that was allowed.
  public let duration: Duration

  /// Makes the error, such as one that a test expects.
  /// - Parameter duration: The longest time that was allowed.
  public init(after duration: Duration) { self.duration = duration }

  public var description: String {
    "An effect took longer than \(duration). Allow more time, or try again."
  }
}

/// The options of an effect's attempts.
package struct Attempts: Sendable {
  package var retry: Retry?
  package var timeout: Duration?

  package init(retry: Retry? = nil, timeout: Duration? = nil) {
    (self.retry, self.timeout) = (retry, timeout)
  }

  /// Runs work until an attempt succeeds, or no other attempt follows.
  ///
  /// Actions that an attempt sends after it has failed are dropped. If there is a timeout, an
  /// attempt that ignores its cancellation is not waited for.
  /// - Parameters:
  ///   - token: The token of the whole effect.
  ///   - clock: Measures delays and timeouts.
  ///   - work: One attempt. It receives the token for its actions.
  /// - Throws: The error of the last attempt, which is an `EffectTimeout` if it took too long; or
  ///   `CancellationError` if the task is cancelled meanwhile.
  package func run<Value: Sendable>(
    _ token: EffectToken, _ clock: any Clock<Duration>,
    _ work: @escaping @Sendable (EffectToken) async throws -> Value
  ) async throws -> Value {
    for attempt in 1... {
      let part = EffectToken(partOf: token)
      do {
        return try await runOnce(part, clock, work)
      } catch {
        part.end()
        guard !token.dropsActions, let delay = retry?.delay(attempt, error) else { throw error }
        await Self.wait(for: delay, clock)
        try Task.checkCancellation()
      }
    }
    throw CancellationError()
  }

  /// Waits between two attempts, or until the task is cancelled. Meanwhile, the effect counts as
  /// waiting for the clock, so that a test knows when to advance the clock.
  private static func wait(for delay: Duration, _ clock: any Clock<Duration>) async {
    guard delay > .zero else { return }
    let (time, end) = AsyncStream.makeStream(of: Never.self)
    let changePauses = EffectContext.current?.changePauses
    // Called when the delay has ended or the task is cancelled. From then on, the effect no longer
    // counts as waiting.
    end.onTermination = { _ in changePauses?(-1) }
    let timer = clock.scheduler.schedule(after: delay) { end.finish() }
    changePauses?(1)
    for await _ in time {}
    timer.cancel()
  }

  private func runOnce<Value: Sendable>(
    _ token: EffectToken, _ clock: any Clock<Duration>,
    _ work: @escaping @Sendable (EffectToken) async throws -> Value
  ) async throws -> Value {
    guard let timeout else { return try await work(token) }
    let (results, news) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let task = Task {
      do { news.yield(.success(try await work(token))) } catch { news.yield(.failure(error)) }
    }
    let timer = clock.scheduler.schedule(after: timeout) {
      token.end()
      news.yield(.failure(EffectTimeout(after: timeout)))
    }
    defer {
      timer.cancel()
      task.cancel()
    }
    for await result in results { return try result.get() }
    throw CancellationError()
  }
}

extension Command {
  /// Tries the work in this command again when it fails.
  ///
  /// Each attempt runs the operation from its beginning; actions that a failed attempt sent before
  /// stay applied. The surrounding `catch` handles the error of the last attempt. Of nested calls
  /// of `retry`, only the innermost one has an effect.
  ///
  /// To show why an attempt failed while the next one waits, the operation catches the error, sends
  /// an action, and throws the error again.
  /// - Parameter retry: How often and how soon to try again, such as `.backOff(attempts: 3)`.
  /// - Complexity: O(*n*) in the number of commands in this command.
  public func retry(_ retry: Retry) -> Command {
    changingAttempts { $0.retry = $0.retry ?? retry }
  }

  /// Limits the time of the work in this command.
  ///
  /// Work that takes longer is cancelled and not waited for, its later actions are dropped, and it
  /// fails with an `EffectTimeout`. With `retry`, this is the time of each attempt. Of nested calls
  /// of `timeout`, only the innermost one has an effect.
  /// - Parameter duration: The longest time, on the store's clock.
  /// - Complexity: O(*n*) in the number of commands in this command.
  public func timeout(after duration: Duration) -> Command {
    changingAttempts { $0.timeout = $0.timeout ?? duration }
  }

  private func changingAttempts(_ change: (inout Attempts) -> Void) -> Command {
    guard let tree else { return .none }
    return Command(
      tree: tree.rebuilt(action: { $0 }) { work in
        var work = work
        change(&work.attempts)
        return work
      })
  }
}
