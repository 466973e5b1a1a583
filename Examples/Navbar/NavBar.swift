import Millrace

/// A bar of sections, one of which is current. The view of this feature is text.
struct NavBar: Feature {
  enum Section: String, CaseIterable, Codable { case browse, playing, search }

  struct State: Codable, Equatable { var current = Section.browse }

  enum Action: Codable, Equatable { case selectBrowse, selectPlaying, selectSearch }

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

extension NavBar.Section {
  var selection: NavBar.Action {
    switch self {
    case .browse: .selectBrowse
    case .playing: .selectPlaying
    case .search: .selectSearch
    }
  }
}
