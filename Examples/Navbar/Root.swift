import Millrace

/// The program: a bar and the selected section. The view of this feature is text, too.
struct Root: Feature {
  struct State: Codable, Equatable { var navBar = NavBar.initialState }

  enum Action: Codable, Equatable {
    case begin
    case navBar(NavBar.Action)
  }

  static let navBar = CasePath(Action.navBar) {
    if case .navBar(let action) = $0 { action } else { nil }
  }

  static var initialState: State { State() }

  static func update(_ state: inout State, _ action: Action) -> Command<Action> {
    switch action {
    case .begin: .none
    case .navBar(let action): NavBar.update(&state.navBar, action).map { .navBar($0) }
    }
  }

  static func view(_ state: State, _ dispatch: Dispatcher<Action>) -> String {
    "Section: \(NavBar.view(state.navBar, dispatch.wrap(navBar)))"
  }
}
