/// Time for views: what time it is, and frames while something moves.
///
/// A program provides one; a test says what time is.
/// ```swift
/// @Environment(\.clock) private var clock
/// ```
/// By the default of the environment, outside of a program, time stands still. A body that reads the time
/// shows that of its last evaluation. While nobody waits for frames, no timer runs.
@MainActor
public final class FrameClock: Equatable {
  /// Calls back later.
  public typealias Schedule =
    @MainActor (_ delay: Duration, _ work: @escaping @MainActor @Sendable () -> Void) -> Void
  public typealias Reading = @MainActor () -> Duration

  private let readElapsed: Reading
  private let readNow: Reading
  private let schedule: Schedule?
  private var listeners: [Weak] = []
  /// When it is called back next.
  private var wakeUp: Duration?

  private final class Listener {
    /// Nil: there is one frame.
    let period: Duration?
    let frame: @MainActor () -> Void
    var due: Duration

    init(_ period: Duration?, due: Duration, _ frame: @escaping @MainActor () -> Void) {
      (self.period, self.due, self.frame) = (period, due, frame)
    }
  }

  private struct Weak { weak var listener: Listener? }

  /// - Parameters:
  ///   - elapsed: the time since an origin. It never goes back.
  ///   - now: the time since 1970-01-01 00:00 UTC.
  ///   - schedule: calls back later; nil: never.
  public nonisolated init(
    elapsed: @escaping Reading = { .zero }, now: @escaping Reading = { .zero },
    schedule: Schedule? = nil
  ) {
    (readElapsed, readNow, self.schedule) = (elapsed, now, schedule)
  }

  /// The time since an origin that does not move. It never goes back.
  public var elapsed: Duration { readElapsed() }

  /// The time since 1970-01-01 00:00 UTC, by the clock on the wall, which may be set.
  public var now: Duration { readNow() }

  /// Calls a function again and again: those of one period at the same times. Frames that are late are
  /// left out.
  /// - Returns: what ends that when it is released; nil where time stands still.
  public func onFrame(
    every period: Duration = .milliseconds(16), _ frame: @escaping @MainActor () -> Void
  ) -> AnyObject? {
    guard schedule != nil else { return nil }
    let other = listeners.lazy.compactMap(\.listener).first { $0.period == period }
    return add(Listener(period, due: other?.due ?? elapsed + period, frame))
  }

  /// Calls a function once.
  /// - Returns: what prevents that when it is released before; nil where time stands still.
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
      wakeUp.map({ next < $0 }) ?? true
    else { return }
    wakeUp = next
    schedule?(max(.zero, next - elapsed)) { [weak self] in self?.turn(next) }
  }

  private func turn(_ time: Duration) {
    // Else an earlier one has been scheduled since, which goes on.
    guard wakeUp == time else { return }
    wakeUp = nil
    let now = elapsed
    let due = listeners.compactMap(\.listener).filter { $0.due <= now }
    for listener in due { if let period = listener.period { listener.due = now + period } }
    listeners.removeAll { $0.listener.map { $0.period == nil && $0.due <= now } ?? true }
    for listener in due {
      listener.frame()
    }
    scheduleNext()
  }

  public nonisolated static func == (first: FrameClock, second: FrameClock) -> Bool {
    first === second
  }
}

extension EnvironmentValues {
  /// Time for views.
  public var clock: FrameClock { FrameClock() }

  /// Whether what moves by itself stands still instead: motion makes some users ill, and a screen
  /// reader reads every change. The default is false.
  public var reducesMotion: Bool { false }
}
