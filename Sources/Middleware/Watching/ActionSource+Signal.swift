import MillraceStore
import MillraceSystem

extension ActionSource {
  /// A source of actions for a signal to the process.
  ///
  /// ```swift
  /// .sources { _ in [.signal(id: "reload", SIGHUP) { .reload }] }
  /// ```
  ///
  /// While a source runs, the signal no longer has its earlier effect, such as ending or stopping
  /// the program. When the last source of that signal in the process stops, the earlier effect is
  /// restored, unless another handler was installed meanwhile. Signals that are ignored by default
  /// (`SIGWINCH`, `SIGCONT`, `SIGCHLD`, `SIGURG`) also reach their earlier handlers.
  ///
  /// Signals are not counted, as in POSIX: several that arrive before the first one is handled may
  /// become one.
  ///
  /// A signal goes to the handler that was installed last. A program on a terminal installs
  /// handlers for `SIGINT`, `SIGTERM`, `SIGHUP`, `SIGTSTP`, `SIGCONT` and `SIGWINCH` when it begins
  /// to draw. An earlier source of one of these receives nothing while the program draws. A later
  /// source of `SIGINT`, `SIGTERM`, `SIGHUP` or `SIGTSTP` takes the signal from that handler, and
  /// the program has to end or stop itself.
  ///
  /// It is a programmer's error to pass a number that is no signal, or a signal that cannot be
  /// watched: `SIGKILL`, `SIGSTOP`, and those raised by faults of the program, such as `SIGSEGV`.
  /// When no more files can be opened, the error goes to the `catch` around the source; without one
  /// the store reports it as a `StoreIssue.effectFailed`.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`.
  ///   - number: The signal, such as `SIGHUP`.
  ///   - makeAction: Makes the action for a signal.
  public static func signal(
    id: some Hashable & Sendable, _ number: Int32,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ makeAction: @escaping @Sendable () -> Action
  ) -> ActionSource {
    if !SignalHandler.canWatch(number) {
      programmerError(
        "Signal \(number) cannot be watched. Watch another one, such as SIGHUP or SIGUSR1.")
    }
    return .listening(
      id: id, fileID: fileID, line: line, function: function,
      to: { try SignalWatch.begin(number) }, { _ in makeAction() })
  }
}
