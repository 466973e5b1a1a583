/// The time for components, with timers and animation frames.
///
/// A program provides a clock that runs; a test provides one whose time it sets.
/// ```swift
/// @Environment(\.clock) private var clock
/// ```
/// The environment's default clock, outside of a program, does not advance. A body that reads the
/// time shows the time of its last evaluation. Without listeners, no timer runs.
@MainActor
public final class FrameClock: Equatable {
  /// Runs work after a delay.
  public typealias Schedule =
    @MainActor (_ delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) -> Void
  /// Returns a time.
  public typealias Reading = @MainActor () -> Duration

  private let readElapsed: Reading
  private let readNow: Reading
  private let schedule: Schedule?
  private var listeners: [Weak] = []
  /// The time of the next scheduled callback.
  private var nextDeadline: Duration?

  private final class Listener {
    /// Nil: the listener fires once.
    let period: Duration?
    let frame: @MainActor () -> Void
    var due: Duration

    init(_ period: Duration?, due: Duration, _ frame: @escaping @MainActor () -> Void) {
      (self.period, self.due, self.frame) = (period, due, frame)
    }
  }

  private struct Weak { weak var listener: Listener? }

  /// Makes a clock from functions; without arguments, one that does not advance.
  /// - Parameters:
  ///   - elapsed: the monotonic time since a fixed origin.
  ///   - now: the time since 1970-01-01 00:00 UTC.
  ///   - schedule: runs work later; nil: the clock does not advance.
  public nonisolated init(
    elapsed: @escaping Reading = { .zero }, now: @escaping Reading = { .zero },
    schedule: Schedule? = nil
  ) {
    (readElapsed, readNow, self.schedule) = (elapsed, now, schedule)
  }

  /// The monotonic time since a fixed origin.
  public var elapsed: Duration { readElapsed() }

  /// The time since 1970-01-01 00:00 UTC, by the system clock, which can be changed.
  public var now: Duration { readNow() }

  /// Calls a function repeatedly. Functions with the same period run together. Late frames are
  /// skipped.
  /// - Returns: an object that ends the calls when it is released; nil if the clock does not
  ///   advance.
  public func onFrame(
    every period: Duration = .milliseconds(16), _ frame: @escaping @MainActor () -> Void
  ) -> AnyObject? {
    guard schedule != nil else { return nil }
    let other = listeners.lazy.compactMap(\.listener).first { $0.period == period }
    return add(Listener(period, due: other?.due ?? elapsed + period, frame))
  }

  /// Calls a function once.
  /// - Returns: an object that cancels the call when it is released; nil if the clock does not
  ///   advance.
  public func after(_ delay: Duration, _ work: @escaping @MainActor () -> Void) -> AnyObject? {
    schedule == nil ? nil : add(Listener(nil, due: elapsed + delay, work))
  }

  private func add(_ listener: Listener) -> AnyObject {
    listeners.append(Weak(listener: listener))
    scheduleNext()
    return listener
  }

  private func scheduleNext() {
    guard let next = listeners.compactMap({ $0.listener?.due }).min(),
      nextDeadline.map({ next < $0 }) ?? true
    else { return }
    nextDeadline = next
    schedule?(max(.zero, next - elapsed)) { [weak self] in self?.fire(next) }
  }

  private func fire(_ time: Duration) {
    // Ignores this callback if a callback for an earlier time has replaced it.
    guard nextDeadline == time else { return }
    nextDeadline = nil
    let now = elapsed
    // Holds the listeners weakly: a function may release a listener that is called after it.
    let due = listeners.filter { $0.listener.map { $0.due <= now } ?? false }
    for listener in due.lazy.compactMap(\.listener) {
      if let period = listener.period { listener.due = now + period }
    }
    listeners.removeAll { $0.listener.map { $0.period == nil && $0.due <= now } ?? true }
    for entry in due { entry.listener?.frame() }
    scheduleNext()
  }

  public nonisolated static func == (first: FrameClock, second: FrameClock) -> Bool {
    first === second
  }
}

extension EnvironmentValues {
  /// The clock for components. The default clock does not advance.
  public var clock: FrameClock { FrameClock() }

  /// Whether automatic motion is disabled: motion makes some users ill, and screen readers announce
  /// every change. The default is false.
  public var reducesMotion: Bool { false }
}
