/// Keeps a host's elements in sync with a tree of nodes, with minimal changes.
///
/// ``render(_:)`` takes a new root; ``render()`` renders only the dirty components. The cost of a
/// change depends on the affected components, not on the size of the tree. As in `Instance`,
/// accesses are not checked for overlaps.
@MainActor
public final class Renderer {
  /// Called for mistakes in the tree that the renderer recovers from.
  public var onIssue: (RenderIssue) -> Void = { _ in }
  /// The total work so far.
  @exclusivity(unchecked) public internal(set) var statistics = RenderStatistics()

  let host: any RenderHost
  let invalidations: InvalidationQueue
  let requestFrame: @Sendable () -> Void
  @exclusivity(unchecked) var root: Instance?
  @exclusivity(unchecked) private var nextRoot: Node?
  @exclusivity(unchecked) var instances = ElementTable<Instance>()
  @exclusivity(unchecked) private var knownProperties: [ObjectIdentifier: ComponentProperties] =
    [:]
  /// The cells of environment values without a provider.
  var defaultCells: [Int: AnyEnvironmentCell] = [:]
  @exclusivity(unchecked) private var dirty: [Instance] = []
  @exclusivity(unchecked) private var lastNumber = 0
  /// The indices of removed instances, and the first index that was never used. The lowest
  /// indices belong to the layers of a host.
  @exclusivity(unchecked) private var freeIndices: [Int] = []
  @exclusivity(unchecked) private var unusedIndex = Layer.allCases.count
  private var isRendering: Bool {
    get { invalidations.isRendering }
    set { invalidations.isRendering = newValue }
  }
  /// Whether ``unmount()`` is removing the tree.
  @exclusivity(unchecked) package private(set) var isUnmounting = false
  /// The values that all components share in one frame, by owner: see
  /// ``RenderContext/frameValue(for:make:)``. Removed at the end of the frame, or earlier when a
  /// source changes.
  var frameValues: [ObjectIdentifier: AnyObject] = [:]
  /// The key bindings in force when they were last shown, and the components that show them.
  @exclusivity(unchecked) var bindings: [KeyBinding] = []
  @exclusivity(unchecked) var bindingReaders: Set<ElementID> = []
  /// The cached key bindings, the focus for which they were found, and whether their closures are
  /// the newest ones; nil after a change of the bindings.
  @exclusivity(unchecked) var cachedBindings:
    (focused: ElementID?, bindings: [KeyBinding], isExact: Bool)?
  /// The handlers that a key reaches, and the focus for which they were found; nil after a change
  /// of the tree.
  @exclusivity(unchecked) var knownRoute: (focused: ElementID?, stops: [KeyStop])?
  /// The keys of an incomplete chord.
  @exclusivity(unchecked) var pending: PendingChord?
  /// Mistakes that are reported once for a component, not in each frame.
  var reportedOnce: Set<String> = []
  /// The number of ``render()`` calls that had work.
  @exclusivity(unchecked) private(set) var frame = 0
  @exclusivity(unchecked) var pendingEffects: [PendingEffect] = []
  /// Called after each ``render()`` that evaluated bodies. Setting a function turns ``isInspected``
  /// on; nil turns it off.
  public var onFrame: ((FrameRecord) -> Void)? { didSet { isInspected = onFrame != nil } }
  /// Converts values, which may be large, to text for inspection.
  package var describe: (Any) -> String = { "\($0)" }
  /// The time since a fixed moment, for measurements of an inspection.
  package var elapsed = { [start = ContinuousClock.now] in ContinuousClock.now - start }
  package var recorder: FrameRecorder? { invalidations.recorder }

  /// Makes a renderer of a host's elements.
  /// - Parameters:
  ///   - host: displays the elements.
  ///   - requestFrame: called, on any thread, when ``render()`` has work to do.
  public init(host: any RenderHost, requestFrame: @escaping @Sendable () -> Void = {}) {
    self.host = host
    invalidations = InvalidationQueue(requestFrame: requestFrame)
    self.requestFrame = requestFrame
  }

  /// Whether ``render()`` has work to do.
  public var needsRender: Bool {
    !dirty.isEmpty || !invalidations.isEmpty || !pendingEffects.isEmpty || nextRoot != nil
      || needsUnmount
  }

  private var needsUnmount: Bool { isUnmounting && root != nil }

  /// Replaces the root with `node` and renders it.
  public func render(_ node: Node) {
    nextRoot = node
    isUnmounting = false
    render()
  }

