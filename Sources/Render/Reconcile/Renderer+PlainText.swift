extension Renderer {
  /// The lines of a node in plain-text output, one block for each outermost element, in a single
  /// pass. Nothing is retained and no effects run.
  func blocks(of node: Node, in parent: Instance) throws -> [[String]] {
    // No code looks up these temporary instances by their IDs, so all of them have the index 0.
    let instance = Instance(node, id: newID(at: 0), slot: .position(0), parent: parent)
    switch node.content {
    case .empty, .portal: return []
    case .element(let base):
      let inside = try blocks(of: base.children, in: instance)
      return [host.lines(of: instance.styled(base), around: inside)]
    case .fragment(let children, _): return try blocks(of: children, in: instance)
    case .provider(let box):
      instance.provide(box.makeCell())
      return try blocks(of: box.child, in: instance)
    case .memo(_, let make): return try blocks(of: try make(), in: instance)
    case .component(let box):
      defer { release(instance) }
      attach(instance, box)
      connectProperties(of: instance, box)
      let context = RenderContext(renderer: self, instance: instance)
      do {
        return try blocks(of: try box.body(in: context), in: instance)
      } catch let error where box.catchesErrors {
        instance.failure = error
        return try blocks(of: box.body(in: context), in: instance)
      } catch let error where !isInBoundary(parent) {
        // Leaves out the failed content and shows all other content, as on a screen.
        report(.bodyFailed("\(error)"), at: instance)
        return []
      }
    }
  }

  /// Whether the instance or an ancestor is an error boundary that shows no error yet.
  private func isInBoundary(_ instance: Instance) -> Bool {
    var around: Instance? = instance
    while let current = around {
      if case .component(let box) = current.node.content, box.catchesErrors, current.failure == nil
      {
        return true
      }
      around = current.parent
    }
    return false
  }

  private func blocks(of nodes: [Node], in parent: Instance) throws -> [[String]] {
    var all: [[String]] = []
    for node in nodes { all += try blocks(of: node, in: parent) }
    return all
  }
}
