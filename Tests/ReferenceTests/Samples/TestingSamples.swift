import Millrace
import MillraceTesting

/// Tests of reducers, programs and renderers. A test framework runs such functions.
enum TestingSamples {
  struct Search: Codable, Equatable, Sendable {
    var text = ""
    var results = 0
  }

  enum SearchAction: Codable, Equatable, Sendable { case typed(String), found(Int) }

  static let search = Reducer<Search, SearchAction> { state, action in
    switch action {
    case .typed(let text):
      state.text = text
      return .task { .found(3) }.debounce(id: "search", for: .milliseconds(300))
    case .found(let count):
      state.results = count
      return .none
    }
  }

  struct Weather: Sendable {
    static let sunny = Weather()
    var text = "sunny"
  }

  enum WeatherKey: DependencyKey { static let defaultValue = Weather(text: "live") }

  // sample: TestStore
  static func finds() async throws {
    let store = TestStore(initial: Search(), reducer: search)
    try await store.send(.typed("swift")) { $0.text = "swift" }
    store.clock.advance(by: .milliseconds(300))
    try await store.receive(.found(3)) { $0.results = 3 }
    try await store.finish()
  }
  // end

  static func failure() async throws {
    let store = TestStore(initial: Search(), reducer: search, exhaustive: false)
    // sample: TestStoreFailure
    do {
      try await store.send(.typed("swift")) { $0.text = "Swift" }
    } catch let failure as TestStoreFailure {
      print(failure.kind == .wrongState)  // true
      print(failure)  // the call, and the values expected and found
    }
    // end
  }

  // sample: TestStage
  @MainActor
  static func shows() async throws {
    let stage = try TestStage(columns: 30, rows: 3) { dependencies in
      dependencies[WeatherKey.self] = Weather.sunny
      let store = Store(initial: Search(), reducer: search, dependencies: dependencies)
      return TerminalApp(store) { state, dispatch in
        TextField(state.text, onChange: { dispatch(.typed($0)) }).autofocus()
        Text("\(state.results) found")
      }
    }
    stage.terminal.type("swift")
    stage.clock.advance(by: .milliseconds(300))
    await stage.settleEffects()
    precondition(stage.rows == ["swift", "3 found"])
  }
  // end

  // sample: TestTerminal, VirtualScreen, PictureBackground
  @MainActor
  static func draws(_ stage: TestStage) throws {
    let terminal = stage.terminal
    terminal.send(.tab, .enter)
    terminal.click(x: 3, y: 1)
    terminal.resize(columns: 40, rows: 10)
    stage.settle()
    print(terminal.screen, terminal.virtualScreen.style(of: "3 found") ?? Style())
    print(stage.svg(title: "search", background: PictureBackground.light))
  }
  // end

  static func screen() {
    // sample: VirtualScreen
    var screen = VirtualScreen(width: 20, height: 3)
    screen.feed("\u{1B}[1;31mError\u{1B}[0m: no file")
    print(screen.text)  // Error: no file
    print(screen.styledText)  // [bold red:Error]: no file
    // end
  }

  // sample: ManualClock
  static func sleeps() async throws {
    let clock = ManualClock()
    let work = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.waitUntilPending()
    clock.advance(by: .seconds(5))
    try await work.value
    precondition(clock.pendingCount == 0)
  }
  // end

  // sample: MemoryStorage
  static func survives() {
    let storage = MemoryStorage()
    func makeStore() -> Store<Search, SearchAction> {
      Store(
        initial: Search(), reducer: search,
        middleware: [
          .persistence(
            to: .file("/search.json"), version: 1, durability: .journal, storage: storage)
        ], dependencies: Dependencies(clock: ManualClock()))
    }
    makeStore().dispatch(.typed("swift"))
    storage.killProcess()
    precondition(makeStore().state.text == "swift")

    storage.setFault { operation, _ in operation == .write ? .fails(28) : nil }  // ENOSPC
  }
  // end

  static func random() {
    // sample: SeededGenerator, RandomNumbers
    let dependencies = Dependencies(random: RandomNumbers(SeededGenerator(seed: 7)))
    // end
    print(dependencies.random.next())
  }

  // sample: RecordingHost
  @MainActor
  static func updates() {
    let host = RecordingHost()
    let renderer = Renderer(host: host)
    func leaf(_ name: String) -> Node { Node(Element(RecordingHost.Leaf(name: name))) }
    renderer.render(leaf("a"))
    host.clearLog()
    renderer.render(leaf("b"))
    precondition(host.log == ["update a to b"] && host.tree == "b")
    precondition(host.invalidCalls.isEmpty)
  }
  // end
}
