import Dispatch
import MillraceTerminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a program on a terminal came to an end.
public enum Ending: Equatable, Sendable {
  /// It asked for it.
  case quit
  /// A signal.
  case signal(Int32)
  /// The terminal went away, which SIGHUP says too, sooner or later.
  case hangup

  /// Ctrl-C, which a terminal that is not in raw mode turns into this signal.
  public static var interrupted: Ending { .signal(SIGINT) }

  /// Ends the process by the signal that ended the program, so that whoever waits for it learns
  /// why; returns if there was none.
  public func passOn() {
    let number: Int32
    switch self {
    case .quit: return
    case .signal(let signal): number = signal
    case .hangup: number = SIGHUP
    }
    restoreDefaultAction(of: number)
    // The threads of a pool block signals: without this, one that is raised there waits for ever.
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, number)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    raise(number)
  }
}

/// Outside the enumeration, whose case `signal` hides the function.
private func restoreDefaultAction(of number: Int32) { signal(number, SIG_DFL) }

/// Lets the user end the process though its state is not saved. To be done when saving takes long: what was
/// saved before stays as it is.
func makeGivingUp() -> DispatchWorkItem {
  DispatchWorkItem {
    for signal in [SIGINT, SIGTERM] { restoreDefaultAction(of: signal) }
    try? Tty.print(
      ["millrace: waiting for the state to be saved; Ctrl-C gives up"], asErrors: true)
  }
}
