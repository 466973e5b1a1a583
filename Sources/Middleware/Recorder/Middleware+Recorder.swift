import MillraceStore

extension Middleware where State: Codable, Action: Codable {
  /// Records every commit with its time, cause and call site, so that any version of the state can
  /// be made again and the whole run replayed. See `Recording` and `Replay`.
  ///
  /// A recording is lines of JSON, each with a checksum. It begins with the state, and writes the
  /// state again when the lines after the last written state are as long as the state, and at least
  /// 4 KB. A replacement is recorded with its state. The recorded action is the one that reached
  /// the reducer, after all middleware. Text from the state and from actions is in the recording,
  /// secrets included.
  ///
  /// Each commit is written during its delivery, before subscribers see it. A killed process loses
  /// none of the delivered commits; a power cut may lose the last ones. While one thread delivers,
  /// the `dispatch` of another may return before its commit is written. The recorder keeps the
  /// state from before each action until the commit is written, so a reducer copies what it
  /// changes.
  ///
  /// A replay knows states and actions only as their JSON: dates to the millisecond, and no order
  /// of a `Set` unless the type that contains the set sorts it in `encode(to:)`. If a reducer
  /// depends on more than that, the replay reports a difference.
  ///
  /// The first commit that cannot be written is reported as a `MiddlewareIssue` and ends the
  /// recording; the lines written so far stay readable. The program continues.
  /// - Parameters:
  ///   - destination: A file or memory. A file that cannot be used is among the store's
  ///     `startupFailures`.
  ///   - size: The largest state, in bytes of JSON, that a replay checks after every action. Larger
  ///     states are checked only where they are recorded, because a check encodes the state.
  public static func recorder(
    to destination: RecordingDestination, checkingStatesUpTo size: Int = 16_384
  ) -> Middleware {
    Middleware(parts: { store in
      let recorder = Recorder(store, destination, checkedSize: size)
      let token = Guarded<Subscription?>(nil)
      return Parts(
        start: { _ in
          try recorder.begin()
          let observation = store.observeCommits(keepingStates: true) { recorder.record($0) }
          token.withLock { $0 = observation }
          return nil
        },
        finish: { withExtendedLifetime(token) { recorder.finish() } })
    })
  }
}
