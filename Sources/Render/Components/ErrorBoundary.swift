/// Shows replacement content when its content throws an error.
///
/// ```swift
/// ErrorBoundary {
///   Article(text: text)
/// } failure: { error, retry in
///   Row(gap: 1) {
///     Text("\(error)")
///     Button("Try again") { retry() }
///   }
/// }
/// ```
///
/// If a descendant's `body` throws, the boundary removes its whole content, with its local state,
/// before the frame is shown; the rest of the screen stays. An error thrown by `failure` goes to
/// the enclosing boundary.
public struct ErrorBoundary: LiveComponent {
  /// Makes a node from an error and a function that tries again.
  public typealias Failure =
    @MainActor (_ error: any Error, _ retry: @escaping @MainActor () -> Void) throws -> Node

  private let content: @MainActor () throws -> Node
  private let failure: Failure

  /// Makes a boundary around content.
  /// - Parameters:
  ///   - content: the normal content.
  ///   - failure: the replacement for an error; `retry` creates the content again.
  public init(
    @NodeBuilder content: @escaping @MainActor () throws -> Node,
    @NodeBuilder failure: @escaping Failure
  ) {
    self.content = content
    self.failure = failure
  }

  public func body(in context: RenderContext) throws -> Node {
    if let error = context.instance.failure {
      let retry: @MainActor () -> Void = {
        [weak boundary = context.instance, queue = context.renderer.invalidations] in
        guard let boundary else { return }
        boundary.failure = nil
        queue.addOnMainActor(boundary.id, .failure)
      }
      return NodeBuilder.branch(try failure(error, retry), false)
    }
    return NodeBuilder.branch(try content(), true)
  }
}
