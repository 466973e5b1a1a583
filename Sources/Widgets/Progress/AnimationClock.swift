import MillraceRender

/// Redraws animated components ten times a second. It schedules nothing while there are none.
///
/// A program has one without doing anything for it. By the default of the environment, outside of a
/// program, time stands still.
@MainActor
package final class AnimationClock: Equatable {
  private let schedule: Toaster.Schedule
  /// Tenths of a second in which something moved.
  private(set) var step = 0
  private var listeners: [Weak] = []
  private var isScheduled = false

  private final class Listener {
    let invalidation: Invalidation
    init(_ invalidation: Invalidation) { self.invalidation = invalidation }
  }

  private struct Weak { weak var listener: Listener? }

  /// - Parameter schedule: time. The default never comes.
  package nonisolated init(schedule: @escaping Toaster.Schedule = { _, _ in }) {
    self.schedule = schedule
  }

  /// Has a component rendered again with each step.
  /// - Returns: what ends that when it is released.
  func add(_ invalidation: Invalidation) -> AnyObject {
    let listener = Listener(invalidation)
    listeners.append(Weak(listener: listener))
    scheduleStep()
    return listener
  }

  private func scheduleStep() {
    guard !isScheduled else { return }
    isScheduled = true
    schedule(.milliseconds(100)) { [weak self] in self?.move() }
  }

  private func move() {
    isScheduled = false
    listeners.removeAll { $0.listener == nil }
    guard !listeners.isEmpty else { return }
    step += 1
    for weak in listeners { weak.listener?.invalidation() }
    scheduleStep()
  }

  package nonisolated static func == (first: AnimationClock, second: AnimationClock) -> Bool {
    first === second
  }
}

extension EnvironmentValues {
  /// Time for what moves.
  package var animationClock: AnimationClock { AnimationClock() }

  /// Whether what moves by itself stands still instead: motion makes some users ill, and a screen
  /// reader reads every change. The default is false.
  public var reducesMotion: Bool { false }
}
