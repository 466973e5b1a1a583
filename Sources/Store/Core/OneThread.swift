#if !canImport(Dispatch)
  // Replaces Dispatch on platforms without it, such as WebAssembly. A program has one thread there:
  // the thread that dispatches also delivers, and never waits.

  @usableFromInline
  package final class DispatchQueue: Sendable {
    init(label: String) {}

    /// Runs work later, in a task, because the caller may be inside a delivery.
    @usableFromInline
    package func async(execute work: @escaping @Sendable () -> Void) { Task { work() } }

    package func sync(execute work: () -> Void) { work() }
  }

  @usableFromInline
  final class DispatchSemaphore: Sendable {
    enum Result { case success, timedOut }

    init(value: Int) {}
    func signal() {}
    /// Returns at once, because there is no other thread that could signal.
    func wait(timeout: Double) -> Result { .timedOut }
  }

  enum DispatchTime { static func now() -> Double { 0 } }

  struct DispatchGroup {
    func enter() {}
    func leave() {}
    func wait() {}
  }
#endif
