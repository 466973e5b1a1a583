/// Generates a program step by step, and computes the calls that each subscriber must get.
///
/// Uses one thread and plain values. Between steps it keeps only the value that each subscriber saw
/// last.
final class ModelWorld {
  private final class Watch {
    let subscriber: any ModelWatch
    let scope: Int
    var isCancelled = false
    /// The version of the last delivery that visited the subscriber.
    var visited: UInt64 = 0

    init(_ subscriber: any ModelWatch, scope: Int) {
      self.subscriber = subscriber
      self.scope = scope
    }
  }

  private struct Armed {
    let watch: Int
    let after: UInt64
    let script: Int
  }

  private(set) var program: RandomProgram
  private var chance: Chance
  private let isProbedOnly: Bool
  private var state: Root
  private var version: UInt64 = 0
  private var scopes: [(any AnyModelScope)?] = []
  private var watches: [Watch] = []
  private var armed: Armed?
  private var delivery: (root: Root, version: UInt64)?
  /// The subscriber whose script is running.
  private var running: Int?

  /// Generates a program.
  /// - Parameter isProbedOnly: Whether all subscribers are of kinds that skip commits that do not
  ///   concern them.
  init(seed: UInt64, steps: Int, isProbedOnly: Bool) {
    chance = Chance(seed: seed)
    self.isProbedOnly = isProbedOnly
    state = .random(id: 0, &chance)
    program = RandomProgram(initial: state)
    scopes.append(ModelScope(root: { [unowned self] in state }))
    for _ in 0..<10 { addStep(randomScope()) }
    for _ in 0..<16 { addStep(randomSubscription()) }
    for _ in 0..<steps { addStep(randomOperation()) }
    program.final = (state.fingerprint, version)
  }

  private func addStep(_ operation: Operation?) {
    guard let operation else { return }
    program.steps.append(operation)
    run(operation)
  }

  // MARK: Chance

  private func randomOperation() -> Operation? {
    switch chance.number(below: 100) {
    case 0..<45: randomDispatch()
    case 45..<58: randomSubscription()
    case 58..<64: randomCancel()
    case 64..<70: randomScope()
    case 70..<72: randomDrop()
    case 72..<78: randomRead()
    default: randomArming()
    }
  }

  private func randomDispatch() -> Operation {
    let index = randomListenedScope()
    return .dispatch(scope: index, randomDraw(index, isFlip: chance.number(below: 4) == 0))
  }

  /// Returns an action that flips a value, a subscription, and the same action again, which flips
  /// the value back. For earlier subscribers nothing changes.
  private func randomFlips() -> [Operation] {
    let index = randomListenedScope()
    let draw = randomDraw(index, isFlip: true)
    let subscription = chance.number(below: 3) == 0 ? randomSubscription() : subscription(in: index)
    return [
      .dispatch(scope: index, draw), subscription, .dispatch(scope: index, draw),
    ].compactMap { $0 }
  }

  private func randomDraw(_ index: Int, isFlip: Bool) -> Draw {
    Draw(seed: chance.next(), excludesNaN: scopes[index]?.excludesNaN ?? false, isFlip: isFlip)
  }

  /// The index of an existing scope, mostly one that has subscribers.
  private func randomListenedScope() -> Int {
    let listened = watches.filter { !$0.isCancelled }.map(\.scope)
    let index = listened.randomElement(using: &chance) ?? 0
    return scopes[index] == nil ? randomScopeIndex() : index
  }

  private func randomSubscription() -> Operation? { subscription(in: randomScopeIndex()) }

  private func subscription(in index: Int) -> Operation? {
    guard let scope = scopes[index] else { return nil }
    let kinds = scope.watchKinds(isProbedOnly: isProbedOnly)
    return kinds.randomElement(using: &chance).map { .subscribe(scope: index, kind: $0) }
  }

  private func randomCancel() -> Operation? {
    watches.indices.randomElement(using: &chance).map { .cancel(watch: $0) }
  }

