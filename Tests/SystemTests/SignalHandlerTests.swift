@testable import MillraceSystem
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Each test runs in its own process, because the pipe and the signals belong to the process.
@Suite("Signals by a pipe")
struct SignalHandlerTests {
  @Test("a signal is taken once, and the old handler is restored at the end")
  func takenOnce() async {
    await #expect(processExitsWith: .success) {
      signal(SIGUSR1, SIG_IGN)
      let pipe = try SignalHandler.openPipe()
      let restore = try SignalHandler.install(for: SIGUSR1)
      // The signal arrives on the main thread, because threads of queues take no signals.
      kill(getpid(), SIGUSR1)
      var news = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      poll(&news, 1, -1)
      if SignalHandler.drain(in: pipe) != [SIGUSR1] { exit(11) }
      if SignalHandler.drain(in: pipe) != [] { exit(12) }
      restore()
      var now = sigaction()
      sigaction(SIGUSR1, nil, &now)
      if now.address != unsafeBitCast(SIG_IGN, to: UInt.self) { exit(13) }
    }
  }

  @Test("signals of faults and numbers that are no signals cannot be watched")
  func reserved() {
    for number in [0, -1, 65, SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGABRT] {
      #expect(!SignalHandler.canWatch(number), "\(number)")
    }
    for number in [SIGINT, SIGTERM, SIGWINCH, SIGUSR1] {
      #expect(SignalHandler.canWatch(number), "\(number)")
    }
  }
}
