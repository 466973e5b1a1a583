import MillraceTerminal
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("Ending and the terminal")
  struct EndingTests {
    /// By default each signal and each answer once.
    private static let signalsAndAnswers: [(Int32, TodoProcess.SynchronizedOutput)] = {
      let signals = [SIGTERM, SIGINT, SIGHUP]
      let answers: [TodoProcess.SynchronizedOutput] = [.known, .unknown, .notEvenTheQuestion]
      return isLong
        ? signals.flatMap { signal in answers.map { (signal, $0) } } : Array(zip(signals, answers))
    }()

    @Test(
      "after a signal that ends todo, the terminal is restored and the last change is saved",
      arguments: signalsAndAnswers)
    func asked(signal: Int32, synchronizedOutput: TodoProcess.SynchronizedOutput) throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(in: folder, synchronizedOutput: synchronizedOutput)
      #expect(todo.screen.modes.isSuperset(of: [1049, 2004, 1000, 1006]))
      #expect(try !todo.terminal.settings().isCooked)
      try todo.type("milk\r")
      try todo.waitUntil("the item") { $0.items == ["[ ] milk"] }
      todo.send(signal)
      #expect(try todo.waitForEnd() == .signal(signal))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[ ] milk"])
    }

    @Test("q ends with status 0, restores the terminal and saves the last change")
    func quits() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.type(" q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("Ctrl-C ends like SIGINT, from the list and from the field", arguments: ["", "a"])
    func interrupted(keys: String) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.type(" " + keys + "\u{3}")
      #expect(try todo.waitForEnd() == .signal(SIGINT))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test(
      "a crash or an unhandled signal ends the program, restores the terminal and loses no change",
      arguments: [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT, SIGUSR1])
    func crashes(signal: Int32) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.type(" ")
      try todo.waitUntil("the tick") { $0.items == ["[x] milk"] }
      todo.send(signal)
      #expect(try todo.waitForEnd() == .signal(signal))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[ ] milk"])
      #expect(try folder.listedItems() == ["[x] milk"])
    }

    @Test("repeated signals do not prevent saving")
    func askedImpatiently() throws {
      let folder = try TestFolder()
      // Saves so many items that saving takes a while.
      let titles = (1...5000).map { "item \($0)" }
      try folder.save(titles)
      let todo = try TodoProcess(in: folder)
      try todo.type(" ")
      try todo.waitUntil("a tick") { $0.items.first == "[x] item 1" }
      todo.send(SIGTERM)
      try todo.waitUntil("its end") { screen in
        if !screen.modes.contains(1049) { todo.send(SIGTERM) }
        return todo.end != nil
      }
      #expect(todo.end == .signal(SIGTERM))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems?.first == "[x] item 1")
    }

    @Test("todo saves and ends even if the terminal takes no more output")
    func frozen() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.terminal.freeze()
      try todo.type(" ")
      try todo.waitUntil("the tick, for another one") { _ in
        try folder.listedItems() == ["[x] milk"]
      }
      todo.send(SIGTERM)
      #expect(try todo.waitForEnd() == .signal(SIGTERM))
      #expect(try todo.hasSettingsAsBefore)
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test(
      "a stopped program that is ended before it continues restores its terminal",
      arguments: 0..<4)
    func endedWhileStopped(turn: Int) throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      for signal in [SIGSTOP, SIGTERM, SIGCONT] { todo.send(signal) }
      #expect(try todo.waitForEnd() == .signal(SIGTERM))
      try todo.expectTerminalAsBefore()
    }

    @Test(
      "a closed terminal ends the program like SIGHUP, and saves the last change",
      arguments: [true, false])
    func windowCloses(sendsSignal: Bool) throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(in: folder, controlling: sendsSignal)
      try todo.type("milk\r")
      try todo.waitUntil("the item") { $0.items == ["[ ] milk"] }
      todo.terminal.closeWindow()
      #expect(try todo.waitForEnd() == .signal(SIGHUP))
      #expect(try folder.savedItems == ["[ ] milk"])
    }
  }
}
