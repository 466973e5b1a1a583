import MillraceStore

/// A child in the programs of `ScopedWorkProgramTests`.
enum ChildName: Hashable, CaseIterable, Sendable {
  case optional, inner, first, second, third

  /// The element's id, for an element of the list.
  var id: Int? {
    switch self {
    case .first: 1
    case .second: 2
    case .third: 3
    case .optional, .inner: nil
    }
  }
}

/// The instructions for a child's work.
struct WorkOrder: Equatable, Sendable {
  enum Wait: CaseIterable, Sendable { case none, delay, debounce, sequence, nested }

  let number: Int
  let wait: Wait
  /// How long the parent holds the child's command back, in seconds.
  let seconds: Int
  /// How long the child's command then takes.
  let length: Int
  let id: Int?
  let inFlight: InFlight
}

/// The children and their work, by the contract alone: no code of the store.
struct ScopedWorkModel {
  struct Child: Equatable {
    var results: [Int] = []
    var ticks = 0
  }

  enum Action {
    case start(ChildName, WorkOrder)
    case result(ChildName, Int)
    case cancel(ChildName, Int)
    case cancelAll(ChildName)
    case setPresent(ChildName, Bool)
  }

  private final class Work {
    let name: ChildName
    let order: WorkOrder
    /// Later work has a greater age.
    let age: Int
    var hasBegun = false
    var isOver = false
    init(_ name: ChildName, _ order: WorkOrder, age: Int) {
      (self.name, self.order, self.age) = (name, order, age)
    }
  }

  private final class Source {
    var isOver = false
  }

  private struct Event {
    let time: Int
    let number: Int
    let work: Work?
    let source: (ChildName, Source)?
  }

  private(set) var children: [ChildName: Child] = [:]
  private(set) var hasEnded = false
  private var works: [Work] = []
  private var sources: [ChildName: Source] = [:]
  private var events: [Event] = []
  private var held: [(Action?, tick: (ChildName, Source)?)]?
  private var (now, lastEvent, lastAge) = (0, 0, 0)

  /// Elements tick, the others do not.
  static func ticks(_ name: ChildName) -> Bool { name.id != nil }
  static let interval = 3

  init() { for name in ChildName.allCases { setPresent(name, true) } }

  func isPresent(_ name: ChildName) -> Bool { children[name] != nil }

  // MARK: Calls of the program

  mutating func dispatch(_ action: Action) {
    if hasEnded { return }
    if held != nil { held?.append((action, nil)) } else { apply(action) }
  }

  mutating func replace(_ name: ChildName, isPresent: Bool) {
    if !hasEnded { setPresent(name, isPresent) }
  }

  mutating func hold() { if !hasEnded { held = held ?? [] } }

  mutating func release() {
    let actions = held ?? []
    held = nil
    for (action, tick) in actions {
      if let action { apply(action) }
      if let (name, source) = tick, !source.isOver { children[name]?.ticks += 1 }
    }
  }

  mutating func end() { (hasEnded, held) = (true, nil) }

  mutating func advance(to time: Int) {
    while let index = events.indices.min(by: { isEarlier(events[$0], events[$1]) }),
      events[index].time <= time
    {
      let event = events.remove(at: index)
      now = event.time
      if hasEnded { continue }
      if let work = event.work, !work.isOver { work.hasBegun ? complete(work) : begin(work) }
      if let (name, source) = event.source, !source.isOver {
        if held != nil { held?.append((nil, (name, source))) } else { children[name]?.ticks += 1 }
        schedule(after: Self.interval, source: (name, source))
      }
    }
    now = time
  }

  // MARK: Consequences

  private func isEarlier(_ first: Event, _ second: Event) -> Bool {
    (first.time, first.number) < (second.time, second.number)
  }

  private mutating func schedule(
    after seconds: Int, _ work: Work? = nil, source: (ChildName, Source)? = nil
  ) {
    lastEvent += 1
    events.append(Event(time: now + seconds, number: lastEvent, work: work, source: source))
  }

  private mutating func apply(_ action: Action) {
    switch action {
    case .start(let name, let order):
      guard isPresent(name) else { return }
      lastAge += 1
      let work = Work(name, order, age: lastAge)
      if order.wait == .debounce {
        for other in works where other.order.wait == .debounce { other.isOver = true }
      }
      works.append(work)
      if order.wait == .none { begin(work) } else { schedule(after: order.seconds, work) }
    case .result(let name, let number): children[name]?.results.append(number)
    case .cancel(let name, let id):
      guard isPresent(name) else { return }
      for work in works where work.name == name && work.order.id == id { work.isOver = true }
    case .cancelAll(let name):
      for work in works where isInside(work.name, name) { work.isOver = true }
    case .setPresent(let name, let isPresent): setPresent(name, isPresent)
    }
  }

  private func isInside(_ name: ChildName, _ outer: ChildName) -> Bool {
    name == outer || name == .inner && outer == .optional
  }

  private mutating func setPresent(_ name: ChildName, _ isWanted: Bool) {
    if isWanted == isPresent(name) || name == .inner && !isPresent(.optional) { return }
    if isWanted {
      children[name] = Child()
      if Self.ticks(name) {
        let source = Source()
        sources[name] = source
        schedule(after: Self.interval, source: (name, source))
      }
      return
    }
    for gone in ChildName.allCases where isInside(gone, name) {
      children[gone] = nil
      sources.removeValue(forKey: gone)?.isOver = true
      for work in works where work.name == gone { work.isOver = true }
    }
  }

  private mutating func begin(_ work: Work) {
    let rivals = works.filter {
      $0 !== work && !$0.isOver && work.order.id != nil && $0.name == work.name
        && $0.order.id == work.order.id && ($0.age < work.age || $0.hasBegun)
    }
    switch work.order.inFlight {
    case .joined: break
    case .cancelled: for other in rivals where other.age < work.age { other.isOver = true }
    case .kept where rivals.contains { $0.age < work.age }:
      work.isOver = true
      return
    case .kept: break
    }
    work.hasBegun = true
    if work.order.length == 0 { complete(work) } else { schedule(after: work.order.length, work) }
  }

  private mutating func complete(_ work: Work) {
    work.isOver = true
    dispatch(.result(work.name, work.order.number))
  }
}
