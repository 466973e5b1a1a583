import MillraceRender

/// A value that is being loaded, could not be loaded, or is there: for a program's state.
public enum LoadState<Value> {
  /// No answer yet.
  case loading
  /// The message says what failed.
  case failed(String)
  /// The value is there.
  case loaded(Value)
}

extension LoadState: Equatable where Value: Equatable {}
extension LoadState: Sendable where Value: Sendable {}

/// Content that is loading, failed or there.
///
/// ```swift
/// LoadView(articles, onRetry: { load() }) { articles in
///   List(articles) { Text($0.title) }
/// }
/// ```
/// It shows a spinner, then the content; or the message of the failure, with a button that tries
/// again.
public struct LoadView<Value>: Component {
  private let state: LoadState<Value>
  private let label: String
  private let onRetry: (@MainActor () throws -> Void)?
  private let content: @MainActor (Value) throws -> Node
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - state: what to show. The program sets it, for example in its reducer.
  ///   - label: shown beside the spinner.
  ///   - onRetry: called by the button; nil: there is none.
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
