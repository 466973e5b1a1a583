/// Long-lived work that a state requires: a timer, the lines of a connection, the changes of a
/// file, a signal.
///
/// `Reducer.sources` declares the sources that a state requires. The store compares them by id with
/// the sources of the previous state: it starts new sources, stops missing ones, and keeps the
/// others running:
///
/// ```swift
/// .sources { clock in
///   clock.isRunning ? [.timer(id: "tick", every: .seconds(1)) { .ticked }] : []
/// }
/// ```
///
/// The id identifies the work, not the closure: a running source continues with the closure with
/// which it started. Put the values that the closure depends on into the id. The store does not
/// restart a source that ended by itself while the state still requires it.
public struct ActionSource<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case work(EffectWork<Action>)
    case timer(Timer)
  }

  @usableFromInline
  struct Timer: Sendable {
    let interval: Duration
    let site: CallSite
    let makeAction: @Sendable (Dependencies) -> Action
  }

  var id: ScopePath
  let kind: Kind

  init(id: ScopePath, _ kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

extension ActionSource {
  /// A source that does asynchronous work.
  ///
  /// The work runs in a separate task, not on the caller's actor. When the store stops the source,
  /// it cancels the task, and drops actions that the task sends after that. The surrounding `catch`
  /// handles an error of the work. Without one, the store reports it as a
  /// `StoreIssue.effectFailed`.
  /// - Parameters:
  ///   - id: Identifies the source. Equal ids in two stores, or in two children of one store,
  ///     identify different sources. Ids of different types are never equal.
  ///   - priority: The priority of the task; nil for the default.
  ///   - operation: The work. It receives the function that sends actions.
  public static func run(
    id: some Hashable & Sendable, priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void
  ) -> ActionSource {
    let site = CallSite(fileID: fileID, line: line, function: function)
    let work = EffectWork<Action>(priority: priority, site: site) { send in
      try await operation(send)
      return nil
    }
    return ActionSource(id: ScopePath.state.id(EffectKey(id)), .work(work))
  }

  /// A source that sends every element of an asynchronous sequence, until it ends.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`.
  ///   - actions: The sequence. Iteration begins when the source starts.
  public static func stream<Actions: AsyncSequence & Sendable>(
    id: some Hashable & Sendable, _ actions: Actions,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> ActionSource where Actions.Element == Action {
    let site = CallSite(fileID: fileID, line: line, function: function)
    return ActionSource(
      id: ScopePath.state.id(EffectKey(id)), .work(.sending(actions, site: site)))
  }

  /// A source that sends an action at regular times.
  ///
  /// Each tick is due a whole number of intervals after the start, the first one after one
  /// interval, so a late tick causes no drift. The timer skips ticks that it missed because the
  /// machine slept or the previous tick took long. On a `ManualClock`, `advance(by:)` sends the
  /// ticks on the calling thread.
  ///
  /// An interval of zero or less is a programmer's error.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`.
  ///   - interval: The time from one tick to the next.
  ///   - makeAction: Makes the action of a tick.
  public static func timer(
    id: some Hashable & Sendable, every interval: Duration,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ makeAction: @escaping @Sendable () -> Action
  ) -> ActionSource {
    timer(id: id, every: interval, fileID: fileID, line: line, function: function) { _ in
      makeAction()
    }
  }

  /// A source that sends an action at regular times, made with the store's dependencies:
  /// `.timer(id: "clock", every: .seconds(1)) { .ticked(at: $0.date()) }`.
  ///
  /// Otherwise as `timer(id:every:_:)`.
  public static func timer(
    id: some Hashable & Sendable, every interval: Duration,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ makeAction: @escaping @Sendable (Dependencies) -> Action
  ) -> ActionSource {
    if interval <= .zero {
      programmerError("A timer needs an interval of more than zero; it got \(interval).")
    }
    let site = CallSite(fileID: fileID, line: line, function: function)
    return ActionSource(
      id: ScopePath.state.id(EffectKey(id)),
      .timer(Timer(interval: interval, site: site, makeAction: makeAction)))
  }

  /// Returns the same source with actions of another type, such as a parent's.
  /// - Parameter transform: Converts an action to the new type.
  public func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> ActionSource<New> {
    switch kind {
    case .work(let work):
      return ActionSource<New>(id: id, .work(work.map(transform)))
    case .timer(let timer):
      let makeAction = timer.makeAction
      return ActionSource<New>(
        id: id,
        .timer(.init(interval: timer.interval, site: timer.site) { transform(makeAction($0)) }))
    }
  }

  /// Turns the source's error into an action. Of nested calls of `catch`, the innermost one handles
  /// the error. Errors of a stopped source are ignored.
  /// - Parameter recover: Makes an action from the error.
  public func `catch`(_ recover: @escaping @Sendable (any Error) -> Action) -> ActionSource {
    switch kind {
    case .work(let work): ActionSource(id: id, .work(work.catching(recover)))
    case .timer: self
    }
  }

  func changingDependencies(
    _ change: @escaping @Sendable (inout Dependencies) -> Void
  ) -> ActionSource {
    switch kind {
    case .work(let work): return ActionSource(id: id, .work(work.changingDependencies(change)))
    case .timer(let timer):
      let timer = Timer(interval: timer.interval, site: timer.site) { dependencies in
        var dependencies = dependencies
        change(&dependencies)
        return timer.makeAction(dependencies)
      }
      return ActionSource(id: id, .timer(timer))
    }
  }

  /// Returns the same source for a child, so that its id differs from the ids of other children's
  /// sources.
  /// - Parameter name: Identifies the child among its siblings.
  public func scoped(by name: some Hashable & Sendable) -> ActionSource {
    var source = self
    source.id = ScopePath.named(name).appending(id)
    return source
  }
}

/// An open subscription to events: its events, which may arrive faster than they are handled, and a
/// function that closes it. The function is called once or several times, on any thread.
package typealias EventSubscription<Event: Sendable> = (
  events: AsyncThrowingStream<Event, any Error>, stop: @Sendable () -> Void
)

extension ActionSource {
  /// A source that subscribes when it starts, not when its task first runs, and that unsubscribes
  /// when it is stopped.
  ///
  /// So the program misses no event after the dispatch that started the source has returned.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`.
  ///   - open: Subscribes, on the thread that starts the source. It must not use the store. An
  ///     error that it throws is handled like an error of the events.
  ///   - makeAction: Makes an action from an event.
  package static func listening<Event: Sendable>(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    to open: @escaping @Sendable () throws -> EventSubscription<Event>,
    _ makeAction: @escaping @Sendable (Event) -> Action
  ) -> ActionSource {
    let site = CallSite(fileID: fileID, line: line, function: function)
    let work = EffectWork<Action>(site: site) {
      let opened = Result(catching: open)
      return (
        operation: { send in
          for try await event in try opened.get().events {
            guard send(makeAction(event)) else { break }
          }
          return nil
        },
        stop: { if case .success(let it) = opened { it.stop() } }
      )
    }
    return ActionSource(id: ScopePath.state.id(EffectKey(id)), .work(work))
  }
}
