import MillraceStore
import Testing
import TestSupport

import MillraceMiddleware
import MillraceStoreTesting

@Suite("Persistence: starting")
struct PersistenceStartTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("items.json") }

  @Test(
    "an invalid file is kept under another name, reported, and never overwritten",
    arguments: [
      "", "not JSON", "[]", "{}", #"{"version":1}"#, #"{"version":"1","state":{}}"#,
      #"{"version":1,"state":{"items":3,"draft":""}}"#,
      #"{"version":1,"state":{"items":[],"draft":""}"#,
      #"{"version":1,"state":{"draft":"","items":[{"id":1,"title":"","isDone":true},{"id":1,"title":"","isDone":true}]}}"#,
    ])
  func unreadable(text: String) throws {
    try folder.write(text, to: "items.json")
    let saved = Saved(path)
    #expect(saved.store.startupFailures.isEmpty)
    #expect(saved.store.state == Items())
    let name = try #require(folder.names.first)
    #expect(folder.names.count == 1)
    #expect(name.hasPrefix("items.json.unreadable-20"))
    #expect(folder.text(name) == text)
    guard
      case .noticed(.unreadable(path, folder.file(name), let reason)) = saved.events.entries.first
    else {
      Issue.record("\(saved.events.entries)")
      return
    }
    #expect(!reason.isEmpty)
    saved.store.dispatch(.add("new"))
    saved.store.finish()
    #expect(folder.text(name) == text)
    #expect(folder.text("items.json")?.contains("new") == true)
  }

  @Test("files set aside in the same second get different names")
  func manyUnreadable() throws {
    for number in 0..<4 {
      try folder.write("bad \(number)", to: "items.json")
      _ = Saved(path)
    }
    #expect(folder.names.count == 4)
    #expect(Set(folder.names.compactMap { folder.text($0) }).count == 4)
  }

  @Test("a store that fails on unreadable files names the kept file, and writes nothing")
  func unreadableFails() throws {
    try folder.write("bad", to: "items.json")
    let saved = Saved(path, unreadable: .fail)
    let name = try #require(folder.names.first)
    let failure = try #require(saved.failure)
    #expect("\(failure)".contains("It is kept as \(folder.file(name))"))
    saved.store.dispatch(.add("x"))
    saved.store.finish()
    #expect(folder.names == [name])
    #expect(folder.text(name) == "bad")
  }

  @Test("the file of a newer version is not touched")
  func newer() throws {
    let text = #"{"version":3,"state":{"shape":"unknown"}}"#
    try folder.write(text, to: "items.json")
    let saved = Saved(path, version: 2)
    #expect(saved.failure == .newerVersion(path: path, found: 3, known: 2))
    saved.store.dispatch(.add("x"))
    saved.scheduler.advance(by: .seconds(5))
    saved.store.finish()
    #expect(folder.text("items.json") == text)
    #expect(folder.names == ["items.json"])
    #expect(saved.events.entries.isEmpty)
  }

  @Test("the file of an older version is migrated, and saved in the new version")
  func migrates() throws {
    struct Old: Codable { let titles: [String] }
    try folder.write(#"{"version":1,"state":{"titles":["a","b"]}}"#, to: "items.json")
    let step = Migration(from: 1) { (old: Old) in
      Items(
        items: IdentifiedList(
          old.titles.enumerated().map { Item(id: $0.offset, title: $0.element) }))
    }
    let saved = Saved(path, version: 2, migrations: [step])
    #expect(saved.store.state.items.map(\.title) == ["a", "b"])
    saved.store.finish()
    #expect(saved.events.entries == [.restored(path: path), .saved(version: 1)])
    #expect(folder.text("items.json")?.contains(#""version" : 2"#) == true)
  }

  @Test("the file of an older version without a migration is not touched")
  func cannotMigrate() throws {
    let text = #"{"version":1,"state":{"items":[],"draft":""}}"#
    try folder.write(text, to: "items.json")
    let failing = Migration(from: 1) { (_: Items) -> Items in throw Failure() }
    for migrations in [[], [failing], [Migration(from: 2) { (old: Items) in old }]] {
      let saved = Saved(path, version: 2, migrations: migrations)
      guard case .cannotMigrate(path, 1, 2, _) = saved.failure else {
        Issue.record("\(saved.store.startupFailures)")
        continue
      }
      saved.store.dispatch(.add("x"))
      saved.store.finish()
      #expect(folder.text("items.json") == text)
    }
  }

  @Test("a second store on one file fails until the first has ended")
  func inUse() {
    let first = Saved(path)
    let second = Saved(path)
    #expect(second.failure == .inUse(path: path))
    #expect("\(second.store.startupFailures)".contains("is in use by another store"))
    second.store.dispatch(.add("second"))
    second.store.finish()
    first.store.dispatch(.add("first"))
    first.store.finish()
    #expect(Saved(path).store.state.items.map(\.title) == ["first"])
  }

  @Test("a second store through a link fails too")
  func inUseThroughLink() throws {
    try makeLink("items.json", at: folder.file("link.json"))
    let first = Saved(path)
    let second = Saved(folder.file("link.json"))
    #expect(second.failure == .inUse(path: path))
    first.store.finish()
  }

  @Test("a folder in place of the file, or a file in place of the folder, is a failure")
  func wrongKinds() throws {
    #expect(Saved(folder.path).failure == .notAFile(path: folder.path))
    try folder.write("x", to: "plain")
    #expect(
      Saved(folder.file("plain/items.json")).failure
        == .cannotMakeFolder(
          path: folder.file("plain"), reason: "a file with this name exists"))
  }

  @Test("a file that cannot be read, written or locked is a failure, and is never written")
  func permissions() throws {
    let text = #"{"version":1,"state":{"items":[],"draft":"kept"}}"#
    let files = MemoryStorage()
    files["/items.json"] = Array(text.utf8)
    for failing: MemoryStorage.Operation in [.read, .lock, .access] {
      files.setFault { operation, _ in operation == failing ? .fails(13) : nil }
      let saved = Saved("/items.json", storage: files)
      switch saved.failure {
      case .cannotRead, .cannotWrite: break
      default: Issue.record("\(saved.store.startupFailures)")
      }
      files.setFault(nil)
      saved.store.dispatch(.add("x"))
      saved.store.finish()
      #expect(files["/items.json"] == Array(text.utf8))
    }
  }

  @Test("an invalid file that cannot be moved is not touched")
  func cannotSetAside() throws {
    let files = MemoryStorage()
    files["/items.json"] = Array("bad".utf8)
    files.setFault { operation, _ in operation == .rename ? .fails(28) : nil }
    let saved = Saved("/items.json", storage: files)
    #expect(
      saved.failure == .cannotSetAside(path: "/items.json", reason: "No space left on device"))
    saved.store.dispatch(.add("x"))
    saved.store.finish()
    #expect(files["/items.json"] == Array("bad".utf8))
  }

  @Test("a failed start does not keep the lock")
  func releasesLock() throws {
    try folder.write(#"{"version":9,"state":{}}"#, to: "items.json")
    let failed = Saved(path)
    #expect(failed.failure == .newerVersion(path: path, found: 9, known: 1))
    #expect(Saved(path).failure == .newerVersion(path: path, found: 9, known: 1))
    withExtendedLifetime(failed) {}
  }

  @Test("each error's description is one line, with any path")
  func oneLine() {
    let path = "/tmp/\u{1B}[2J\nfile"
    let errors: [PersistenceError] = [
      .inUse(path: path), .notAFile(path: path), .cannotRead(path: path, reason: "r\n"),
      .cannotWrite(path: path, reason: "r"), .cannotMakeFolder(path: path, reason: "r"),
      .newerVersion(path: path, found: 2, known: 1),
      .cannotMigrate(path: path, found: 1, known: 2, reason: "r"),
      .unreadable(path: path, movedTo: path, reason: "r"),
      .cannotSetAside(path: path, reason: "r"), .cannotEncode(path: path, reason: "r"),
      .unreadable(path: path, movedTo: nil, reason: "r"), .changedByOthers(path: path, copy: nil),
      .changedByOthers(path: path, copy: path),
      .logDamaged(path: path, movedTo: path, recovered: 1, bytes: 1),
      .logUnused(path: path, movedTo: path),
      .stillSetAside(path: path),
      .hasOtherLinks(path: path, count: 1),
      .isLocked(path: path, process: "7"), .restoredFromLog(path: path),
      .olderJournal(path: path),
    ]
    for error in errors {
      #expect("\(error)".unicodeScalars.allSatisfy { $0.value >= 0x20 })
      #expect("\(error)".contains(#"/tmp/\u{1B}[2J\nfile"#))
    }
  }
}
