/// What is to be dispatched next, in order: the actions that commands ask for.
@usableFromInline
struct ImmediateQueue<Action: Sendable> {
  @usableFromInline var items: [Immediate<Action>] = []
  private var first = 0

  @usableFromInline
  init() {}

  @inlinable var isEmpty: Bool { items.isEmpty }

  mutating func append(_ more: [Immediate<Action>]) {
    if items.isEmpty { items = more } else { items += more }
  }

  mutating func next() -> Immediate<Action>? {
    guard first < items.count else {
      items = []
      first = 0
      return nil
    }
    defer {
      first += 1
      // A chain of actions, each of which asks for the next, must not pile up behind itself.
      if first > 64, first * 2 > items.count {
        items.removeFirst(first)
        first = 0
      }
    }
    return items[first]
  }
}

extension Core {
  /// Takes an action through the middleware from `index` on, commits what comes out, and delivers it.
  ///
  /// What the reducer's command starts is started; the actions it asks for are left in the queue.
  @inlinable
  func run(
    _ action: Action, from site: CallSite?, token: EffectToken?,
    through handlers: [Middleware<State, Action>.Handler], at index: Int,
    queue: inout ImmediateQueue<Action>
  ) {
    guard index == handlers.count else {
      handlers[index](action) {
        run($0, from: site, token: token, through: handlers, at: index + 1, queue: &queue)
      }
      return
    }
    var enlisted: Enlisted<Action>?
    let outcome = commit(action, from: site, token: token, enlisted: &enlisted)
    if case .mustDeliver(let batch) = outcome { deliver(batch) }
    if let enlisted { start(enlisted, queue: &queue) }
  }

  @usableFromInline
  func start(_ enlisted: Enlisted<Action>, queue: inout ImmediateQueue<Action>) {
    queue.append(runner.start(enlisted))
  }

  /// Dispatches what commands have asked for, until they ask for no more. No recursion: a chain may
  /// be of any length.
  @usableFromInline
  func follow(
    _ queue: inout ImmediateQueue<Action>, through handlers: [Middleware<State, Action>.Handler]
  ) {
    while let item = queue.next() {
      if !item.token.isSilent {
        run(
          item.action, from: item.site, token: item.token, through: handlers, at: 0, queue: &queue)
      }
      if let next = item.next { start(next, queue: &queue) }
    }
  }

  /// Starts what a command wants, and dispatches the actions that it asks for.
  @usableFromInline
  func follow(
    _ enlisted: Enlisted<Action>, through handlers: [Middleware<State, Action>.Handler]
  ) {
    var queue = ImmediateQueue<Action>()
    start(enlisted, queue: &queue)
    follow(&queue, through: handlers)
  }
}
