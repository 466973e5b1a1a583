import MillraceBindings
import MillraceRender
import MillraceStore

extension TerminalApp {
  /// A program whose screen is a feature's view.
  ///
  /// ```swift
  /// try await TerminalApp(Store(Root.self), showing: Root.self).run()
  /// ```
  /// - Parameters:
  ///   - store: Runs the feature.
  ///   - feature: Its view is a `Node`.
  public init<Root: Feature>(_ store: Store<State, Action>, showing feature: Root.Type)
  where Root.State == State, Root.Action == Action, Root.View == Node {
    self.init(store) { state, dispatch in Root.view(state, dispatch) }
  }
}
