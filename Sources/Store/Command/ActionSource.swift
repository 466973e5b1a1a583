/// Long-lived work that a state wants: a timer, the lines of a connection, the changes of a file, a
/// signal.
///
/// A store is told which sources each state wants, by id. It starts what appears in the list, stops
/// what goes from it, and leaves the rest alone:
///
///     sources: { state in
///       state.isRunning ? [.timer(id: "clock", every: .seconds(1)) { .ticked }] : []
///     }
///
/// The same id is the same work, whatever its closure: one that runs goes on with the closure that
/// it began with. Put what the closure depends on into the id. A source that ended by itself is not
/// begun again while it stays wanted.
public struct ActionSource<Action: Sendable>: Sendable {
  enum Kind: Sendable {
    case work(EffectWork<Action>)
    case timer(Timer)
  }

  @usableFromInline
  struct Timer: Sendable {
    let interval: Duration
    let site: CallSite
    let makeAction: @Sendable () -> Action
  }

  private(set) var id: EffectPath
  let kind: Kind

  init(id: EffectPath, _ kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

extension ActionSource {
  /// A source that does asynchronous work.
  ///
  /// The work runs in a task of its own, not on the caller's actor. When the source is stopped, its
  /// task is cancelled; what it sends after that is not applied. An error it throws goes to the
  /// `catch` around it; without one the store reports it as a `StoreIssue.effectFailed`.
  /// - Parameters:
  ///   - id: Tells the sources of a store and child apart. Ids of different types are never equal.
  ///   - priority: Of the task; nil for the default.
  ///   - operation: The work. It gets the function that sends.
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
    return ActionSource(id: EffectPath().id(EffectKey(id)), .work(work))
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
      id: EffectPath().id(EffectKey(id)), .work(.sending(actions, site: site)))
  }

  /// A source that sends an action at regular times.
  ///
  /// The ticks lie whole intervals after the start, the first one after one interval: they do not
  /// drift, however late one of them is. Ticks that were missed, because the machine slept or the
  /// one before took long, are left out. On a `ManualClock` ticks are sent inside `advance(by:)`,
  /// on that thread.
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
    if interval <= .zero {
      programmerError("A timer needs an interval of more than zero; it got \(interval).")
    }
    let site = CallSite(fileID: fileID, line: line, function: function)
    return ActionSource(
      id: EffectPath().id(EffectKey(id)),
      .timer(Timer(interval: interval, site: site, makeAction: makeAction)))
  }

  /// The same source, whose actions are another store's or parent's.
  /// - Parameter transform: Makes an action of the new type of each one of the old.
  public func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> ActionSource<New> {
    switch kind {
    case .work(let work):
      return ActionSource<New>(id: id, .work(work.map(transform)))
    case .timer(let timer):
      let makeAction = timer.makeAction
      return ActionSource<New>(
        id: id,
        .timer(.init(interval: timer.interval, site: timer.site) { transform(makeAction()) }))
    }
  }

  /// Turns the source's error into an action; the innermost `catch` takes it. A source that was
  /// stopped has no errors.
  /// - Parameter recover: Makes the action of the error.
  public func `catch`(_ recover: @escaping @Sendable (any Error) -> Action) -> ActionSource {
    switch kind {
    case .work(let work): ActionSource(id: id, .work(work.catching(recover)))
    case .timer: self
    }
  }

  /// The same source as a child's: its id is not that of another child's source.
  /// - Parameter place: What tells the child from others around it.
  public func scoped(by place: some Hashable & Sendable) -> ActionSource {
    var source = self
    source.id = id.inside(EffectKey(place))
    return source
  }
}

/// What has been opened to listen to: what comes, which may be more than is taken in time, and how to let go
/// of it, called at least once, on any thread.
package typealias Listening<Event: Sendable> = (
  events: AsyncThrowingStream<Event, any Error>, stop: @Sendable () -> Void
)

extension ActionSource {
  /// A source that listens from the moment it starts, not only when a task has come to run, and
  /// that has let go when it is stopped.
  ///
  /// So a program whose dispatch has returned knows that nothing is missed from then on.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`.
  ///   - open: Begins to listen, on the thread that starts the source. It must not use the store.
  ///     Its error goes where those of the events go.
  ///   - makeAction: Makes the action of an event.
  package static func listening<Event: Sendable>(
    id: some Hashable & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    to open: @escaping @Sendable () throws -> Listening<Event>,
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
    return ActionSource(id: EffectPath().id(EffectKey(id)), .work(work))
  }
}
