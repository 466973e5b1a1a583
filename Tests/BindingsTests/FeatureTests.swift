import MillraceBindings
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// A root feature with a navigation bar as its child. The views are strings.

struct Root: Feature {
  struct State: Equatable { var navBar = NavBar.initialState }

  enum Action: Equatable {
    case begin
    case navBar(NavBar.Action)
  }

  static var initialState: State { State() }

  static func update(_ state: inout State, _ action: Action) -> Command<Action> {
    switch action {
    case .begin: .none
    case .navBar(let action): NavBar.update(&state.navBar, action).map { .navBar($0) }
    }
  }

  static func view(_ state: State, _ dispatch: Dispatcher<Action>) -> String {
    "Section: \(NavBar.view(state.navBar, dispatch.wrap { .navBar($0) }))"
  }
}

struct NavBar: Feature {
  enum Section { case browse, playing, search }

  struct State: Equatable { var current = Section.browse }

  enum Action: Equatable { case selectBrowse, selectPlaying, selectSearch }

  static var initialState: State { State() }

  static func update(_ state: inout State, _ action: Action) -> Command<Action> {
    switch action {
    case .selectBrowse: state.current = .browse
    case .selectPlaying: state.current = .playing
    case .selectSearch: state.current = .search
    }
    return .none
  }

  static func view(_ state: State, _ dispatch: Dispatcher<Action>) -> String {
    "\(state.current)"
  }
}

/// A feature with effects: it counts seconds while it runs.
struct Watch: Feature {
  struct State: Equatable {
    var seconds = 0
    var isRunning = false
  }

  enum Action: Equatable { case start, stop, tick }

  static var initialState: State { State() }

  static func update(_ state: inout State, _ action: Action) -> Command<Action> {
    switch action {
    case .start:
      state.isRunning = true
      return .action(.stop).delay(for: .milliseconds(3500))
    case .stop: state.isRunning = false
    case .tick: state.seconds += 1
    }
    return .none
  }

  static let sources: (@Sendable (State) -> [ActionSource<Action>])? = { state in
    state.isRunning ? [.timer(id: "seconds", every: .seconds(1)) { .tick }] : []
  }

  /// Returns the view: a text, and the action of a button.
  static func view(
    _ state: State, _ dispatch: Dispatcher<Action>
  ) -> (text: String, press: @Sendable () -> Void) {
    ("\(state.seconds) s", { dispatch(.start) })
  }
}

@MainActor
@Suite("Feature")
struct FeatureTests {
  @Test("the root's view shows the section that its navigation bar selects")
  func golden() {
    let app = Store(Root.self)
    #expect(app.view(of: Root.self) == "Section: browse")
    app.dispatch(.navBar(.selectSearch))
    #expect(app.view(of: Root.self) == "Section: search")
  }

  @Test("a child's view sends the child's actions through the parent's case")
  func wraps() {
    let app = Store(Root.self)
    Dispatcher(app).wrap(Root.Action.navBar)(.selectPlaying)
    #expect(app.view(of: Root.self) == "Section: playing")
  }

  @Test("a feature's commands and sources run on the store's clock")
  func effects() {
    let clock = ManualClock()
    let app = Store(Watch.self, dependencies: Dependencies(clock: clock))
    app.view(of: Watch.self).press()
    clock.advance(by: .seconds(10))
    #expect(app.view(of: Watch.self).text == "3 s")
    #expect(clock.pendingCount == 0)
  }
}

@Suite("Dispatcher identity")
struct DispatcherIdentityTests {
  private enum Whole: Sendable, Equatable {
    case part(Int)
    case row(Int, Int)
  }

  // Computed, so that each use creates a new path.
  private static var part: CasePath<Whole, Int> {
    CasePath(Whole.part) { if case .part(let part) = $0 { part } else { nil } }
  }

  private static var row: CasePath<Whole, (Int, Int)> {
    CasePath(Whole.row) { if case .row(let id, let row) = $0 { (id, row) } else { nil } }
  }

  @Test("two dispatchers of one store are equal, and those of two stores are not")
  func stores() {
    let first = Store(initial: 0, reducer: Reducer<Int, Whole> { _, _ in })
    let second = Store(initial: 0, reducer: Reducer<Int, Whole> { _, _ in })
    #expect(Dispatcher(first) == Dispatcher(first))
    #expect(Dispatcher(first) != Dispatcher(second))
  }

  @Test("dispatchers wrapped by equal case paths are equal, even if the paths are created anew")
  func casePaths() {
    let dispatch = Dispatcher(Store(initial: 0, reducer: Reducer<Int, Whole> { _, _ in }))
    #expect(dispatch.wrap(Self.part) == dispatch.wrap(Self.part))
    #expect(dispatch.wrap(Self.row, id: 1) == dispatch.wrap(Self.row, id: 1))
    #expect(dispatch.wrap(Self.row, id: 1) != dispatch.wrap(Self.row, id: 2))
    #expect(dispatch.wrap(Self.part) != dispatch.wrap(Self.row, id: 1))
    #expect(dispatch.wrap(Self.row.element(1)) == dispatch.wrap(Self.row.element(1)))
    #expect(dispatch.wrap(Self.row.element(1)) != dispatch.wrap(Self.row.element(2)))
  }

  @Test("dispatchers wrapped by functions are never equal, because functions cannot be compared")
  func functions() {
    let dispatch = Dispatcher(Store(initial: 0, reducer: Reducer<Int, Whole> { _, _ in }))
    #expect(dispatch.wrap(Whole.part) != dispatch.wrap(Whole.part))
  }

  @Test("a commit records where the dispatcher was called, even through wrapped dispatchers")
  func origin() {
    let log = Slot<CallSite>()
    let store = Store(initial: 0, reducer: Reducer<Int, Whole> { _, _ in })
    let token = store.observeCommits { log.value = $0.origin }
    let dispatch = Dispatcher(store).wrap(Self.row, id: 3)
    let line: UInt = #line + 1
    dispatch(4)
    #expect(log.value?.line == line)
    #expect(log.value?.fileID.description == #fileID)
    withExtendedLifetime(token) {}
  }
}
