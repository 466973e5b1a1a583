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
  private let inbox = "/items.json.journal/inbox"

  private func open(
    _ access: FileAccess = .write, _ durability: Durability<ItemsAction> = .journal,
    version: Int = 1
  ) -> Saved {
    Saved(path, version: version, durability: durability, access: access, storage: files)
  }

  private func look(_ saved: Saved) { saved.store.savedFile?.checkForExternalChanges() }

  private func entries() -> [String] {
    ((try? files.names(in: inbox)) ?? []).filter { $0.hasSuffix(".json") }
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

  @Test("an action sent to one of two files is applied once", arguments: [true, false])
  func oneOfTwoFiles(isFirst: Bool) throws {
    let paths = isFirst ? ["/a.json", "/b.json"] : ["/b.json", "/a.json"]
    let store = makeStore(
      paths.map {
        .persistence(to: .file($0), version: 1, durability: .journal, storage: files)
      }, clock: ManualClock(), onIssue: { _ in })
    store.dispatch(.add("0"))
    _ = try PersistenceLocation.file("/a.json").enqueue(
      ItemsAction.add("sent"), version: 1, storage: files)
    for _ in 1...3 {
      for file in store.services((any SavedFile).self) { file.checkForExternalChanges() }
    }
    #expect(store.state.items.map(\.title) == ["0", "sent"])
    #expect(!files.allPaths.contains { $0.contains("/inbox/") && $0.hasSuffix(".json") })
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

  @Test("a reader sees all actions, including unsaved lines, and creates no files")
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

  @Test("a store opened with writeOrRead reads while another one writes")
  func writeOrRead() {
    let writer = open()
    writer.store.dispatch(.add("milk"))
    let second = open(.writeOrRead)
    #expect(second.failure == nil)
    #expect(second.titles == ["milk"])
    #expect(second.events.entries == [.readOnly(path: path, because: .inUse(path: path))])
    writer.store.finish()
    second.store.finish()
    #expect(open(.writeOrRead).store.savedFile?.isReadOnly == false)
  }

  @Test("a reader follows lines, a snapshot and another writer")
  func follows() {
    let writer = open()
    writer.store.dispatch(.add("milk"))
    let reader = open(.readOnly)
    writer.store.dispatch(.add("bread"))
    look(reader)
    #expect(reader.titles == ["milk", "bread"])
    let version = reader.store.snapshot.version
    look(reader)
    #expect(reader.store.snapshot.version == version, "nothing happened")
    writer.store.finish()
    look(reader)
    #expect(reader.titles == ["milk", "bread"])
    let next = open()
    next.store.dispatch(.toggle(1))
    look(reader)
    #expect(reader.store.state.items.first?.isDone == true)
    // A partial line is not read.
    let lines = "/items.json.journal/lines"
    let half = files[lines] ?? []
    next.store.dispatch(.add("eggs"))
    let whole = files[lines] ?? []
    files[lines] = Array(whole.prefix((half.count + whole.count) / 2))
    look(reader)
    #expect(reader.titles == ["milk", "bread"])
    files[lines] = whole
    look(reader)
    #expect(reader.titles == ["milk", "bread", "eggs"])
  }

  @Test("a reader follows snapshots")
  func followsSnapshots() {
    let writer = open(.write, .snapshot)
    let reader = open(.readOnly, .snapshot)
    writer.store.dispatch(.add("milk"))
    writer.scheduler.advance(by: .seconds(1))
    look(reader)
    #expect(reader.titles == ["milk"])
  }

  @Test("the newer content remains after two overlapping reads")
  func overlappingReadings() {
    let writer = open()
    writer.store.dispatch(.add("milk"))
    let whileReading = Log<@Sendable () -> Void>()
    let reader = makeStore(
      [
        .persistence(
          to: .file(path),
          part: .projection(
            { state in
              // The content that was read is about to replace the state.
              whileReading.entries.first?()
              return state
            }, merge: { $0 = $1 }),
          version: 1, durability: .journal, access: .readOnly, storage: files)
      ], clock: ManualClock())
    writer.store.dispatch(.add("bread"))
    let readings = Tally()
    whileReading.add {
      if readings.add(1) > 1 { return }
      writer.store.dispatch(.add("eggs"))
      reader.savedFile?.checkForExternalChanges()
    }
    reader.savedFile?.checkForExternalChanges()
    #expect(reader.state.items.map(\.title) == ["milk", "bread", "eggs"])
  }

  @Test("the file of a newer version can be read when the program allows it")
  func newer() {
    let newer = open(.write, .snapshot, version: 2)
    newer.store.dispatch(.add("milk"))
    newer.store.finish()
    let before = files[path]
    #expect(open().failure == .newerVersion(path: path, found: 2, known: 1))
    let old = open(.writeOrRead)
    #expect(old.titles == ["milk"])
    #expect(old.store.savedFile?.isReadOnly == true)
    old.store.dispatch(.add("bread"))
    old.store.finish()
    #expect(files[path] == before)
  }

  @Test("a file without write permission can be read")
  func readOnlyFile() {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.finish()
    files.setFault { operation, _ in operation == .access ? .fails(13) : nil }
    let second = open(.writeOrRead)
    #expect(second.titles == ["milk"])
    #expect(second.store.savedFile?.isReadOnly == true)
  }

  // MARK: The inbox

  private func send(
    _ action: ItemsAction, timeout: Duration = .seconds(2), clock: ImmediateClock = .init()
  ) async throws {
    try await PersistenceLocation.file(path).send(
      action, version: 1, timeout: timeout, clock: clock, storage: files
    ) { open().store }
  }

  @Test("an action for a file without a holder is applied by the sender's own store")
  func nobody() async throws {
    try await send(.add("milk"))
    try await send(.add("bread"))
    #expect(open().titles == ["milk", "bread"])
    #expect(entries().isEmpty)
  }

  @Test("an action for an open file is applied by its holder once, and is in the journal")
  func somebody() async throws {
    let holder = open()
    holder.store.dispatch(.add("milk"))
    let sent = Task { try await send(.add("bread"), timeout: .seconds(1_000_000)) }
    while holder.titles.count < 2 {
      look(holder)
      await Task.yield()
    }
    try await sent.value
    look(holder)
    #expect(holder.titles == ["milk", "bread"])
    #expect(entries().isEmpty)
    files.killProcess()
    #expect(open().titles == ["milk", "bread"])
  }

  @Test("the sender's timeout includes the time of slow file operations")
  func slowLooks() async throws {
    let holder = open()
    let (clock, looks) = (ImmediateClock(), Tally())
    files.setFault { operation, _ in
      guard operation == .lock else { return nil }
      clock.advance(by: .milliseconds(500))
      looks.add(1)
      return nil
    }
    await #expect(throws: PersistenceError.self) {
      try await send(.add("bread"), clock: clock)
    }
    #expect(looks.value == 4)
    withExtendedLifetime(holder) {}
  }

  @Test("if the holder does not answer, sending throws, and the action waits in the inbox")
  func noAnswer() async throws {
    let holder = open()
    await #expect {
      try await send(.add("bread"))
    } throws: { error in
      if case .noAnswer(path, _)? = error as? PersistenceError { true } else { false }
    }
    #expect(entries().count == 1)
    look(holder)
    #expect(holder.titles == ["bread"])
    #expect(entries().isEmpty)
  }

  @Test("an entry is applied once, at whichever operation the holder is killed", arguments: 1...12)
  func onceThroughCrashes(number: Int) async throws {
    let holder = open()
    holder.store.dispatch(.add("milk"))
    try? await send(.add("bread"))
    #expect(entries().count == 1)
    let count = Tally()
    files.setFault { _, _ in
      count.add(1) >= number ? .fails(5) : nil
    }
    look(holder)
    files.setFault(nil)
    files.killProcess()
    let next = open()
    #expect(next.titles == ["milk", "bread"])
    look(next)
    next.store.finish()
    #expect(open().titles == ["milk", "bread"])
    #expect(entries().isEmpty)
  }

  @Test("an applied entry survives a power cut after another entry was sent")
  func entryBeforePowerCut() async throws {
    let holder = open()
    holder.store.dispatch(.add("milk"))
    try? await send(.add("bread"))
    look(holder)
    #expect(entries().isEmpty)
    // The sender synchronizes the inbox, and with it the removal of the first entry.
    try? await send(.add("eggs"))
    #expect(entries().count == 1)
    files.cutPower()
    #expect(open().titles == ["milk", "bread", "eggs"])
    withExtendedLifetime(holder) {}
  }

  /// Puts actions into the inbox, as other programs do.
  private func put(_ titles: some Sequence<String>) throws {
    try StateFile.makeFolders(inbox, files)
    for (number, title) in titles.enumerated() {
      let action = try JSONFormat.encoder().encode(ItemsAction.add(title))
      let name = "\(inbox)/\(number + 100).json"
      files[name] = InboxEntry.line(schema: 1, action: action)
    }
  }

  @Test("entries are applied once and in order when a subscriber reads the inbox in between")
  func nestedLooks() throws {
    let holder = open()
    try put(["milk", "bread", "eggs"])
    let token = holder.store.subscribe { _ in look(holder) }
    look(holder)
    #expect(holder.titles == ["milk", "bread", "eggs"])
    #expect(entries().isEmpty)
    token.cancel()
  }

  @Test("entries are applied once when several threads read the inbox")
  func looksOnThreads() throws {
    for round in 1...100 {
      let holder = open()
      try put((1...5).map { "\($0)" })
      DispatchQueue.concurrentPerform(iterations: 4) { _ in look(holder) }
      #expect(holder.titles == ["1", "2", "3", "4", "5"], "round \(round)")
      #expect(entries().isEmpty)
      holder.store.finish()
      files[path] = nil
    }
  }

  @Test("an invalid entry is left in place and reported")
  func badEntry() throws {
    let holder = open()
    holder.store.dispatch(.add("milk"))
    let entry = inbox + "/1.json"
    try StateFile.makeFolders(inbox, files)
    files[entry] = Array("{\"sum\":\"0000000000000000\",\"schema\":1,\"action\":{}}\n".utf8)
    look(holder)
    #expect(holder.titles == ["milk"])
    #expect(
      holder.events.entries.last == .noticed(.badEntry(path: entry, reason: "it is damaged")))
    #expect(files[entry] != nil)
  }

  @Test("an entry is not applied twice if its line cannot be written but the state is")
  func entryInTheState() async throws {
    let holder = open()
    holder.store.dispatch(.add("milk"))
    try? await send(.add("bread"))
    let count = Tally()
    files.setFault { operation, path in
      guard operation == .write, path == "/items.json.journal/lines" else { return nil }
      return count.add(1) <= 2 ? .fails(28) : nil
    }
    look(holder)
    #expect(holder.store.savedFile?.failure != nil)
    holder.scheduler.advance(by: .seconds(2))
    #expect(holder.store.savedFile?.failure == nil)
    files.killProcess()
    #expect(entries().count <= 1)
    #expect(open().titles == ["milk", "bread"])
  }

  @Test("an entry is applied even if the journal is set aside")
  func entryBesideUnusedJournal() async throws {
    let first = open()
    first.store.dispatch(.add("milk"))
    files.killProcess()
    files[path] = Array(#"{"state":{"draft":"theirs","items":[]},"version":1}"#.utf8)
    try await send(.add("bread"))
    let next = open()
    #expect(next.store.state.draft == "theirs")
    #expect(next.titles == ["bread"])
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

  @Test("a torn last line is cut off; lines from a damaged one on are kept in another file")
  func damage() throws {
    let lines = "/items.json.journal/lines"
    let first = open()
    for number in 1...5 { first.store.dispatch(.add("\(number)")) }
    files.killProcess()
    let whole = try #require(files[lines])
    files[lines] = whole.dropLast(10)
    let torn = open()
    #expect(torn.titles == ["1", "2", "3", "4"])
    guard case .noticed(.journalDamaged(lines, nil, 4, let bytes)) = torn.events.entries.first
    else {
      Issue.record("\(torn.events.entries)")
      return
    }
    #expect(bytes > 20)
    torn.store.dispatch(.add("five"))
    files.killProcess()
    let mended = open()
    #expect(mended.titles == ["1", "2", "3", "4", "five"])
    files.killProcess()
    var damaged = try #require(files[lines])
    let three = Array("\"3\"".utf8)
    let offset = try #require(
      damaged.indices.first { damaged[$0...].starts(with: three) })
    damaged[offset + 1] = UInt8(ascii: "9")
    files[lines] = damaged
    let cut = open()
    #expect(cut.titles == ["1", "2"])
    guard case .noticed(.journalDamaged(_, let kept?, 2, let rest)) = cut.events.entries.first
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
