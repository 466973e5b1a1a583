import Millrace
import MillraceTesting
import Testing

// The program and the tests of the article "From one version to the next".

struct ReadBook: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var stars: Int
}

struct Reading: Codable, Equatable, Sendable {
  var books = IdentifiedList<ReadBook>()
}

enum ReadingAction: Codable, Equatable, Sendable {
  case add(id: Int, title: String)
  case rate(id: Int, stars: Int)
}

let reading = Reducer<Reading, ReadingAction> { state, action in
  switch action {
  case .add(let id, let title): state.books.append(ReadBook(id: id, title: title, stars: 0))
  case .rate(let id, let stars): state.books[id: id]?.stars = stars
  }
}

/// The state of version 2, as far as version 3 needs it.
struct ReadingV2: Codable, Equatable {
  struct Book: Codable, Equatable {
    var id: Int
    var title: String
    var isGood: Bool
  }

  var books: [Book]
}

let readingMigrations = [
  Migration(from: 1) { (titles: [String]) in
    ReadingV2(books: titles.enumerated().map { .init(id: $0, title: $1, isGood: false) })
  },
  Migration(from: 2) { (old: ReadingV2) in
    Reading(
      books: IdentifiedList(
        old.books.map { ReadBook(id: $0.id, title: $0.title, stars: $0.isGood ? 5 : 0) }))
  },
]

/// The actions of version 2.
enum ReadingActionV2: Codable {
  case add(id: Int, title: String)
  case setGood(id: Int, Bool)
}

@Sendable func readingActions(of saved: SavedAction) throws -> [ReadingAction] {
  guard saved.version == 2 else { return [] }
  switch try saved.decode(ReadingActionV2.self) {
  case .add(let id, let title): return [.add(id: id, title: title)]
  case .setGood(let id, let isGood): return [.rate(id: id, stars: isGood ? 5 : 0)]
  }
}

func readingStore(_ storage: any Storage = SystemFiles()) -> Store<Reading, ReadingAction> {
  Store(
    initial: Reading(), reducer: reading,
    middleware: [
      .persistence(
        to: .file("reading.json"), version: 3,
        durability: .journal(syncAfter: .seconds(1), migratingActions: readingActions),
        migrations: readingMigrations, storage: storage)
    ])
}

let rated = PersistedPart<Reading, IdentifiedList<ReadBook>>.projection(
  { $0.books.filter { $0.stars > 0 } }, merge: { state, books in state.books = books })

func ratedStore(_ storage: any Storage = SystemFiles()) -> Store<Reading, ReadingAction> {
  Store(
    initial: Reading(), reducer: reading,
    middleware: [
      .persistence(to: .file("rated.json"), part: rated, version: 1, storage: storage)
    ])
}

func saveReading(_ store: Store<Reading, ReadingAction>, to path: String) throws {
  try store.savedFile?.saveCopy(to: .file(path))
}

@Suite("From one version to the next")
struct MigrationTests {
  @Test("a file of each older version is read")
  func migrates() {
    let files = [
      1: #"{"state": ["Emma"], "version": 1}"#,
      2: #"{"state": {"books": [{"id": 0, "title": "Emma", "isGood": false}]}, "version": 2}"#,
    ]
    for (version, text) in files {
      let storage = MemoryStorage()
      storage["reading.json"] = Array(text.utf8)
      let store = readingStore(storage)
      #expect(store.state.books == [ReadBook(id: 0, title: "Emma", stars: 0)])
      store.dispatch(.rate(id: 0, stars: 4))
      store.finish()
      // The older file is kept.
      #expect(storage.allFiles.keys.contains { $0.hasPrefix("reading.json.version-\(version)-") })
      #expect(readingStore(storage).state.books[id: 0]?.stars == 4)
    }
  }

  private func olderStore(_ storage: MemoryStorage) -> Store<ReadingV2, ReadingActionV2> {
    Store(
      initial: ReadingV2(books: []),
      reducer: Reducer<ReadingV2, ReadingActionV2> { state, action in
        if case .add(let id, let title) = action {
          state.books.append(.init(id: id, title: title, isGood: false))
        }
      },
      middleware: [
        .persistence(
          to: .file("reading.json"), version: 2, durability: .journal, storage: storage)
      ], onIssue: { _ in })
  }

  @Test("actions that version 2 wrote before a crash are applied")
  func migratesActions() throws {
    let storage = MemoryStorage()
    let old = olderStore(storage)
    old.dispatch(.add(id: 7, title: "Dune"))
    old.dispatch(.setGood(id: 7, true))
    storage.killProcess()
    #expect(readingStore(storage).state.books == [ReadBook(id: 7, title: "Dune", stars: 5)])
  }

  @Test("an older program continues with the kept file", arguments: [false, true])
  func goesBack(isKilled: Bool) throws {
    let storage = MemoryStorage()
    var old = olderStore(storage)
    old.dispatch(.add(id: 7, title: "Dune"))
    old.finish()
    let new = readingStore(storage)
    new.dispatch(.add(id: 8, title: "Emma"))
    if isKilled {
      new.dispatch(.add(id: 9, title: "Persuasion"))
      storage.killProcess()
    } else {
      new.finish()
    }
    let kept = try #require(
      storage.allFiles.keys.first { $0.hasPrefix("reading.json.version-2-") })
    storage["reading.json"] = storage[kept]
    old = olderStore(storage)
    // The log is the newer program's.
    #expect(old.startupFailures.count == 1)
    old.finish()
    for path in storage.allFiles.keys where path.hasPrefix("reading.json.log/") {
      storage[path] = nil
    }
    old = olderStore(storage)
    #expect(old.startupFailures.isEmpty)
    #expect(old.state.books.map(\.title) == ["Dune"])
  }

  @Test("a newer file is refused, and not touched")
  func newer() {
    let storage = MemoryStorage()
    let text = Array(#"{"state": {}, "version": 4}"#.utf8)
    storage["reading.json"] = text
    let store = readingStore(storage)
    #expect(
      store.startupFailures as? [PersistenceError]
        == [.newerVersion(path: "reading.json", found: 4, known: 3)])
    store.dispatch(.add(id: 1, title: "Emma"))
    store.finish()
    #expect(storage["reading.json"] == text)
  }

  @Test("a file whose state does not fit its version is kept under another name")
  func unreadable() {
    let storage = MemoryStorage()
    storage["reading.json"] = Array(
      #"{"state": {"books": [{"id": 0, "title": "Emma"}]}, "version": 3}"#.utf8)
    let store = readingStore(storage)
    #expect(store.state == Reading())
    #expect(storage.allFiles.keys.contains { $0.hasPrefix("reading.json.unreadable-") })
  }

  @Test("a projection restores what it saved, and a copy has the same form")
  func projects() throws {
    let storage = MemoryStorage()
    let store = ratedStore(storage)
    store.dispatch(.add(id: 1, title: "Emma"))
    store.dispatch(.add(id: 2, title: "Dune"))
    store.dispatch(.rate(id: 2, stars: 4))
    try saveReading(store, to: "copy.json")
    store.finish()
    #expect(ratedStore(storage).state.books.map(\.title) == ["Dune"])
    #expect(storage["copy.json"] == storage["rated.json"])
  }
}
