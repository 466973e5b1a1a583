import Dispatch
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Persistence: a file shared by several programs", .timeLimit(.minutes(20)))
struct SharedFileTests {
  private let files = MemoryStorage()
  private let path = "/items.json"

  private func open(
    _ access: FileAccess = .write, _ durability: Durability<ItemsAction> = .journal,
    version: Int = 1
  ) -> Saved {
    Saved(path, version: version, durability: durability, access: access, storage: files)
  }

  // MARK: Locks

  @Test("a deleted lock file lets no second writer in")
  func deletedLock() {
    let first = open()
    first.store.dispatch(.add("milk"))
    files["/.items.json.lock"] = nil
    #expect(open().failure == .inUse(path: path))
    first.store.finish()
    #expect(open().failure == nil)
  }

  @Test("a journal of best effort stops the program")
  func bestEffortJournal() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Saved(
        "/items.json", durability: .journal, access: .bestEffort, storage: MemoryStorage())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("has no journal"))
  }

  // MARK: Readers

  @Test("a reader sees all actions, including those that are only in the log, and creates no files")
  func reader() {
    let writer = open()
    writer.store.dispatch(.add("milk"))
    writer.store.dispatch(.add("bread"))
    let before = files.allPaths
    let reader = open(.readOnly)
    #expect(reader.titles == ["milk", "bread"])
    #expect(reader.events.entries == [.readOnly(path: path, because: nil)])
    #expect(reader.store.savedFile?.isReadOnly == true)
    reader.store.dispatch(.add("mine alone"))
    reader.store.finish()
    #expect(files.allPaths == before)
    #expect(writer.titles == ["milk", "bread"])
  }

  @Test("the file of a newer version can be read when the program allows it")
  func newer() {
    let newer = open(.write, .snapshot, version: 2)
    newer.store.dispatch(.add("milk"))
    newer.store.finish()
    let before = files[path]
    #expect(open().failure == .newerVersion(path: path, found: 2, known: 1))
    let old = open(.readOnly)
    #expect(old.titles == ["milk"])
    #expect(old.store.savedFile?.isReadOnly == true)
    old.store.dispatch(.add("bread"))
    old.store.finish()
    #expect(files[path] == before)
  }

  @Test("the log of a newer version can be read, too; otherwise it is refused as a newer one")
  func newerLog() {
    let newer = open(version: 2)
    newer.store.dispatch(.add("milk"))
    newer.store.dispatch(.add("bread"))
    files.killProcess()
    #expect(open(.readOnly).titles == ["milk", "bread"])
    let failure = open().failure
    #expect(failure == .newerVersion(path: "\(path).log/entries", found: 2, known: 1))
  }

  @Test("a file without write permission can be read")
  func readOnlyFile() {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.finish()
    files.setFault { operation, _ in operation == .access ? .fails(13) : nil }
    let second = open(.readOnly)
    #expect(second.titles == ["milk"])
    #expect(second.store.savedFile?.isReadOnly == true)
  }

  @Test("a failed reload leaves another program's file as it is")
  func failingReload() {
    let saved = open()
    saved.store.dispatch(.add("mine"))
    let theirs = Array(#"{"state":{},"version":9}"#.utf8)
    files[path] = theirs
    #expect(throws: PersistenceError.self) { try saved.store.savedFile?.reload() }
    saved.store.finish()
    #expect(files[path] == theirs)
  }

  // MARK: Files left by earlier starts

  @Test("each start reports a file that was set aside, until that file is removed")
  func stillSetAside() throws {
    files[path] = Array("bad".utf8)
    let first = open()
    first.store.finish()
    guard case .noticed(.unreadable(_, let kept?, _)) = first.events.entries.first else {
      Issue.record("\(first.events.entries)")
      return
    }
    for _ in 0..<2 {
      let later = open()
      #expect(later.events.entries.first == .noticed(.stillSetAside(path: kept)))
      later.store.finish()
    }
    files[kept] = nil
    #expect(open().events.entries.isEmpty)
  }

  @Test("other hard links to the file are reported")
  func hardLinks() throws {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.finish()
    try files.link(path, to: "/other.json")
    #expect(
      open().events.entries == [
        .noticed(.hasOtherLinks(path: path, count: 1)), .restored(path: path),
      ])
  }

  // MARK: Versions

  @Test("a chain of migrations runs step by step, and the old file is kept")
  func migrations() throws {
    struct V1: Codable { let titles: [String] }
    struct V2: Codable { let names: [String] }
    let old = #"{"state":{"titles":["milk"]},"version":1}"#
    files[path] = Array(old.utf8)
    let steps = [
      Migration(from: 2) { (old: V2) in
        Items(
          items: IdentifiedList(
            old.names.enumerated().map { Item(id: $0.offset + 1, title: $0.element) }))
      },
      Migration(from: 1) { (old: V1) in V2(names: old.titles + ["bread"]) },
    ]
    let saved = Saved(
      path, version: 3, durability: .journal, storage: files, migrations: steps)
    #expect(saved.titles == ["milk", "bread"])
    #expect(files[path] == Array(old.utf8), "nothing is written before the first change")
    saved.store.dispatch(.toggle(1))
    let kept = files.allFiles.filter { $0.key.hasPrefix("/items.json.version-1-") }
    #expect(kept.values.first == Array(old.utf8))
    files.killProcess()
    let next = Saved(path, version: 3, durability: .journal, storage: files)
    #expect(next.titles == ["milk", "bread"])
    #expect(next.store.state.items.first?.isDone == true)
  }

  @Test("an older journal is migrated by a function for actions; without one it is not touched")
  func olderActions() throws {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.dispatch(.add("bread"))
    files.killProcess()
    let before = files.allFiles
    let step = Migration(from: 1) { (old: Items) in old }
    let refused = Saved(
      path, version: 2, durability: .journal, storage: files, migrations: [step])
    guard case .cannotMigrate(_, 1, 2, _) = refused.failure else {
      Issue.record("\(refused.store.startupFailures)")
      return
    }
    refused.store.finish()
    #expect(files.allFiles == before)
    let durability = Durability<ItemsAction>.journal(
      syncAfter: .seconds(1),
      migratingActions: { old in
        guard case .add(let title) = try old.decode(ItemsAction.self) else { return [] }
        return [.add("\(title) of version \(old.version)")]
      })
    let migrated = Saved(
      path, version: 2, durability: durability, storage: files, migrations: [step])
    #expect(migrated.titles == ["milk of version 1", "bread of version 1"])
    migrated.store.dispatch(.add("eggs"))
    files.killProcess()
    let next = Saved(path, version: 2, durability: .journal, storage: files)
    #expect(next.titles == ["milk of version 1", "bread of version 1", "eggs"])
  }

  // MARK: Damage

  @Test("a torn last entry is cut off; entries from a damaged one on are kept in another file")
  func damage() throws {
    let entries = "/items.json.log/entries"
    let first = open()
    for number in 1...5 { first.store.dispatch(.add("\(number)")) }
    files.killProcess()
    let whole = try #require(files[entries])
    files[entries] = whole.dropLast(10)
    let torn = open()
    #expect(torn.titles == ["1", "2", "3", "4"])
    #expect(torn.events.entries == [.restored(path: path)])
    torn.store.dispatch(.add("five"))
    files.killProcess()
    let mended = open()
    #expect(mended.titles == ["1", "2", "3", "4", "five"])
    files.killProcess()
    var damaged = try #require(files[entries])
    let three = Array("\"3\"".utf8)
    let offset = try #require(
      damaged.indices.first { damaged[$0...].starts(with: three) })
    damaged[offset + 1] = UInt8(ascii: "9")
    files[entries] = damaged
    let cut = open()
    #expect(cut.titles == ["1", "2"])
    guard case .noticed(.logDamaged(_, let kept, 2, let rest)) = cut.events.entries.first
    else {
      Issue.record("\(cut.events.entries)")
      return
    }
    #expect(files[kept]?.count == rest)
    cut.store.dispatch(.add("three"))
    files.killProcess()
    let next = open()
    #expect(next.titles == ["1", "2", "three"])
    #expect(next.events.entries.first == .noticed(.stillSetAside(path: kept)))
  }
}

/// A clock whose sleeps end at once.
final class ImmediateClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let time = Guarded(ContinuousClock.now)
  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension MemoryStorage {
  var allPaths: [String] { allFiles.keys.sorted() }
}
