import Dispatch
import MillraceTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a program on a terminal ended.
public enum Ending: Equatable, Sendable {
  /// By the program's own request.
  case quit
  /// By a signal.
  case signal(Int32)
  /// The terminal is gone. If SIGHUP arrives before the device reports this, the ending is
  /// `signal(SIGHUP)` instead.
  case hangup

  /// By Ctrl-C. It equals the ending by SIGINT, the signal that Ctrl-C causes outside raw mode.
  public static var interrupted: Ending { .signal(SIGINT) }

  /// Ends the process by the signal that ended the program, or by SIGHUP after ``hangup``, so that
  /// the parent process learns why the program ended. Returns after ``quit``.
  public func raiseSignal() {
    let number: Int32
    switch self {
    case .quit: return
    case .signal(let signal): number = signal
    case .hangup: number = SIGHUP
    }
    restoreDefaultAction(of: number)
    // Unblocks the signal first: threads of a thread pool block signals, and a blocked signal would
    // stay pending forever.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
  }
}

/// Declared outside ``Ending``, whose case `signal` hides the C function of this name.
private func restoreDefaultAction(of number: Int32) { signal(number, SIG_DFL) }

/// Makes the work to run if saving takes long: it tells the user that Ctrl-C now ends the process
/// before its state is saved. Earlier saves stay intact.
func makeForcedQuit() -> DispatchWorkItem {
  DispatchWorkItem {
    for signal in [SIGINT, SIGTERM] { restoreDefaultAction(of: signal) }
    try? Tty.print(
      ["millrace: saving the state; Ctrl-C quits without saving"], asErrors: true)
  }
}
