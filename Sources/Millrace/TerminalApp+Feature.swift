import MillraceBindings
import MillraceRender
import MillraceStore

extension TerminalApp {
  /// A program that shows a feature's view.
  ///
  /// ```swift
  /// try await TerminalApp(Store(Temperature.self), showing: Temperature.self).run()
  /// ```
  /// - Parameters:
  ///   - store: The store of the feature.
  ///   - screen: The part of the terminal that the program uses.
  ///   - feature: The feature, whose view is a `Node`.
  public init<Root: Feature>(
    _ store: Store<State, Action>, screen: ScreenMode = .full, showing feature: Root.Type
  )
  where Root.State == State, Root.Action == Action, Root.View == Node {
    self.init(store, screen: screen) { state, dispatch in Root.view(state, dispatch) }
  }
}
