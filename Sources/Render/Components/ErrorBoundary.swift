/// Shows something else in place of content that threw an error.
///
/// ```swift
/// ErrorBoundary {
///   Article(id)
/// } failure: { error, retry in
///   Row(gap: 1) { Text("\(error)"); Button("Try again") { retry() } }
/// }
/// ```
///
/// What a `body` inside throws takes the whole content away, with its local state, before anything of it
/// is shown; the rest of the screen stays. An error of `failure` goes to the boundary around.
public struct ErrorBoundary: LiveComponent {
  public typealias Failure =
    @MainActor (_ error: any Error, _ retry: @escaping @MainActor () -> Void) throws -> Node

  private let content: @MainActor () throws -> Node
  private let failure: Failure

  /// - Parameters:
  ///   - content: what to show while all goes well.
  ///   - failure: what to show for an error; `retry` makes the content afresh.
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
        queue.addLocally(boundary.number, .failure)
      }
      return NodeBuilder.branch(try failure(error, retry), false)
    }
    return NodeBuilder.branch(try content(), true)
  }
}
