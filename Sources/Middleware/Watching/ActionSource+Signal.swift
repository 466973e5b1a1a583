import MillraceStore
import MillraceSystem

extension ActionSource {
  /// A source that tells when the process gets a signal.
  ///
  ///     subscriptions: { _ in [.signal(id: "reload", SIGHUP) { .reload }] }
  ///
  /// From the moment it starts, the signal no longer does to the program what it did, as ending or
  /// stopping it; it is only told. When the last source of that signal in the process is stopped,
  /// the signal does again what it did before. Signals that do nothing to a program unless it asks
  /// (`SIGWINCH`, `SIGCONT`, `SIGCHLD`, `SIGURG`) still reach who handled them before.
  ///
  /// As the system's own, signals are not counted: several that come before the action of the first
  /// has been taken may be one.
  ///
  /// A signal belongs to who took it last. A program on a terminal takes `SIGINT`, `SIGTERM`,
  /// `SIGHUP`, `SIGTSTP`, `SIGCONT` and `SIGWINCH` when it begins to draw: a source of one of these
  /// that was started before is not told while it draws, and one that starts later takes it away,
  /// so that the program has to end or stop itself.
  ///
  /// A number that is no signal's, or that of a signal which nobody can watch, is a programmer's
  /// error: `SIGKILL` and `SIGSTOP`, and those that a fault of the program itself raises, as
  /// `SIGSEGV`. That no more files can be opened is an error that goes to the `catch` around the
  /// source; without one the store reports it as a `StoreIssue.effectFailed`.
  /// - Parameters:
  ///   - id: As in `run(id:priority:operation:)`.
  ///   - number: Of the signal, as `SIGHUP`.
  ///   - makeAction: Makes the action of a signal.
  public static func signal(
    id: some Hashable & Sendable, _ number: Int32,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ makeAction: @escaping @Sendable () -> Action
  ) -> ActionSource {
    if !SignalHandler.canWatch(number) {
      programmerError(
        "Signal \(number) cannot be watched. Watch another one, as SIGHUP or SIGUSR1.")
    }
    return .listening(
      id: id, fileID: fileID, line: line, function: function,
      to: { try SignalWatch.begin(number) }, { _ in makeAction() })
  }
}
