@testable import MillraceSystem

#if os(Linux)
  import Glibc
  import MillraceStore
  import Testing

  @testable import MillraceMiddleware

  @Suite("Watching files with inotify", .timeLimit(.minutes(1)))
  struct FolderEventsTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("settings")
    }

    @Test("the files beside the one that is watched are nobody's concern")
    func neighbours() throws {
      let events = try FolderEvents()
      defer { events.close() }
      let names = try WatchedNames(following: Path(path), in: events)
      try folder.write("one", to: "setting")
      try folder.write("one", to: "settings2")
      let others = try events.take()
      #expect(others.count > 2)
      #expect(!others.contains { names.isConcerned(by: $0) })
      try folder.write("one", to: "settings")
      #expect(try events.take().contains { names.isConcerned(by: $0) })
    }

    @Test("names are compared as bytes")
    func bytes() throws {
      let events = try FolderEvents()
      defer { events.close() }
      let names = try WatchedNames(following: Path(folder.file("\u{E9}")), in: events)
      try folder.write("one", to: "e\u{301}")
      #expect(try !events.take().contains { names.isConcerned(by: $0) })
      try folder.write("one", to: "\u{E9}")
      #expect(try events.take().contains { names.isConcerned(by: $0) })
    }

    @Test("events that were lost may have been of any file")
    func overflow() throws {
      let events = try FolderEvents()
      defer { events.close() }
      let names = try WatchedNames(following: Path(path), in: events)
      let lost = FolderEvents.Event(folder: -1, isEnd: false, name: [])
      #expect(names.isConcerned(by: lost))
    }

    @Test("the folder of what a link led to is forgotten with it")
    func forgotten() throws {
      try SystemFiles().makeFolder(folder.file("a"))
      try SystemFiles().makeFolder(folder.file("b"))
      #expect(symlink("a/x", path) == 0)
      let events = try FolderEvents()
      defer { events.close() }
      var names = try WatchedNames(following: Path(path), in: events)
      #expect(!names.isThere)
      try folder.write("one", to: "a/x")
      try names.follow(Path(path), in: events)
      #expect(names.isThere)
      try SystemFiles().remove(path)
      #expect(symlink("b/x", path) == 0)
      try names.follow(Path(path), in: events)
      #expect(!names.isThere)
      _ = try events.take()
      try folder.write("two", to: "a/x")
      #expect(try events.take().isEmpty)
      try folder.write("two", to: "b/x")
      #expect(try events.take().contains { names.isConcerned(by: $0) })
    }

    @Test("links that lead in a circle lead to nothing")
    func circle() throws {
      #expect(symlink("other", path) == 0)
      #expect(symlink("settings", folder.file("other")) == 0)
      let events = try FolderEvents()
      defer { events.close() }
      #expect(try !WatchedNames(following: Path(path), in: events).isThere)
    }

    @Test("a watch that is stopped, or has failed, has closed its descriptor when its stream ends")
    func descriptors() async {
      await #expect(processExitsWith: .success) {
        func check(_ condition: Bool, _ line: Int = #line) {
          if !condition { fatalError("at line \(line)") }
        }
        func count() -> Int { openDescriptors { $0.contains("inotify") } }
        let folder = try TemporaryFolder()
        for round in 0..<20 {
          let watch = try FileWatch.begin(folder.file("settings"))
          check(count() == 1)
          if round % 2 == 0 { try folder.write("\(round)", to: "settings") }
          watch.stop()
          for try await _ in watch.events {}
          check(count() == 0)
        }
        check((try? FileWatch.begin(folder.file("missing/x"))) == nil)
        check(count() == 0)

        let store = makeWatchingStore { name in
          .fileChanges(id: name, at: folder.file(name)) { .tell("\($0)") }
        }
        for round in 1...20 {
          store.dispatch(.want("settings"))
          check(count() == 1)
          try folder.write("\(round)", to: "settings")
          await store.wait(for: round)
          store.dispatch(.drop("settings"))
          // The system's queue closes it soon after.
          while count() > 0 { await Task.yield() }
        }
      }
    }
  }
#endif
