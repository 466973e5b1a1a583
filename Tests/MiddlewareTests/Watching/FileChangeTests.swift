import MillraceStore
import MillraceSystem
import Testing
import TestSupport

@testable import MillraceMiddleware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("File changes as sources", .timeLimit(.minutes(20)))
struct FileChangeTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("settings")
  }

  /// A store that watches a path, and records `changed`, `deleted` and errors.
  private func store(watching path: String, catching: Bool = true) -> WatchingStore {
    makeWatchingStore(required: [path]) { path in
      let source = ActionSource<WatchingAction>.fileChanges(id: path, at: path) { .tell("\($0)") }
      return catching ? source.catch { .tell("\($0)") } : source
    }
  }

  private func deletions(_ received: [String]) -> Int { received.count { $0 == "deleted" } }

  private func rename(_ old: String, to new: String) throws {
    try SystemFiles().rename(folder.file(old), to: folder.file(new))
  }

  private func append(_ text: String) throws {
    let file = try SystemFiles().openFile(path, O_WRONLY | O_APPEND)
    defer { SystemFiles().close(file) }
    let bytes = Array(text.utf8)
    _ = try bytes.withUnsafeBytes { bytes throws(SystemError) in
      try SystemFiles().write(bytes, to: file, at: 0)
    }
  }

  @Test("creating, writing and deleting a file is reported from the creation of the store on")
  func life() async throws {
    let store = store(watching: path)
    try folder.write("one", to: "settings")
    #expect(await store.wait(for: 1).first == "changed")
    try SystemFiles().remove(path)
    #expect(await store.wait { deletions($0) == 1 }.last == "deleted")
    try folder.write("two", to: "settings")
    await store.wait { $0.last == "changed" }
    try SystemFiles().remove(path)
    let received = await store.wait { deletions($0) == 2 }
    #expect(Set(received) == ["changed", "deleted"])
  }

  @Test("a write in place is reported before the file is closed")
  func writtenInPlace() async throws {
    try folder.write("one", to: "settings")
    let store = store(watching: path)
    let file = try SystemFiles().openFile(path, O_WRONLY | O_APPEND)
    defer { SystemFiles().close(file) }
    for round in 1...5 {
      _ = try [UInt8(round)].withUnsafeBytes { bytes throws(SystemError) in
        try SystemFiles().write(bytes, to: file, at: 0)
      }
      #expect(await store.wait(for: round) == Array(repeating: "changed", count: round))
    }
  }

  @Test("a file that replaces the watched one is reported, and watched from then on")
  func replaced() async throws {
    try folder.write("one", to: "settings")
    let store = store(watching: path)
    for _ in 1...5 {
      // One change may be reported twice, for the old file and for the folder.
      let count = store.received.count
      try folder.write("more", to: "draft")
      try rename("draft", to: "settings")
      await store.wait { $0.count > count }
    }
    #expect(Set(store.received) == ["changed"])
    try SystemFiles().remove(path)
    await store.wait { $0.last == "deleted" }
  }

  @Test("renaming the file away is a deletion, and renaming a file to its name is a change")
  func renamed() async throws {
    try folder.write("one", to: "settings")
    let store = store(watching: path)
    try rename("settings", to: "old")
    #expect(await store.wait(for: 1) == ["deleted"])
    try rename("old", to: "settings")
    #expect(await store.wait(for: 2) == ["deleted", "changed"])
  }

  @Test("the first and last of many changes are reported, and few between them")
  func burst() async throws {
    try folder.write("one", to: "settings")
    let watch = try FileWatch.begin(path)
    for _ in 0..<100 { try append("more") }
    try SystemFiles().remove(path)
    var received: [FileChange] = []
    for try await change in watch.events {
      received.append(change)
      if change == .deleted { break }
    }
    // The watch keeps only the newest unread event, so at most one change comes before the
    // deletion.
    #expect(received.count <= 2)
    watch.stop()
  }

  @Test("a stopped source reports nothing more")
  func stopped() async throws {
    try folder.write("one", to: "settings")
    let store = makeWatchingStore(required: ["a", "b"]) { [path] name in
      .fileChanges(id: name, at: path) { .tell("\(name) \($0)") }
    }
    try append("more")
    await store.wait { $0.contains("a changed") && $0.contains("b changed") }
    store.dispatch(.drop("a"))
    let count = store.received.count { $0.hasPrefix("a") }
    try SystemFiles().remove(path)
    await store.wait { $0.contains("b deleted") }
    #expect(store.received.count { $0.hasPrefix("a") } == count)
    #expect(store.work.sources == 1)
  }

  @Test("a symbolic link and its target are watched")
  func links() async throws {
    try folder.write("one", to: "first")
    try folder.write("one", to: "second")
    #expect(symlink("first", path) == 0)
    let store = store(watching: path)
    try SystemFiles().remove(folder.file("first"))
    #expect(await store.wait(for: 1) == ["deleted"])
    #expect(symlink("second", folder.file("draft")) == 0)
    try rename("draft", to: "settings")
    #expect(await store.wait(for: 2) == ["deleted", "changed"])
    try SystemFiles().remove(folder.file("second"))
    #expect(await store.wait(for: 3) == ["deleted", "changed", "deleted"])
  }

  @Test("a link into a missing folder is followed once the folder exists")
  func linkToNowhere() async throws {
    #expect(symlink("later/settings", path) == 0)
    let store = store(watching: path)
    try SystemFiles().makeFolder(folder.file("later"))
    try folder.write("one", to: "later/settings")
    #expect(await store.wait(for: 1).first == "changed")
    try SystemFiles().remove(folder.file("later/settings"))
    #expect(await store.wait { deletions($0) == 1 }.last == "deleted")
  }

  @Test("a missing folder is an error that reaches the reducer")
  func noFolder() async {
    let store = store(watching: folder.file("missing/settings"))
    let expected = FileWatchError.noSuchFolder(path: folder.file("missing/settings"))
    #expect(await store.wait(for: 1) == ["\(expected)"])
  }

  @Test("without catch, the store reports the error")
  func uncaught() async throws {
    let (issues, listener) = AsyncStream.makeStream(of: StoreIssue.self)
    let path = folder.file("missing/settings")
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Int> { _, _ in }
        .sources { _ in [.fileChanges(id: path, at: path) { _ in 1 }] },
      onIssue: { if let issue = $0 as? StoreIssue { listener.yield(issue) } })
    guard case .effectFailed(let error, let site) = await issues.first(where: { _ in true }) else {
      Issue.record("another issue was reported")
      return
    }
    #expect(error == "\(FileWatchError.noSuchFolder(path: path))")
    #expect("\(site)".contains("FileChangeTests.swift"))
    store.finish()
  }

  @Test("a folder that is removed after its file is an error")
  func folderGone() async throws {
    try SystemFiles().makeFolder(folder.file("sub"))
    let path = folder.file("sub/settings")
    try folder.write("one", to: "sub/settings")
    let store = store(watching: path)
    try SystemFiles().remove(path)
    await store.wait(for: 1)
    #expect(rmdir(folder.file("sub")) == 0)
    let gone = "\(FileWatchError.noSuchFolder(path: path))"
    #expect(await store.wait(for: 2) == ["deleted", gone])
  }

  @Test("a folder that is renamed with its file is reported after the file")
  func folderRenamed() async throws {
    try SystemFiles().makeFolder(folder.file("sub"))
    let path = folder.file("sub/settings")
    try folder.write("one", to: "sub/settings")
    let store = store(watching: path)
    try rename("sub", to: "other")
    let gone = "\(FileWatchError.noSuchFolder(path: path))"
    let received = await store.wait { $0.last == gone }
    #expect(received.count <= 2 && deletions(received) == received.count - 1)
  }

  @Test("a path without a file name is an error", arguments: ["", "/", ".", "a/.."])
  func noName(path: String) {
    #expect(throws: FileWatchError.notAFile(path: path)) { try FileWatch.begin(path) }
  }

  @Test("an error of the system says what to do")
  func refusals() {
    #expect(FileWatchError(SystemError(code: ENOTDIR), path: "a") == .noSuchFolder(path: "a"))
    #expect(
      "\(FileWatchError(SystemError(code: EMFILE), path: "a\n"))"
        == """
        a\\n cannot be watched: Too many open files. Check the permissions of its folder; if too many files are watched, \
        watch fewer, or raise the system's limit.
        """
    )
  }
}
