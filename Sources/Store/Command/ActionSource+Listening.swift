/// What has been opened to listen to, and how to let go of it.
package struct Listening<Event: Sendable>: Sendable {
  /// What comes. It may be more than is taken in time: the stream says what it does then.
  package let events: AsyncThrowingStream<Event, any Error>
  /// Lets go of it. Called at least once, on any thread; a later call does nothing.
  package let stop: @Sendable () -> Void

  package init(
    events: AsyncThrowingStream<Event, any Error>, stop: @escaping @Sendable () -> Void
  ) {
    self.events = events
    self.stop = stop
  }
}

/// Work whose task has yet to run, and what is open for it already.
struct OpenedWork<Action: Sendable>: Sendable {
  let work: EffectWork<Action>
  let stop: @Sendable () -> Void

  func map<New>(_ transform: @escaping @Sendable (Action) -> New) -> OpenedWork<New> {
    OpenedWork<New>(work: work.map(transform), stop: stop)
  }

  func catching(_ recover: @escaping @Sendable (any Error) -> Action) -> OpenedWork {
    OpenedWork(work: work.catching(recover), stop: stop)
  }
}

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
    return ActionSource(
      id: EffectPath().id(EffectKey(id)),
      .listening {
        let opened = Result(catching: open)
        let work = EffectWork<Action>(site: site) { send in
          for try await event in try opened.get().events {
            guard send(makeAction(event)) else { return }
          }
        }
        return OpenedWork(work: work, stop: { if case .success(let it) = opened { it.stop() } })
      })
  }
}
