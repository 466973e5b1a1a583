import MillraceRender

/// The state of a value that a program loads. It can be part of the program's state.
public enum LoadState<Value> {
  /// The value is being loaded.
  case loading
  /// The value could not be loaded; the message says why.
  case failed(String)
  /// The value is loaded.
  case loaded(Value)
}

extension LoadState: Equatable where Value: Equatable {}
extension LoadState: Sendable where Value: Sendable {}

/// Shows a value that is loading, could not be loaded, or is loaded.
///
/// ```swift
/// LoadView(articles, onRetry: { load() }) { articles in
///   List(articles) { Text($0.title) }
/// }
/// ```
/// While the value loads, it shows a spinner. After a failure, it shows the message, and a button
/// that tries again.
public struct LoadView<Value>: Component {
  private let state: LoadState<Value>
  private let label: String
  private let onRetry: (@MainActor () throws -> Void)?
  private let content: @MainActor (Value) throws -> Node
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - state: what to show. The program sets it, for example in its reducer.
  ///   - label: shown beside the spinner.
  ///   - onRetry: called by the button that tries again; nil: there is no button.
  ///   - content: builds the content for the value.
  public init(
    _ state: LoadState<Value>, label: String = "Loading…",
    onRetry: (@MainActor () throws -> Void)? = nil,
    @NodeBuilder content: @escaping @MainActor (Value) throws -> Node
  ) {
    (self.state, self.label, self.onRetry, self.content) = (state, label, onRetry, content)
  }

  public var body: Node {
    get throws {
      switch state {
      case .loading: Spinner(label)
      case .failed(let message):
        Column {
          Text(message).style(theme.danger)
          if let onRetry { Button("Try again") { try onRetry() } }
        }
      case .loaded(let value): try content(value)
      }
    }
  }
}