  private func randomScope() -> Operation? {
    let index = randomScopeIndex()
    guard let scope = scopes[index], scope.childCount > 0 else { return nil }
    let kind = chance.number(below: scope.childCount)
    return .scope(parent: index, kind: kind, isThere: scope.child(kind: kind) != nil)
  }

  private func randomDrop() -> Operation? {
    let index = randomScopeIndex()
    return index == 0 ? nil : .drop(scope: index)
  }

  private func randomRead() -> Operation? {
    let index = randomScopeIndex()
    return scopes[index].map {
      .read(scope: index, fingerprint: $0.fingerprint, version: version)
    }
  }

  private func randomArming() -> Operation? {
    let live = watches.indices.filter { !watches[$0].isCancelled }
    // Mostly a subscriber that has been called before.
    let lively = live.filter { !program.expectations[$0].calls.isEmpty }
    guard let watch = (lively.isEmpty ? live : lively).randomElement(using: &chance) else {
      return nil
    }
    program.scripts.append([])
    return .arm(watch: watch, after: delivery?.version ?? 0, script: program.scripts.count - 1)
  }

  /// The index of an existing scope, often the root.
  private func randomScopeIndex() -> Int {
    if chance.number(below: 4) == 0 { return 0 }
    return scopes.indices.filter { scopes[$0] != nil }.randomElement(using: &chance) ?? 0
  }

  // MARK: Meaning

  private func run(_ operation: Operation) {
    switch operation {
    case .dispatch(let index, let draw):
      if let scope = scopes[index] { dispatch(scope.action(draw)) }
    case .subscribe(let index, let kind): subscribe(index, kind)
    case .cancel(let index): cancel(index)
    case .scope(let index, let kind, _): scopes.append(scopes[index]?.child(kind: kind))
    case .drop(let index): scopes[index] = nil
    case .read: break
    case .arm(let watch, let after, let script):
      armed = Armed(watch: watch, after: after, script: script)
    }
  }

  private func subscribe(_ index: Int, _ kind: Int) {
    guard let scope = scopes[index] else { return }
    watches.append(Watch(scope.watch(kind: kind, version: version), scope: index))
    program.expectations.append(.init(name: "\(scope.name) kind \(kind)"))
  }

  private func dispatch(_ action: Root.Action) {
    state.apply(action, gone: &program.gone)
    version += 1
    guard delivery == nil else { return }
    while delivery?.version != version {
      delivery = (state, version)
      for index in watches.indices { visit(index) }
    }
    delivery = nil
  }

  private func visit(_ index: Int) {
    guard !watches[index].isCancelled, let delivery else { return }
    watches[index].visited = delivery.version
    guard let call = watches[index].subscriber.offer(delivery.root, version: delivery.version)
    else { return }
    program.expectations[index].calls.append(call)
    guard let armed, armed.watch == index, delivery.version > armed.after else { return }
    self.armed = nil
    running = index
    defer { running = nil }
    for _ in 0..<Int.random(in: 1...3, using: &chance) {
      for operation in randomReaction(of: index) {
        program.scripts[armed.script].append(operation)
        run(operation)
      }
    }
  }

  private func randomReaction(of index: Int) -> [Operation] {
    switch chance.number(below: 10) {
    case 0: [.cancel(watch: index)]
    case 1: randomCancel().map { [$0] } ?? []
    case 2...6: randomFlips()
    default: randomOperation().map { [$0] } ?? []
    }
  }

  private func cancel(_ index: Int) {
    let watch = watches[index]
    if watch.isCancelled { return }
    watch.isCancelled = true
    guard let delivery, running != index else { return }
    // The store does not specify the order in which it visits subscribers. A subscriber that is
    // cancelled during a delivery may or may not have been called in it.
    if watch.visited != delivery.version,
      let call = watch.subscriber.offer(delivery.root, version: delivery.version)
    {
      program.expectations[index].calls.append(call)
    }
    let last = program.expectations[index].calls.last
    if last?.version == delivery.version { program.expectations[index].isLastOptional = true }
  }
}
