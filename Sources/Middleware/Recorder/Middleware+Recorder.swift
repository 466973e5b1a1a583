import MillraceStore

extension Middleware where State: Codable, Action: Codable {
  /// Writes down every commit: when, why, and from where in the program; so that any version of the state
  /// can be made again, and all of it replayed. See `Recording` and `Replay`.
  ///
  /// A recording is lines of JSON, each with a checksum. It begins with the state; whenever the lines since
  /// are longer than it, the state follows again. A replacement comes with its state. What is recorded is
  /// the action that reached the reducer, after all middleware. Text from the state and from actions is in
  /// the recording: mind what is secret.
  ///
  /// Each commit is written by the delivery, before subscribers see it: of what was delivered, a killed
  /// process loses nothing; a power cut may take the end. While one thread delivers, the `dispatch` of another
  /// may return before its commit is written. To know the state of each version, the state before each
  /// action is kept during it, so a reducer copies what it changes.
  ///
  /// A replay knows of states and actions what their JSON says: dates to the millisecond, and no order of a
  /// `Set` unless its type sorts it in `encode(to:)`. A reducer that depends on more seems to differ.
  ///
  /// The first commit that cannot be written is reported as a `MiddlewareIssue`, and ends the recording: what
  /// is there stays readable. The program goes on.
  /// - Parameters:
  ///   - destination: A file or memory. A file that cannot be used is among the store's `startupFailures`.
  ///   - size: A state whose JSON has at most so many bytes is checked by a replay after every action; a
  ///     larger one wherever the state itself is recorded, since to check it is to encode it.
  public static func recorder(
    to destination: RecordingDestination, checkingStatesUpTo size: Int = 16_384
  ) -> Middleware {
    Middleware(parts: { store in
      let recorder = Recorder(store, destination, checkedSize: size)
      let token = Guarded<Subscription?>(nil)
      return Parts(
        start: { _ in
          try recorder.begin()
          let observation = store.observeCommits(keepingStates: true) { recorder.note($0) }
          token.withLock { $0 = observation }
          return nil
        },
        finish: { withExtendedLifetime(token) { recorder.finish() } })
    })
  }
}
