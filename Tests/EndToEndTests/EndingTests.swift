import MillraceTerminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EndToEnd {
  @Suite("gives the terminal back")
  struct EndingTests {
    @Test(
      "a signal that asks it to end ends it, with the terminal as it was and the last change saved",
      arguments: [SIGTERM, SIGINT, SIGHUP],
      [TodoProcess.FrameMarks.known, .unknown, .notEvenTheQuestion])
    func asked(signal: Int32, frameMarks: TodoProcess.FrameMarks) throws {
      let folder = try TestFolder()
      let todo = try TodoProcess(in: folder, frameMarks: frameMarks)
      #expect(todo.screen.modes.isSuperset(of: [1049, 2004, 1000, 1006]))
      #expect(try !todo.terminal.settings().isCooked)
      try todo.type("milk\r")
      try todo.waitUntil("the item") { $0.items == ["[ ] milk"] }
      todo.send(signal)
      #expect(try todo.waitForEnd() == .signal(signal))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[ ] milk"])
    }

    @Test("q ends it with status 0, the terminal as it was and the last change saved")
    func quits() throws {
      let folder = try TestFolder()
      try folder.save(["milk"])
      let todo = try TodoProcess(in: folder)
      try todo.type(" q")
      #expect(try todo.waitForEnd() == .status(0))
      try todo.expectTerminalAsBefore()
      #expect(try folder.savedItems == ["[x] milk"])
    }

    @Test("Ctrl-C ends it as SIGINT would, from the list and from the field", arguments: ["", "a"])
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
      "a crash, or a signal that it does not handle, gives the terminal back, is its end, and loses nothing",
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

    @Test("a signal that comes again and again does not keep it from saving")
    func askedImpatiently() throws {
      let folder = try TestFolder()
      // So many that it takes a while to save them.
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

    @Test("a terminal that takes no more output keeps it neither from saving nor from ending")
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
      "a stopped program that is ended before it goes on leaves its terminal as it was",
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
      "the end of its terminal is its end, as by SIGHUP, and the last change is saved",
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
