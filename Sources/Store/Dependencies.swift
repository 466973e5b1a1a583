#if canImport(Dispatch)
  import Dispatch
#endif

/// The dependencies of a store's effects, sources and middleware: time, randomness, and those that
/// a program adds, such as a client of a network service.
///
/// A store receives them when it is made; a test passes its own. Effects receive them as arguments,
/// and middleware reads them from its context:
///
/// ```swift
/// enum WeatherKey: DependencyKey {
///   static var defaultValue: Weather { Weather.live }
/// }
///
/// return .task { dependencies in .forecast(try await dependencies[WeatherKey.self].today()) }
///
/// var dependencies = Dependencies(clock: ManualClock())
/// dependencies[WeatherKey.self] = Weather.sunny
/// let store = Store(initial: Day(), reducer: day, dependencies: dependencies)
/// ```
///
/// A `TestStore` fails when the program reads a dependency that the test did not set.
///
/// A reducer has no dependencies: it reads time, random numbers and new ids from the action.
public struct Dependencies: Sendable {
  /// The clock of commands, sources and middleware.
  public var clock: any Clock<Duration>
  /// Returns the date and time: the time since 1970-01-01 00:00 UTC. With a clock that is also a
  /// `Scheduler`, like `ManualClock`, it begins in 1970 and follows that clock.
  public var date: @Sendable () -> Duration
  /// The random number generator of effects, sources and middleware.
  public var random: RandomNumbers
  /// Makes a queue for work that blocks its thread, such as writing to disk: the queue runs one
  /// piece after another, on a thread that Swift's tasks do not use.
  package var makeBlockingQueue: @Sendable () -> BlockingQueue
  /// How long a dispatch waits for observers to catch up before it continues anyway.
  package var deliveryTimeout = Duration.seconds(1)
  /// Called with each key whose default is read because no value was set.
  package var onDefault: (@Sendable (any DependencyKey.Type) -> Void)?
  /// Values that belong to one store. Another store with a copy of these dependencies begins
  /// without values.
  package private(set) var ofStore = StoreLocals()
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes the dependencies of a program, or of a test.
  /// - Parameters:
  ///   - clock: The clock; a test passes a `ManualClock`. If the clock is also a `Scheduler`, like
  ///     `ManualClock`, blocking work runs at once on the calling thread. So all work that a test
  ///     waits for happens when the test advances the clock.
  ///   - random: The random number generator; a test passes one with a seed.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), random: RandomNumbers = RandomNumbers()
  ) {
    self.clock = clock
    self.random = random
    let scheduler = clock as? any Scheduler
    date = { scheduler?.elapsed ?? timeSince1970() }
    let runsInline = scheduler != nil
    makeBlockingQueue = {
      if runsInline { return { work in work() } }
      let queue = DispatchQueue(label: "millrace.blocking")
      return { work in queue.async(execute: work) }
    }
  }

  /// The value for a key: the value that was set, or the key's default.
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let known = values[ObjectIdentifier(key)], let value = known as? Key.Value { return value }
      onDefault?(key)
      return Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

extension Dependencies {
  /// Returns a copy for a new store, without the values that belong to another store.
  func forStore() -> Dependencies {
    var copy = self
    copy.ofStore = StoreLocals()
    return copy
  }
}

/// Values that belong to one store, such as its terminal: at most one of each type.
package final class StoreLocals: Sendable {
  private let values = Guarded<[ObjectIdentifier: any Sendable]>([:])

  package subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get { values.withLock { $0[ObjectIdentifier(type)] as? Value } }
    set { values.withLock { $0[ObjectIdentifier(type)] = newValue } }
  }
}

/// Adds work that may block its thread, such as writing a file, to a queue, and returns. With a
/// test's clock, the work runs before the call returns.
package typealias BlockingQueue = @Sendable (@escaping @Sendable () -> Void) -> Void

/// A key of a dependency that a program adds, with its default value.
public protocol DependencyKey {
  /// The type of the dependency.
  associatedtype Value: Sendable
  /// The value that a store has unless it is given another one.
  static var defaultValue: Value { get }
}

/// A random number generator that several threads can share.
public final class RandomNumbers: RandomNumberGenerator, Sendable {
  private let generator: Guarded<any RandomNumberGenerator & Sendable>

  /// Makes a generator that threads share; without an argument, the system's.
  /// - Parameter generator: The source of the numbers; a test passes one with a seed.
  public init(_ generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
    self.generator = Guarded(generator)
  }

  public func next() -> UInt64 { generator.withLock { $0.next() } }

  /// Whether the numbers come from the system, so that no run repeats another.
  package var areFromSystem: Bool { generator.withLock { $0 is SystemRandomNumberGenerator } }
}
