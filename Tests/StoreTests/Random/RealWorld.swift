import MillraceStore
import MillraceStoreTesting
import TestSupport

/// Runs a program on a store, and records the calls of each subscriber.
///
/// Safe: one thread creates, runs and releases it, and subscribers are called on that thread.
final class RealWorld: @unchecked Sendable {
  private struct Armed {
    let watch: Int
    let after: UInt64
    let script: Int
  }

  private let program: RandomProgram
  private var scopes: [(any RealScope)?] = []
  private var tokens: [Subscription?] = []
  private var logs: [[Call]] = []
  private var names: [String] = []
  private var isCancelled: [Bool] = []
  private var armed: Armed?
  /// The differences from the model, as text.
  private(set) var failures: [String] = []

  /// Runs a program, then releases everything in a random order.
  init(_ program: RandomProgram, isObserved: Bool, seed: UInt64) {
    self.program = program
    weak var released: Store<Root, Root.Action>?
    do {
      let store = Store(initial: program.initial, reducer: Root.reducer)
      released = store
      scopes = [store]
      let versions = Log<UInt64>()
      let observer = isObserved ? store.observeCommits { versions.add($0.version) } : nil
      for step in program.steps { run(step) }
      if isObserved, versions.entries != Array(1..<store.snapshot.version + 1) {
        failures.append("an observer of commits missed some, or saw them out of order")
      }
      check(store)
      withExtendedLifetime(observer) {}
    }
    release(seed: seed)
    if released != nil { failures.append("the store is still there") }
  }

  private func check(_ store: Store<Root, Root.Action>) {
    if let broken = store.deliveryPlan.brokenInvariant { failures.append("the plan: \(broken)") }
    if store.reading != program.final { failures.append("the final state is another") }
    if store.issues.recorded.count != program.gone.count {
      failures.append("issues: \(store.issues.recorded.count), not \(program.gone.count)")
    }
    guard logs.count == program.expectations.count else {
      failures.append("\(logs.count) subscribers, not \(program.expectations.count)")
      return
    }
    for (index, expectation) in program.expectations.enumerated()
    where !expectation.allows(logs[index]) {
      failures.append(
        """
        subscriber \(index) (\(names[index]) in \(expectation.name)) was notified
            \(logs[index])
          and not
            \(expectation.calls)\(expectation.isLastOptional ? ", the last if it came in time" : "")
        """)
    }
  }

  private func release(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var rest = (0..<(tokens.count + scopes.count)).shuffled(using: &generator)
    while let next = rest.popLast() {
      if next < tokens.count { tokens[next] = nil } else { scopes[next - tokens.count] = nil }
    }
  }

  private func run(_ operation: Operation) {
    guard isPossible(operation) else {
      return failures.append("what came before makes it impossible to \(operation)")
    }
    switch operation {
    case .dispatch(let index, let draw): scopes[index]?.dispatch(draw)
    case .subscribe(let index, let kind): subscribe(index, kind)
    case .cancel(let index):
      tokens[index]?.cancel()
      isCancelled[index] = true
    case .scope(let index, let kind, let isThere):
      let child = scopes[index]?.child(kind: kind)
      if (child != nil) != isThere { failures.append("a child is there, or not, wrongly") }
      scopes.append(child)
    case .drop(let index): scopes[index] = nil
    case .read(let index, let fingerprint, let version):
      if let reading = scopes[index]?.reading, reading != (fingerprint, version) {
        failures.append("scope \(index) read another state at \(version)")
      }
    case .arm(let watch, let after, let script):
      armed = Armed(watch: watch, after: after, script: script)
    }
  }

  /// Whether the operand of an operation exists in this run. In the model it always exists.
  private func isPossible(_ operation: Operation) -> Bool {
    switch operation {
    case .dispatch(let index, _), .subscribe(let index, _), .scope(let index, _, _),
      .drop(let index), .read(let index, _, _):
      scopes.indices.contains(index)
    case .cancel(let index), .arm(let index, _, _): tokens.indices.contains(index)
    }
  }

  private func subscribe(_ index: Int, _ kind: Int) {
    let number = logs.count
    logs.append([])
    names.append("")
    isCancelled.append(false)
    tokens.append(nil)
    // Unowned: this object keeps the token.
    let added = scopes[index]?.subscribe(kind: kind) { [unowned self] in notified(number, $0) }
    tokens[number] = added?.token
    names[number] = added?.name ?? ""
  }

  private func notified(_ number: Int, _ call: Call) {
    if isCancelled[number] { failures.append("subscriber \(number) is called, and was cancelled") }
    guard call.isNews else { return }
    logs[number].append(call)
    guard let armed, armed.watch == number, call.version > armed.after else { return }
    self.armed = nil
    for operation in program.scripts[armed.script] { run(operation) }
  }
}
