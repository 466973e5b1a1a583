/// What effects, sources and middleware of a store depend on: time, chance, and whatever a program adds,
/// such as a client of a network service.
///
/// A store is given them when it is made; a test gives it others. Effects get them as arguments, and
/// middleware has them in its context:
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
/// let store = Store(initial: State(), reducer: reducer, dependencies: dependencies)
/// ```
///
/// A `TestStore` fails when one that the test did not set is reached.
///
/// A reducer has none: it finds time, random numbers and new ids in the action.
public struct Dependencies: Sendable {
  /// Time for commands, sources and middleware.
  public var clock: any Clock<Duration>
  /// Random numbers.
  public var random: RandomNumbers
  /// Runs work that blocks its thread, such as writing to disk.
  package var runBlocking: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// How long a dispatch waits for a delivery that does not go on.
  package var patience = Duration.seconds(1)
  /// Told of each key that was not set when its default is read.
  package var onDefault: (@Sendable (any DependencyKey.Type) -> Void)?
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes the dependencies of a program, or of a test.
  /// - Parameters:
  ///   - clock: Time; a test passes a `ManualClock`. One that can run work itself, as that does, also
  ///     runs what blocks, so that all that a test waits for happens when it moves the time.
  ///   - random: Random numbers; a test passes some with a seed.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), random: RandomNumbers = RandomNumbers()
  ) {
    self.clock = clock
    self.random = random
    let runsAtOnce = clock is any Scheduler
    runBlocking = { work in
      if runsAtOnce { work() } else { blockingQueue.async(execute: work) }
    }
  }

  /// What is there under a key: what was set, or the key's default.
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let known = values[ObjectIdentifier(key)], let value = known as? Key.Value { return value }
      onDefault?(key)
      return Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Names a dependency that a program adds, and says what it is where nobody sets it.
public protocol DependencyKey {
  associatedtype Value: Sendable
  static var defaultValue: Value { get }
}

/// Random numbers for whoever shares it, from any thread.
public final class RandomNumbers: RandomNumberGenerator, Sendable {
  private let generator: Guarded<any RandomNumberGenerator & Sendable>

  /// - Parameter generator: Where the numbers come from; a test passes one with a seed.
  public init(_ generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
    self.generator = Guarded(generator)
  }

  public func next() -> UInt64 { generator.withLock { $0.next() } }

  /// Whether they are the system's, so that no run repeats another.
  package var areFromSystem: Bool { generator.withLock { $0 is SystemRandomNumberGenerator } }
}