  /// Renders the components whose local state, source or environment changed, makes the host lay
  /// out the changes, and runs the effects.
  ///
  /// Changes by a layout or an effect are rendered in the same call, in further passes. The number
  /// of passes is limited, because a component may change in every pass. Fewer passes show changed
  /// sources, because other threads may change these all the time. Later changes wait for the next
  /// call, but the effects of this call run. A nested call by a handler does nothing: the call in
  /// progress renders the changes.
  public func render() {
    guard !isRendering, needsRender || host.needsCommit else { return }
    isRendering = true
    defer {
      isRendering = false
      if !frameValues.isEmpty { frameValues = [:] }
      if let bodies = recorder?.bodies, !bodies.isEmpty {
        onFrame?(FrameRecord(number: frame, bodies: bodies))
      }
    }
    frame += 1
    recorder?.begin()
    var sourcePasses = 0
    for pass in 1...Self.passLimit {
      let takesSources = sourcePasses < Self.sourcePassLimit
      if takesSources, invalidations.hasChangedSources { sourcePasses += 1 }
      measure(.diff) { renderPass(sources: takesSources) }
      measure(.layout) { host.commit() }
      refreshBindings()
      let takesMore = sourcePasses < Self.sourcePassLimit
      if pass < Self.passLimit, needsPass(sources: takesMore) { continue }
      measure(.effects) { runEffects() }
      guard pass < Self.passLimit, needsPass(sources: takesMore) || !pendingEffects.isEmpty else {
        break
      }
    }
    if needsRender { requestFrame() } else { recorder?.end() }
  }

  private func needsPass(sources: Bool) -> Bool {
    !dirty.isEmpty || nextRoot != nil || needsUnmount
      || (sources ? !invalidations.isEmpty : invalidations.hasChangedState)
  }

  /// Marks every component dirty for the next ``render()``, even those with equal props: their code
  /// may have changed. Local state is kept.
  /// - Complexity: O(components).
  public func invalidateAll() {
    for instance in instances.values {
      if case .component = instance.node.content { markDirty(instance, .source) }
    }
  }

  private static let passLimit = 8
  /// The passes of a frame that show changed sources: the first, one after the layout and one after
  /// the effects.
  private static let sourcePassLimit = 3

  /// Removes the whole tree: local state is released, tasks are cancelled, connections end.
  public func unmount() {
    isUnmounting = true
    nextRoot = nil
    render()
  }

  private func renderPass(sources: Bool) {
    // A pass without changed sources keeps the frame values, so it shows the same version as the
    // last pass with changed sources.
    if sources, !frameValues.isEmpty { frameValues = [:] }
    for (id, reason) in invalidations.take(sources: sources) {
      if let instance = instances[id] { markDirty(instance, reason) }
    }
    if needsRender { knownRoute = nil }
    if isUnmounting {
      nextRoot = nil
      if let root { reconcileChildren(of: root, to: [], restyled: false) }
      root = nil
    }
    if let node = nextRoot {
      nextRoot = nil
      let top = root ?? Instance(.fragment([]), id: newID(), slot: .position(0), parent: nil)
      top.markInserted()
      root = top
      reconcileChildren(of: top, to: [node], restyled: false)
    }
    // Rendering can make other components dirty: environment readers, an error boundary.
    var passes = 0
    while !dirty.isEmpty, passes < Self.passLimit {
      passes += 1
      // Outermost first, because rendering a parent may update or remove its children. Then in
      // order of creation, so that the same changes produce the same frame.
      let batch =
        dirty.count == 1
        ? dirty : dirty.sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }
      dirty = []
      for instance in batch where instance.isMounted && instance.isDirty {
        renderBody(of: instance)
        updateEffects(of: instance, updatedFrom: instance.node)
      }
    }
  }

  func markDirty(_ instance: Instance, _ reason: RenderReason) {
    guard instance.isMounted else { return }
    recorder?.record(reason, at: instance.number)
    guard !instance.isDirty else { return }
    instance.isDirty = true
    dirty.append(instance)
  }

  func newID() -> ElementID {
    if let index = freeIndices.popLast() { return newID(at: index) }
    defer { unusedIndex += 1 }
    return newID(at: unusedIndex)
  }

  func newID(at index: Int) -> ElementID {
    lastNumber += 1
    return ElementID(lastNumber, at: index)
  }

  /// Forgets an instance that was removed.
  func forget(_ instance: Instance) {
    guard instances[instance.id] != nil else { return }
    instances[instance.id] = nil
    freeIndices.append(instance.id.index)
  }

  func properties(of box: ComponentBox) -> ComponentProperties {
    if let known = knownProperties[box.typeID] { return known }
    let found = box.findProperties()
    knownProperties[box.typeID] = found
    return found
  }

  func report(_ mistake: RenderIssue.Mistake, at instance: Instance?) {
    onIssue(RenderIssue(mistake, path: instance?.path ?? ""))
  }

  package func report(_ mistake: RenderIssue.Mistake, at element: ElementID) {
    report(mistake, at: instances[element])
  }
}
