import Millrace
import MillraceTesting
import Testing

/// Tests of reducers, programs and renderers, which run with the other tests.
@Suite("Samples of tests")
struct TestingSamples {
  struct Search: Codable, Equatable, Sendable {
    var text = ""
    var results = 0
  }

  enum SearchAction: Codable, Equatable, Sendable { case typed(String), found(Int) }

  let search = Reducer<Search, SearchAction> { state, action in
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
  @Test("a search begins after a pause")
  func finds() async throws {
    let store = TestStore(initial: Search(), reducer: search)
    try await store.send(.typed("swift")) { $0.text = "swift" }
    store.clock.advance(by: .milliseconds(300))
    try await store.receive(.found(3)) { $0.results = 3 }
    try await store.finish()
  }
  // end

  @Test("a wrong change is described")
  func failure() async throws {
    let store = TestStore(initial: Search(), reducer: search, exhaustive: false)
    // sample: TestStoreFailure
    do {
      try await store.send(.typed("swift")) { $0.text = "Swift" }
    } catch let failure as TestStoreFailure {
      #expect(failure.kind == .wrongState)
      #expect(failure.description.contains("text"))  // names the path, expected and found values
    }
    // end
  }

  // sample: TestStage
  @MainActor @Test("the screen shows what was found")
  func shows() async throws {
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
    #expect(stage.rows == ["swift", "3 found"])
  }
  // end

  // sample: TestTerminal, VirtualScreen, PictureBackground
  @MainActor
  func draws(_ stage: TestStage) throws {
    let terminal = stage.terminal
    terminal.send(.tab, .enter)
    terminal.click(x: 3, y: 1)
    terminal.resize(columns: 40, rows: 10)
    stage.settle()
    print(terminal.screen, terminal.virtualScreen.style(of: "3 found") ?? Style())
    print(stage.svg(title: "search", background: PictureBackground.light))
  }
  // end

  @Test("a screen interprets bytes")
  func screen() {
    // sample: VirtualScreen
    var screen = VirtualScreen(width: 20, height: 3)
    screen.feed("\u{1B}[1;31mError\u{1B}[0m: no file")
    #expect(screen.text == "Error: no file")
    #expect(screen.styledText == "[bold red:Error]: no file")
    // end
  }

  // sample: ManualClock
  @Test("work waits for the clock")
  func sleeps() async throws {
    let clock = ManualClock()
    let work = Task { try await clock.sleep(for: .seconds(5)) }
    await clock.waitUntilPending()
    clock.advance(by: .seconds(5))
    try await work.value
    #expect(clock.pendingCount == 0)
  }
  // end

  // sample: MemoryStorage
  @Test("a typed search survives a kill of the process")
  func survives() {
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
    #expect(makeStore().state.text == "swift")

    storage.setFault { operation, _ in operation == .write ? .fails(28) : nil }  // ENOSPC
  }
  // end

  @Test("random numbers repeat")
  func random() {
    // sample: SeededGenerator, RandomNumbers
    let dependencies = Dependencies(random: RandomNumbers(SeededGenerator(seed: 7)))
    // end
    #expect(dependencies.random.next() == 7_191_089_600_892_374_487)
  }

  // sample: RecordingHost
  @MainActor @Test("an element is updated in place")
  func updates() {
    let host = RecordingHost()
    let renderer = Renderer(host: host)
    func leaf(_ name: String) -> Node { Node(Element(RecordingHost.Leaf(name: name))) }
    renderer.render(leaf("a"))
    host.clearLog()
    renderer.render(leaf("b"))
    #expect(host.log == ["update a to b"] && host.tree == "b")
    #expect(host.invalidCalls.isEmpty)
  }
  // end
}
