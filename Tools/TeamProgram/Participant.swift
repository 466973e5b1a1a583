import Dispatch
import MillraceDocument
import MillraceStoreTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store on the document, which answers commands.
struct Participant: Sendable {
  let store: Store<DocumentState<Team>, DocumentAction<Team>>
  let log: DocumentLog<Team>
  let name: String

  init(_ log: DocumentLog<Team>, name: String) throws {
    store = Store(
      initial: DocumentState(), reducer: .document(),
      middleware: [.document(\.self, action: .itself, in: log)])
    (self.log, self.name) = (log, name)
    if let failure = store.startupFailures.first { throw failure }
  }

  func answer(_ line: String) -> String {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init) + ["", "", ""]
    let (id, first, second) = (words[1], Int(words[1]) ?? 0, Int(words[2]) ?? 0)
    switch words[0] {
    case "add":
      return dispatch { store.dispatch(.change(.add(Item(id: id, title: words[2])))) }
    case "undo": return dispatch { store.dispatch(.undo) }
    case "redo": return dispatch { store.dispatch(.redo) }
    case "random":
      var actions = RandomActions(
        random: SeededGenerator(seed: UInt64(clamping: first)), prefix: "\(name)-\(first)")
      return dispatch {
        for _ in 0..<max(0, second) { store.dispatch(actions.next(on: store.state)) }
      }
    case "hash": return hash(without: id)
    case "ids": return "ids " + store.state.value.items.map(\.id).joined(separator: " ")
    case "settle":
      let isSettled = isSettled(within: first)
      return isSettled ? hash(without: "") : "timeout \(store.state.offline?.reason ?? "online")"
    case "see":
      let time = wait(60_000, until: { $0.value.items.contains(id: id) })
      return time.map { "seen \($0)" } ?? "timeout"
    case "rate": return rate(max(1, first), seconds: second)
    default: return "unknown command"
    }
  }

  /// Dispatches actions.
  /// - Returns: `ok` and the time when the dispatch began, if no change can be lost from now on.
  private func dispatch(_ actions: () -> Void) -> String {
    let begun = microseconds()
    actions()
    let state = store.state
    if case .readOnly(let reason) = state.access { return "refused \(reason)" }
    return state.failure.map { "failed \($0)" } ?? "ok \(begun)"
  }

  /// Returns the number of waiting entries, and values that are equal in participants with equal
  /// documents.
  /// - Parameter id: The id of an element that is left out.
  private func hash(without id: String) -> String {
    let state = store.state
    var value = state.value
    value.items.remove(id: id)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let json = try? encoder.encode(value) else { return "error: the value has no JSON" }
    return "hash \(log.waiting) \(value.items.count) \(Checksum(json).text) "
      + "\(state.offline == nil ? "online" : "offline") \(state.conflicts.count)"
  }

  /// Waits until the server has all actions. No state tells this, so the method polls.
  /// - Returns: False if the time ends first.
  private func isSettled(within milliseconds: Int) -> Bool {
    let end = microseconds() + milliseconds * 1_000
    while log.waiting > 0 || store.state.offline != nil {
      if microseconds() > end { return false }
      pause(1_000)
    }
    return true
  }

  /// Waits until the state meets a condition.
  /// - Returns: The time when the store delivered such a state, or now if it has one already; nil
  ///   if the time ends first.
  private func wait(
    _ milliseconds: Int, until condition: @escaping @Sendable (DocumentState<Team>) -> Bool
  ) -> Int? {
    let time = Guarded<Int?>(nil)
    let met = DispatchSemaphore(value: 0)
    let subscription = store.subscribe(to: condition) { change in
      if !change.new { return }
      time.withLock { $0 = $0 ?? microseconds() }
      met.signal()
    }
    defer { subscription.cancel() }
    if condition(store.state) { return time.withLock { $0 } ?? microseconds() }
    _ = met.wait(timeout: .now() + .milliseconds(milliseconds))
    return time.withLock { $0 }
  }

  /// Adds elements at a rate. The title of each is the time of its dispatch.
  /// - Returns: The number of added elements, the longest time until the server had one of them,
  ///   the number of elements of others that were seen, the longest time from their dispatch until
  ///   then (times in µs), and the number of own elements that the server does not have.
  private func rate(_ perSecond: Int, seconds: Int) -> String {
    // `waiting` has the dispatch times of the own actions that the server does not have.
    let delays = Guarded((waiting: [Int](), agreement: 0, seen: 0, sight: 0))
    // Waits, so that all participants have subscribed. The random delay is there because people do
    // not act all at the same instant.
    let begun = microseconds() + 1_000_000 + .random(in: 0..<1_000_000 / perSecond)
    let own = "rate-\(name)-\(begun)-"
    let subscription = store.subscribe { change in
      let now = microseconds()
      delays.withLock { delays in
        let items = (change.old.value.items, change.new.value.items)
        for case .inserted(let item, _) in items.1.changes(since: items.0) {
          guard item.id.hasPrefix("rate-"), let time = Int(item.title) else { continue }
          if item.id.hasPrefix(own) {
            delays.waiting.append(time)
          } else {
            delays.seen += 1
            delays.sight = max(delays.sight, now - time)
          }
        }
      }
    }
    let isDone = Guarded(false)
    DispatchQueue(label: "agreement").async {
      while !isDone.withLock({ $0 }) {
        let count = log.waiting
        delays.withLock { delays in
          while delays.waiting.count > count {
            let delay = microseconds() - delays.waiting.removeFirst()
            delays.agreement = max(delays.agreement, delay)
          }
        }
        pause(20_000)
      }
    }
    for number in 0..<perSecond * seconds {
      pause(begun + number * 1_000_000 / perSecond - microseconds())
      let item = Item(id: "\(own)\(number)", title: "\(microseconds())")
      store.dispatch(.change(.add(item)))
    }
    _ = isSettled(within: 60_000)
    // Waits until the last elements of others have arrived.
    pause(3_000_000)
    subscription.cancel()
    let left = log.waiting
    isDone.withLock { $0 = true }
    return delays.withLock {
      "rate \(perSecond * seconds) \($0.agreement) \($0.seen) \($0.sight) \(left)"
    }
  }

  private func pause(_ microseconds: Int) {
    if microseconds <= 0 { return }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(microseconds))
  }

  /// The time since 1970, in microseconds.
  private func microseconds() -> Int { Int(Date().timeIntervalSince1970 * 1_000_000) }
}
