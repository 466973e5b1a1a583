import MillraceStore
import TestSupport
@testable import MillraceSystem
import Synchronization
import Testing

@testable import MillraceMiddleware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Signals belong to the process, so one test runs at a time, and releases its signals before it
// ends. It finishes its stores, because a delivering thread may still retain a store.
@Suite("Signals as sources", .serialized, .timeLimit(.minutes(20)))
struct SignalTests {
  private func store(_ numbers: [String: Int32]) -> WatchingStore {
    makeWatchingStore { name in
      .signal(id: name, numbers[name] ?? SIGUSR1) { .tell(name) }
    }
  }

  private func send(_ number: Int32) { kill(getpid(), number) }

  private func action(of number: Int32) -> sigaction {
    var action = sigaction()
    sigaction(number, nil, &action)
    return action
  }

  @Test("a signal becomes an action as soon as dispatch has returned")
  func received() async {
    let store = store(["a": SIGUSR1])
    defer { store.finish() }
    for round in 1...20 {
      store.dispatch(.want("a"))
      send(SIGUSR1)
      #expect(await store.wait(for: round).count == round)
      store.dispatch(.drop("a"))
    }
  }

  @Test("each awaited signal becomes one action")
  func oneByOne() async {
    let store = store(["a": SIGUSR1, "b": SIGUSR2])
    defer { store.finish() }
    store.dispatch(.want("a"))
    store.dispatch(.want("b"))
    var expected: [String] = []
    for round in 0..<50 {
      send(round % 3 == 0 ? SIGUSR2 : SIGUSR1)
      expected.append(round % 3 == 0 ? "b" : "a")
      #expect(await store.wait(for: expected.count) == expected)
    }
  }

  @Test("all sources of a signal get it, and the last one to stop restores the old handler")
  func shared() async {
    let before = action(of: SIGUSR1).address
    let store = store(["a": SIGUSR1, "b": SIGUSR1])
    defer { store.finish() }
    store.dispatch(.want("a"))
    let during = action(of: SIGUSR1).address
    #expect(during != before)
    store.dispatch(.want("b"))
    send(SIGUSR1)
    #expect(await store.wait(for: 2).sorted() == ["a", "b"])
    store.dispatch(.drop("a"))
    #expect(action(of: SIGUSR1).address == during)
    send(SIGUSR1)
    #expect(await store.wait(for: 3).last == "b")
    store.dispatch(.drop("b"))
    // If another thread is still delivering the signal, it also delivers `drop` and restores the
    // handler.
    while action(of: SIGUSR1).address != before { await Task.yield() }
    #expect(store.received.count == 3)
  }

  @Test("a signal that was ignored is ignored again after its source stops")
  func ignored() async {
    let old = signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, old) }
    let store = store(["a": SIGUSR1])
    defer { store.finish() }
    store.dispatch(.want("a"))
    send(SIGUSR1)
    await store.wait(for: 1)
    store.dispatch(.drop("a"))
    send(SIGUSR1)
    store.dispatch(.want("a"))
    send(SIGUSR1)
    #expect(await store.wait(for: 2).count == 2)
  }

  @Test("a store that is released or finished restores its signals")
  func ended() {
    let before = action(of: SIGUSR1).address
    do {
      let store = store(["a": SIGUSR1])
      store.dispatch(.want("a"))
      #expect(action(of: SIGUSR1).address != before)
    }
    #expect(action(of: SIGUSR1).address == before)
    let store = store(["a": SIGUSR1])
    store.dispatch(.want("a"))
    #expect(action(of: SIGUSR1).address != before)
    store.finish()
    #expect(action(of: SIGUSR1).address == before)
  }

  @Test("a signal handler that other code installed in the meantime is kept")
  func takenOver() {
    let old = action(of: SIGUSR2)
    defer { restore(old, SIGUSR2) }
    let store = store(["a": SIGUSR2])
    defer { store.finish() }
    store.dispatch(.want("a"))
    let ours = action(of: SIGUSR2)
    signal(SIGUSR2, countUrgent)
    let theirs = action(of: SIGUSR2).address
    store.dispatch(.drop("a"))
    #expect(action(of: SIGUSR2).address == theirs)
    // Restores the handler, as code that had saved it would.
    restore(ours, SIGUSR2)
    store.dispatch(.want("a"))
    store.dispatch(.drop("a"))
    #expect(action(of: SIGUSR2).address == 0, "a handler left from an ended source has no effect")
  }

  @Test("a signal that does nothing by default is forwarded to the earlier handler")
  func forwarded() async {
    let old = action(of: SIGURG)
    defer { restore(old, SIGURG) }
    for isLong in [false, true] {
      if isLong {
        var action = sigaction()
        action.address = unsafeBitCast(countUrgentWithInfo, to: UInt.self)
        action.sa_flags = Int32(SA_SIGINFO)
        sigaction(SIGURG, &action, nil)
      } else {
        signal(SIGURG, countUrgent)
      }
      let before = urgentCount.load(ordering: .relaxed)
      let store = store(["a": SIGURG])
      defer { store.finish() }
      store.dispatch(.want("a"))
      send(SIGURG)
      await store.wait(for: 1)
      #expect(urgentCount.load(ordering: .relaxed) == before + 1)
    }
  }

  @Test("a signal that ends a program by default is not forwarded to the earlier handler")
  func notForwarded() async {
    let old = action(of: SIGUSR2)
    defer { restore(old, SIGUSR2) }
    signal(SIGUSR2, countUrgent)
    let before = urgentCount.load(ordering: .relaxed)
    let store = store(["a": SIGUSR2])
    defer { store.finish() }
    store.dispatch(.want("a"))
    send(SIGUSR2)
    await store.wait(for: 1)
    #expect(urgentCount.load(ordering: .relaxed) == before)
  }

  @Test(
    "a signal number that cannot be watched stops the program",
    arguments: [0, -1, 65, SIGKILL, SIGSTOP, SIGSEGV])
  func reserved(number: Int32) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [number = number as Int32] in
      _ = ActionSource.signal(id: 1, number) { 1 }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Signal \(number) cannot be watched. Watch another one"))
  }

  #if os(Linux)
    @Test("starting and stopping sources repeatedly leaves two descriptors open")
    func descriptors() async {
      await #expect(processExitsWith: .success) {
        func pipes() -> Int { openDescriptors { $0.hasPrefix("pipe:") } }
        let store = makeWatchingStore { name in .signal(id: name, SIGUSR1) { .tell(name) } }
        let before = pipes()
        for round in 1...50 {
          store.dispatch(.want("a"))
          kill(getpid(), SIGUSR1)
          await store.wait(for: round)
          store.dispatch(.drop("a"))
        }
        if pipes() != before + 2 { exit(1) }
      }
    }
  #endif

  private func restore(_ action: sigaction, _ number: Int32) {
    var action = action
    sigaction(number, &action, nil)
  }
}

private let urgentCount = Atomic(0)

private let countUrgentWithInfo:
  @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void =
    { number, info, _ in if info != nil { countUrgent(number) } }

private func countUrgent(_ number: Int32) {
  urgentCount.add(1, ordering: .sequentiallyConsistent)
}

#if os(Linux)
  /// The number of this process's descriptors whose targets satisfy a condition.
  func openDescriptors(_ condition: (String) -> Bool) -> Int {
    (0..<1024).count { number in
      let target = try? SystemFiles().linkTarget(of: "/proc/self/fd/\(number)")
      return target.map(condition) ?? false
    }
  }
#endif
