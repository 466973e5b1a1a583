import TestSupport
@testable import MillraceSystem

#if os(Linux)
  import Glibc
  import MillraceStore
  import Testing

  @testable import MillraceMiddleware

  @Suite("File watching with inotify", .timeLimit(.minutes(20)))
  struct FileWatchTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("settings")
    }

    /// Watches a file, and returns its changes one by one.
    private func changes(
      of path: String
    ) throws -> (iterator: AsyncStream<FileChange>.Iterator, events: FileEvents) {
      let (changes, continuation) = AsyncStream.makeStream(of: FileChange.self)
      let watch = Guarded(FileWatch(path))
      let events = try FileEvents { events, written in
        let change = try? watch.withLock { try $0.update(written, events) }
        if let change { continuation.yield(change) }
      } end: {
        continuation.finish()
      }
      _ = try watch.withLock { try $0.update([], events) }
      return (changes.makeAsyncIterator(), events)
    }

    @Test("changes of neighbouring files are not reported")
    func neighbours() async throws {
      try folder.write("one", to: "settings")
      var (changes, events) = try changes(of: path)
      defer { events.cancel() }
      try folder.write("one", to: "setting")
      try folder.write("one", to: "settings2")
      try SystemFiles().remove(path)
      #expect(await changes.next() == .deleted)
    }

    @Test("file names are compared as bytes")
    func bytes() async throws {
      try folder.write("one", to: "\u{E9}")
      var (changes, events) = try changes(of: folder.file("\u{E9}"))
      defer { events.cancel() }
      try folder.write("one", to: "e\u{301}")
      try SystemFiles().remove(folder.file("\u{E9}"))
      #expect(await changes.next() == .deleted)
    }

    @Test("a queue overflow counts as a change of every file")
    func overflow() throws {
      let events = try FileEvents { _, _ in
      } end: {
      }
      defer { events.cancel() }
      var watch = FileWatch(path)
      #expect(try watch.update([-1], events) == nil)
      try folder.write("one", to: "settings")
      #expect(try watch.update([], events) == .changed)
      #expect(try watch.update([], events) == nil)
      #expect(try watch.update([-1], events) == .changed)
    }

    @Test("a file that is deleted and created again between two checks has changed")
    func madeAgain() throws {
      let events = try FileEvents { _, _ in
      } end: {
      }
      defer { events.cancel() }
      var watch = FileWatch(path)
      for round in 1...50 {
        // The system may give the new file the old inode.
        try SystemFiles().remove(path)
        try folder.write("one", to: "settings")
        #expect(try watch.update([], events) == .changed, "round \(round)")
      }
    }

    @Test("a link's target is watched in its own folder, and no longer after the link changes")
    func forgotten() async throws {
      for name in ["a", "b"] {
        try SystemFiles().makeFolder(folder.file(name))
        try folder.write("one", to: "\(name)/x")
      }
      #expect(symlink("a/x", path) == 0)
      var (changes, events) = try changes(of: path)
      defer { events.cancel() }
      try SystemFiles().remove(folder.file("a/x"))
      #expect(await changes.next() == .deleted)
      try folder.write("one", to: "a/draft")
      try SystemFiles().rename(folder.file("a/draft"), to: folder.file("a/x"))
      #expect(await changes.next() == .changed)
      #expect(symlink("b/x", folder.file("draft")) == 0)
      try SystemFiles().rename(folder.file("draft"), to: path)
      #expect(await changes.next() == .changed)
      try folder.write("two", to: "a/x")
      try SystemFiles().remove(folder.file("b/x"))
      #expect(await changes.next() == .deleted)
    }

    @Test("a circle of links has no target")
    func circle() throws {
      #expect(symlink("other", path) == 0)
      #expect(symlink("settings", folder.file("other")) == 0)
      let events = try FileEvents { _, _ in
      } end: {
      }
      defer { events.cancel() }
      var watch = FileWatch(path)
      #expect(try watch.update([], events) == nil)
      #expect(watch.file == nil)
    }

    @Test("a stopped or failed watch has closed its descriptor when its stream ends")
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
        // A queue of the system closes the descriptor soon afterwards.
        while count() > 0 { await Task.yield() }

        let store = makeWatchingStore { name in
          .fileChanges(id: name, at: folder.file(name)) { .tell("\($0)") }
        }
        for round in 1...20 {
          store.dispatch(.want("settings"))
          check(count() == 1)
          try folder.write("\(round)", to: "settings")
          await store.wait(for: round)
          store.dispatch(.drop("settings"))
          while count() > 0 { await Task.yield() }
        }
      }
    }
  }
#endif
