import Dispatch
import MillraceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that shares the terminal and the process group of this process.
final class ForegroundProcess: Sendable {
  /// The process id; nil before the start, and once the system may reuse the id.
  private let running = Guarded<pid_t?>(nil)

  /// Runs the program to its end, on a thread that may block. If the task is cancelled, the program
  /// is sent SIGTERM.
  func run(_ words: [String]) async -> EditorEnd {
    guard let id = start(words) else { return .notStarted }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: self.wait(for: id)) }
      }
    } onCancel: {
      running.withLock { if let id = $0 { kill(id, SIGTERM) } }
    }
  }

  private func start(_ words: [String]) -> pid_t? {
    let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    let strings = [words, variables].map { $0.map { strdup($0) } + [nil] }
    defer { for string in strings.joined() { free(string) } }
    // Threads of a pool block signals, and child processes would inherit the blocked signals.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    return running.withLock { running in
      var id: pid_t = 0
      guard posix_spawn(&id, words[0], nil, nil, strings[0], strings[1]) == 0 else { return nil }
      running = id
      return id
    }
  }

  private func wait(for id: pid_t) -> EditorEnd {
    while true {
      var (info, status) = (siginfo_t(), Int32(0))
      waitid(P_PID, id_t(id), &info, WEXITED | WSTOPPED | WNOWAIT)
      let found = running.withLock { running in
        let found = waitpid(id, &status, WUNTRACED | WNOHANG)
        if found != 0, status & 0xFF != 0x7F { running = nil }
        return found
      }
      // If SIGCHLD is ignored, the system discards the status, so 0 is returned.
      if found < 0 { return .status(0) }
      guard found == id else { continue }
      // Decoded like the macros of <sys/wait.h>.
      let (signal, value) = (status & 0x7F, status >> 8 & 0xFF)
      if signal == 0 { return .status(value) }
      if signal != 0x7F { return .signal(signal) }
      // Ctrl-Z stops the program, but not this process, so this process must continue the program.
      // Other stops, such as of a background job, stop this process, too.
      if value == SIGTSTP { kill(0, SIGCONT) }
    }
  }
}
