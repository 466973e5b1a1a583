/// Keeps a host's elements as a tree of nodes describes them, by the smallest changes.
///
/// ``render(_:)`` takes a new root; ``render()`` renders again only the components that said so.
/// What a change costs follows the components that it concerns, not the size of the tree.
@MainActor
public final class Renderer {
  /// Told of mistakes in the tree that the renderer can live with.
  public var onIssue: (RenderIssue) -> Void = { _ in }
  /// The work done so far.
  public internal(set) var statistics = RenderStatistics()

  let host: any RenderHost
  let invalidations: InvalidationQueue
  let requestFrame: @Sendable () -> Void
  var root: Instance?
  private var nextRoot: Node?
  var elements: [ElementID: Instance] = [:]
  /// By their numbers.
  var components: [ElementID: Instance] = [:]
  private var types: [ObjectIdentifier: ComponentProperties] = [:]
  /// How many values of a type did not tell where its wrappers are.
  private var failures: [ObjectIdentifier: Int] = [:]
  private var dirty: [Instance] = []
  private var lastNumber = 0
  private var isRendering: Bool {
    get { invalidations.isRendering }
    set { invalidations.isRendering = newValue }
  }
  private var isUnmounting = false
  /// The values of one rendering pass.
  var frameValues: [ObjectIdentifier: AnyObject] = [:]
  /// The key bindings in force, as they were last shown, and the components that show them.
  var bindings: [KeyBinding] = []
  var bindingReaders: Set<Int> = []
  /// The key bindings in force, and where the focus was; nil: nodes that have some changed since.
  var knownBindings: (focused: ElementID?, bindings: [KeyBinding])?
  /// The keys of a chord that is not complete.
  var pending: PendingChord?
  /// Mistakes of which a component is reminded once, not in each frame.
  var reportedOnce: Set<String> = []
  /// Counts the calls of ``render()``.
  private(set) var frame = 0
  var pendingEffects: [PendingEffect] = []
  /// Told what each call of ``render()`` evaluated, and why, if it did. While there is one,
  /// ``isInspected`` is on.
  public var onFrame: ((FrameRecord) -> Void)? { didSet { isInspected = onFrame != nil } }
  var recorder: FrameRecorder? { invalidations.recorder }

  /// - Parameters:
  ///   - host: what shows the elements.
  ///   - requestFrame: called, on any thread, when ``render()`` has something to do.
  public init(host: any RenderHost, requestFrame: @escaping @Sendable () -> Void = {}) {
    self.host = host
    invalidations = InvalidationQueue(requestFrame: requestFrame)
    self.requestFrame = requestFrame
  }

  /// Whether ``render()`` has something to do.
  public var needsRender: Bool {
    !dirty.isEmpty || !invalidations.isEmpty || !pendingEffects.isEmpty || nextRoot != nil
      || isEnding
  }

  private var isEnding: Bool { isUnmounting && root != nil }

  /// Shows `node` in place of whatever was shown.
  public func render(_ node: Node) {
    nextRoot = node
    isUnmounting = false
    render()
  }

  /// Renders again the components whose local state, source or environment changed, and nothing else;
  /// has the host lay out what that changed; and runs the effects.
  ///
  /// What a layout or an effect changes is rendered in the same call, up to a limit that a component
  /// which never settles runs into; the rest waits for the next call. Called by a handler that runs
  /// inside it, it leaves what there is to do to the call in progress.
  public func render() {
    guard !isRendering, needsRender || host.needsCommit else { return }
    isRendering = true
    defer {
      isRendering = false
      if let bodies = recorder?.bodies, !bodies.isEmpty {
        onFrame?(FrameRecord(number: frame, bodies: bodies))
      }
    }
    frame += 1
    recorder?.begin()
    for _ in 0..<Self.passLimit {
      renderPass()
      host.commit()
      refreshBindings()
      guard dirty.isEmpty, invalidations.isEmpty, nextRoot == nil, !isEnding else { continue }
      runEffects()
      if !needsRender {
        recorder?.end()
        return
      }
    }
    requestFrame()
  }

  /// Has every component rendered again by the next ``render()``, also one whose props are equal: its code
  /// may be another. Local state stays.
  /// - Complexity: O(components).
  public func invalidateAll() {
    for instance in components.values { markDirty(instance, .source) }
  }

  private static let passLimit = 8

  /// Takes everything out: local state and tasks end, connections are released.
  public func unmount() {
    isUnmounting = true
    nextRoot = nil
    render()
  }

  private func renderPass() {
    defer { if !frameValues.isEmpty { frameValues = [:] } }
    for (number, reason) in invalidations.take() {
      if let instance = components[ElementID(number)] { markDirty(instance, reason) }
    }
    if isUnmounting {
      nextRoot = nil
      if let root { reconcileChildren(of: root, to: [], restyled: false) }
      root = nil
    }
    if let node = nextRoot {
      nextRoot = nil
      let top = root ?? Instance(.fragment([]), number: 0, slot: .position(0), parent: nil)
      top.markPlaced()
      root = top
      reconcileChildren(of: top, to: [node], restyled: false)
    }
    // Rendering one may make another dirty: a reader of its environment, a boundary around it.
    var passes = 0
    while !dirty.isEmpty, passes < Self.passLimit {
      passes += 1
      // Outermost first: rendering a parent may settle, or remove, its children. Then in the order in
      // which they were made, so that the same changes make the same frame.
      let batch =
        dirty.count == 1
        ? dirty : dirty.sorted { ($0.depth, $0.number) < ($1.depth, $1.number) }
      dirty = []
      for instance in batch where instance.isMounted && instance.isDirty {
        renderBody(of: instance)
        settleEffects(of: instance, updatedFrom: instance.node)
      }
    }
  }

  func markDirty(_ instance: Instance, _ reason: RenderReason) {
    guard instance.isMounted else { return }
    recorder?.note(reason, at: instance.number)
    guard !instance.isDirty else { return }
    instance.isDirty = true
    dirty.append(instance)
  }

  func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func properties(of box: ComponentBox) -> ComponentProperties {
    if let known = types[box.typeID] { return known }
    let found = ComponentProperties(box)
    if case .reflected = found {
      // Another value of the type may tell more, but hardly a fourth one.
      failures[box.typeID, default: 0] += 1
      if failures[box.typeID, default: 0] < 3 { return found }
    }
    types[box.typeID] = found
    return found
  }

  func report(_ mistake: RenderIssue.Mistake, at instance: Instance?) {
    onIssue(RenderIssue(mistake, path: instance?.path ?? ""))
  }

  package func report(_ mistake: RenderIssue.Mistake, at element: ElementID) {
    report(mistake, at: elements[element])
  }
}
