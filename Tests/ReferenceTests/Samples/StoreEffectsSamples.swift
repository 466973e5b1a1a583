import Millrace
import MillraceTesting

/// Commands, sources and dependencies.
enum StoreEffectsSamples {
  struct Weather: Sendable {
    static let live = Weather { "" }
    static let sunny = Weather { "sunny" }
    let today: @Sendable () async throws -> String
  }

  // sample: Command
  struct Search: Equatable, Sendable {
    var text = ""
    var results = 0
    var failure: String?
  }

  enum SearchAction: Equatable, Sendable { case typed(String), found(Int), failed(String), stop }

  static func search(
    by find: @escaping @Sendable (String) async throws -> Int
  ) -> Reducer<Search, SearchAction> {
    Reducer { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .task { .found(try await find(text)) }
          .catch { .failed("\($0)") }
          .debounce(id: "search", for: .milliseconds(300))
      case .found(let count): state.results = count
      case .failed(let reason): state.failure = reason
      case .stop: return .cancel(id: "search")
      }
      return .none
    }
  }
  // end

  static func map() {
    struct Panel: Equatable, Sendable {}
    enum PanelAction: Equatable, Sendable { case saved }
    struct Desk: Equatable, Sendable {
      var left = Panel()
      var right = Panel()
    }
    // sample: Command
    enum DeskAction: Equatable, Sendable { case left(PanelAction), right(PanelAction) }

    @Sendable func update(_ panel: inout Panel, _ action: PanelAction) -> Command<PanelAction> {
      .none
    }

    // A parent that calls its child's function turns the child's commands into its own with `map`.
    let desk = Reducer<Desk, DeskAction> { state, action in
      switch action {
      case .left(let action):
        return update(&state.left, action).map { .left($0) }.scoped(by: "left")
      case .right(let action):
        return update(&state.right, action).map { .right($0) }.scoped(by: "right")
      }
    }
    // end
    _ = desk
  }

  static func composition() {
    enum Action: Sendable { case signedIn, loaded(String), started, failed(String) }
    @Sendable func load(_ name: String) async throws -> String { name }
    struct State {}
    let reducer = Reducer<State, Action> { _, action in
      switch action {
      // sample: Command, InFlight
      case .signedIn:
        return .merge(
          .action(.started),
          .concatenate(
            .task { .loaded(try await load("account")) },
            .task { .loaded(try await load("messages")) }
          )
          .catch { .failed("\($0)") }
          .cancellable(id: "load", inFlight: .cancelled))
      // end
      default: return .none
      }
    }
    _ = reducer
  }

  static func send() {
    enum Action: Sendable { case open(AsyncStream<String>), read(String) }
    struct State {}
    let reducer = Reducer<State, Action> { _, action in
      switch action {
      // sample: Send
      case .open(let lines):
        return .run { send in
          for await line in lines { send(.read(line)) }
        }
      // end
      default: return .none
      }
    }
    _ = reducer
  }

  static func retry() {
    enum Action: Sendable { case refresh, news([String]), failed(String) }
    @Sendable func fetch() async throws -> [String] { [] }
    struct State {}
    let reducer = Reducer<State, Action> { _, action in
      switch action {
      // sample: Retry, EffectTimeout
      case .refresh:
        return .task { .news(try await fetch()) }
          .timeout(after: .seconds(10))
          .retry(.backOff(attempts: 3, delay: .seconds(1)) { $0 is EffectTimeout })
          .catch { .failed("\($0)") }
          .cancellable(id: "news", inFlight: .kept)
      // end
      default: return .none
      }
    }
    _ = reducer
  }

  static func sources() {
    // sample: ActionSource
    struct Clock: Equatable, Sendable {
      var isRunning = false
      var seconds = 0
    }

    enum ClockAction: Equatable, Sendable { case start, stop, ticked }

    let clock = Reducer<Clock, ClockAction> { clock, action in
      switch action {
      case .start: clock.isRunning = true
      case .stop: clock.isRunning = false
      case .ticked: clock.seconds += 1
      }
    }
    .sources { clock in
      clock.isRunning ? [.timer(id: "tick", every: .seconds(1)) { .ticked }] : []
    }
    // end
    _ = clock
  }

  // sample: Dependencies, DependencyKey
  enum WeatherKey: DependencyKey {
    static var defaultValue: Weather { Weather.live }
  }
  // end

  static func dependencies() async {
    struct Day: Equatable, Sendable { var forecast = "" }
    enum DayAction: Equatable, Sendable { case load, forecast(String) }
    let day = Reducer<Day, DayAction> { state, action in
      switch action {
      // sample: Dependencies, DependencyKey
      case .load:
        return .task { dependencies in .forecast(try await dependencies[WeatherKey.self].today()) }
      // end
      case .forecast(let text): state.forecast = text
      }
      return .none
    }
    // sample: Dependencies, RandomNumbers
    var dependencies = Dependencies(
      clock: ManualClock(), random: RandomNumbers(SeededGenerator(seed: 7)))
    dependencies[WeatherKey.self] = Weather.sunny
    let store = Store(initial: Day(), reducer: day, dependencies: dependencies)
    // end

    // sample: Dispatched
    await store.dispatch(.load).ended()
    print(store.state.forecast)
    // end
  }

  // sample: Scheduler, ScheduledWork, ClockScheduler, TaskScheduler
  /// Calls `save` when nothing was typed for a second.
  final class Autosave {
    private let scheduler: any Scheduler
    private var waiting: ScheduledWork?

    init(_ scheduler: any Scheduler = .live) { self.scheduler = scheduler }

    func typed(_ save: @escaping @Sendable () -> Void) {
      waiting?.cancel()
      waiting = scheduler.schedule(after: .seconds(1), save)
    }
  }
  // end
}
