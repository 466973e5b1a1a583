import Millrace
import MillraceInspector

/// A timer, which ticks by its own source, and rings by its own effect.
struct EggTimer: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var seconds: Int
  var hasRung = false
}

enum EggTimerAction: Codable, Equatable, Sendable { case ticked, rang }

/// Rings a bell. A test passes another function.
enum Bell: DependencyKey {
  static var defaultValue: @Sendable (Int) async throws -> Void { { _ in } }
}

let eggTimer = Reducer<EggTimer, EggTimerAction> { timer, action in
  switch action {
  case .ticked:
    timer.seconds -= 1
    guard timer.seconds == 0 else { return .none }
    return .task { [id = timer.id] dependencies in
      try await dependencies[Bell.self](id)
      return .rang
    }.retry(.backOff(attempts: 3))
  case .rang: timer.hasRung = true
  }
  return .none
}.sources { timer in
  timer.seconds > 0 ? [.timer(id: "tick", every: .seconds(1)) { .ticked }] : []
}

/// A screen of the program: the list, or the form for a new timer.
enum Screen: Codable, Equatable, Sendable { case list, form(seconds: Int) }

enum FormAction: Codable, Equatable, Sendable { case add(Int), close(Int?) }

let form = Reducer<Screen, FormAction> { screen, action in
  switch (screen, action) {
  case (.form(let seconds), .add(let more)): screen = .form(seconds: max(1, seconds + more))
  case (_, .close): return .dismiss()
  case (.list, _): break
  }
  return .none
}

struct Kitchen: Codable, Equatable, Sendable {
  var timers: IdentifiedList<EggTimer> = []
  var screens = ScreenStack(Screen.list)
  var lastID = 0
}

enum KitchenAction: Codable, Equatable, Sendable {
  case timer(Int, EggTimerAction)
  case screens(StackAction<Screen, FormAction>)
  case removeFirst

  static let timerPath = CasePath<Self, (Int, EggTimerAction)>({ .timer($0, $1) }) {
    if case .timer(let id, let it) = $0 { (id, it) } else { nil }
  }
  static let screensPath = CasePath<Self, StackAction<Screen, FormAction>>({ .screens($0) }) {
    if case .screens(let it) = $0 { it } else { nil }
  }
}

let kitchen = Reducer<Kitchen, KitchenAction>.combine(
  Reducer { state, action in
    switch action {
    // The form closes with a result.
    case .screens(.screen(_, .close(let seconds?))):
      state.lastID += 1
      state.timers.append(EggTimer(id: state.lastID, seconds: seconds))
    case .removeFirst: state.timers.first.map { _ = state.timers.remove(id: $0.id) }
    case .screens, .timer: break
    }
  },
  .scope(elements: \.timers, action: KitchenAction.timerPath, eggTimer),
  .stack(\.screens, action: KitchenAction.screensPath, form))

@main
struct KitchenProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  /// The program. A test passes dependencies with a controlled clock.
  @MainActor
  static func app(
    _ dependencies: Dependencies = Dependencies()
  ) -> TerminalApp<Kitchen, KitchenAction> {
    let store = Store(initial: Kitchen(), reducer: kitchen, dependencies: dependencies)
    return TerminalApp(store) { state, dispatch, terminal in
      Column(align: .start) {
        if case .form(let seconds) = state.screens.top.screen {
          Text("A timer of \(seconds) s")
          Text("+ and - change it, Enter starts it, Escape goes back.").dim()
        } else {
          for timer in state.timers {
            Text("\(timer.id): " + (timer.hasRung ? "done" : "\(timer.seconds) s")).key(timer.id)
          }
          Text("n makes a timer, d removes the first, q quits.").dim()
        }
      }
      .onKey { key in
        let (top, screen) = (state.screens.top.id, state.screens.top.screen)
        switch (screen, key) {
        case (.list, .character("n")): dispatch(.screens(.push(.form(seconds: 180))))
        case (.list, .character("d")): dispatch(.removeFirst)
        case (.list, .character("q")): terminal.quit()
        case (.form, .character("+")): dispatch(.screens(.screen(top, .add(10))))
        case (.form, .character("-")): dispatch(.screens(.screen(top, .add(-10))))
        case (.form(let seconds), .enter): dispatch(.screens(.screen(top, .close(seconds))))
        case (.form, .escape): dispatch(.screens(.back))
        default: return false
        }
        return true
      }
    }
  }
}
