#if os(Linux)
  import MillraceSystem
  import TestSupport
  import Testing

  @Suite("File events", .timeLimit(.minutes(20)))
  struct FileEventsTests {
    @Test("a write reports the file's watch number, and a rename reports none")
    func numbers() async throws {
      let folder = try TemporaryFolder()
      try folder.write("one", to: "a")
      let (written, continuation) = AsyncStream.makeStream(of: Set<Int32>.self)
      let events = try FileEvents { _, written in
        continuation.yield(written)
      } end: {
        continuation.finish()
      }
      let file = try events.watch(folder.file("a"), isFolder: false)
      #expect(try events.watch(folder.path, isFolder: true) != file)
      #expect(try events.watch(folder.file("a"), isFolder: false) == file)
      var iterator = written.makeAsyncIterator()
      try SystemFiles().rename(folder.file("a"), to: folder.file("b"))
      #expect(await iterator.next() == [])
      try folder.write("two", to: "c")
      try SystemFiles().rename(folder.file("b"), to: folder.file("a"))
      let open = try SystemFiles().open(folder.file("a"), .existing)
      try SystemFiles().writeAll([1], to: open)
      SystemFiles().close(open)
      while let numbers = await iterator.next(), !numbers.contains(file) {}
      events.cancel()
      while await iterator.next() != nil {}
    }

    @Test("a missing file cannot be watched")
    func missing() throws {
      let folder = try TemporaryFolder()
      let events = try FileEvents { _, _ in
      } end: {
      }
      defer { events.cancel() }
      #expect(throws: SystemError.self) {
        try events.watch(folder.file("missing"), isFolder: false)
      }
    }
  }
#endif
