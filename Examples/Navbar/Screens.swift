import Millrace

// The same features with other views. They share state and update, and only the views are defined
// here.

/// The bar as a row of buttons.
struct NavBarScreen: Feature {
  static var initialState: NavBar.State { NavBar.initialState }

  static func update(
    _ state: inout NavBar.State, _ action: NavBar.Action
  ) -> Command<NavBar.Action> {
    NavBar.update(&state, action)
  }

  @NodeBuilder
  static func view(_ state: NavBar.State, _ dispatch: Dispatcher<NavBar.Action>) -> Node {
    Row(gap: 1) {
      for section in NavBar.Section.allCases {
        Button(section == state.current ? "[\(section)]" : " \(section) ") {
          dispatch(section.selection)
        }
      }
    }
  }
}

/// The bar above the name of its section.
struct RootScreen: Feature {
  static var initialState: Root.State { Root.initialState }

  static func update(_ state: inout Root.State, _ action: Root.Action) -> Command<Root.Action> {
    Root.update(&state, action)
  }

  @NodeBuilder
  static func view(_ state: Root.State, _ dispatch: Dispatcher<Root.Action>) -> Node {
    Column(gap: 1) {
      NavBarScreen.view(state.navBar, dispatch.wrap(Root.navBar))
      Text(Root.view(state, dispatch))
      Text("Tab moves, Return selects, Ctrl-C ends.").dim()
    }
  }
}
