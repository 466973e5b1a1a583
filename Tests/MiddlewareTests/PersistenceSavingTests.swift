import MillraceStore
import Testing
import TestSupport

@testable import MillraceMiddleware
import MillraceStoreTesting

@Suite("Persistence: saving")
struct PersistenceSavingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("items.json") }

  @Test("a store starts with the state that another store saved")
  func roundTrip() {
    do {
      let first = Saved(path)
      first.store.dispatch(.add("milk \u{1B}[2J \"é\" 👩‍👩‍👧 \n"))
      first.store.dispatch(.toggle(1))
      first.store.finish()
      #expect(first.events.entries == [.saved(version: 2)])
    }
    let second = Saved(path)
    #expect(second.store.state.items.map(\.title) == ["milk \u{1B}[2J \"é\" 👩‍👩‍👧 \n"])
    #expect(second.store.state.items.first?.isDone == true)
    #expect(second.store.snapshot.version == 1, "the restored state is a commit")
    #expect(second.events.entries == [.restored(path: path)])
  }

  @Test("a saved file is readable JSON that only its owner can read")
  func readable() {
    let saved = Saved(path)
    saved.store.dispatch(.add("a/b"))
    saved.store.finish()
    #expect(
      folder.text("items.json") == """
        {
          "state" : {
            "draft" : "",
            "items" : [
              {
                "id" : 1,
                "isDone" : false,
                "title" : "a/b"
              }
            ]
          },
          "version" : 1
        }

        """)
    #expect(folder.permissions("items.json") == 0o600)
    #expect(folder.names == ["items.json"])
  }

  @Test("a copy replaces an earlier copy, but not a file that a store has open")
  func copies() throws {
    let (saved, other) = (Saved(path), Saved(folder.file("other.json")))
    let copy = folder.file("copy.json")
    for title in ["a", "b"] {
      saved.store.dispatch(.add(title))
      try saved.store.savedFile?.saveCopy(to: .file(copy))
    }
    #expect(Saved(copy).titles == ["a", "b"])
    other.store.dispatch(.add("c"))
    other.scheduler.advance(by: .seconds(1))
    let otherPath = folder.file("other.json")
    #expect(throws: PersistenceError.inUse(path: otherPath)) {
      try saved.store.savedFile?.saveCopy(to: .file(otherPath))
    }
  }

  @Test("a save waits until changes pause")
  func debounced() {
    let saved = Saved(path)
    for _ in 0..<4 {
      saved.store.dispatch(.add("x"))
      saved.scheduler.advance(by: .milliseconds(200))
    }
    #expect(saved.events.entries.isEmpty)
    saved.scheduler.advance(by: .milliseconds(99))
    #expect(saved.events.entries.isEmpty)
    saved.scheduler.advance(by: .milliseconds(1))
    #expect(saved.events.entries == [.saved(version: 4)])
    #expect(saved.scheduler.pendingCount == 0)
  }

  @Test("a save waits no longer than the maximum wait")
  func maximumWait() {
    let saved = Saved(path)
    for _ in 0..<30 {
      saved.store.dispatch(.add("x"))
      saved.scheduler.advance(by: .milliseconds(100))
    }
    // The first change at 0 s is saved at 2 s, with the changes up to then. The next wait starts at
    // the next change.
    #expect(saved.events.entries == [.saved(version: 20)])
    saved.scheduler.advance(by: .milliseconds(200))
    #expect(saved.events.entries == [.saved(version: 20), .saved(version: 30)])
  }

  @Test("a store without changes writes no file")
  func unchanged() {
    let saved = Saved(path)
    saved.store.dispatch(.nothing)
    saved.scheduler.advance(by: .seconds(5))
    saved.store.dispatch(.draft("a"))
    saved.store.dispatch(.draft(""))
    saved.scheduler.advance(by: .seconds(5))
    saved.store.finish()
    #expect(saved.events.entries.isEmpty)
    #expect(folder.names.isEmpty)
  }

  @Test("only the chosen part is saved, and the rest starts from its initial value")
  func part() {
    let events = Log<PersistenceEvent>()
    let scheduler = ManualClock()
    func make() -> ItemsStore {
      makeStore(
        [
          .persistence(
            to: .file(path), part: .field(\.items), version: 1,
            onEvent: { events.add($0) })
        ], initial: Items(draft: "initial"), clock: scheduler)
    }
    do {
      let store = make()
      store.dispatch(.draft("other"))
      scheduler.advance(by: .seconds(5))
      #expect(events.entries.isEmpty)
      store.dispatch(.add("milk"))
      scheduler.advance(by: .seconds(5))
      #expect(events.entries == [.saved(version: 2)])
    }
    let store = make()
    #expect(store.state.items.map(\.title) == ["milk"])
    #expect(store.state.draft == "initial")
  }

  @Test("a state that is not Equatable is written when its encoded text differs")
  func withoutEquality() {
    struct Plain: Codable, Sendable { var number = 0 }
    let (scheduler, events) = (ManualClock(), Log<PersistenceEvent>())
    let store = Store(
      initial: Plain(), reducer: Reducer<Plain, Int> { $0.number = $1 },
      middleware: [
        .persistence(
          to: .file(path), version: 1, onEvent: { events.add($0) })
      ], dependencies: Dependencies(clock: scheduler))
    for number in [1, 1, 2] {
      store.dispatch(number)
      scheduler.advance(by: .seconds(1))
    }
    #expect(events.entries == [.saved(version: 1), .saved(version: 3)])
  }

  @Test("a save keeps the permissions of an existing file")
  func keepsPermissions() throws {
    try folder.write(#"{"version":1,"state":{"items":[],"draft":"x"}}"#, to: "items.json")
    let before = folder.permissions("items.json")
    #expect(before != 0o600, "the test's file must differ from a new one")
    let saved = Saved(path)
    saved.store.dispatch(.add("a"))
    saved.store.finish()
    #expect(folder.permissions("items.json") == before)
  }

  @Test("a save follows a symbolic link, and keeps the link")
  func link() throws {
    try folder.write(#"{"version":1,"state":{"items":[],"draft":"there"}}"#, to: "real.json")
    try makeLink("real.json", at: path)
    let saved = Saved(path)
    #expect(saved.store.state.draft == "there")
    saved.store.dispatch(.draft("new"))
    saved.store.finish()
    #expect(folder.isLink("items.json"))
    #expect(folder.text("real.json")?.contains("new") == true)
  }

  @Test("a save creates the target of a dangling link, and a circle of links is a failure")
  func danglingLink() throws {
    try makeLink("sub/real.json", at: path)
    let saved = Saved(path)
    saved.store.dispatch(.draft("new"))
    saved.store.finish()
    #expect(folder.text("sub/real.json")?.contains("new") == true)

    try makeLink("two", at: folder.file("one"))
    try makeLink("one", at: folder.file("two"))
    #expect("\(Saved(folder.file("one")).store.startupFailures)".contains("form a loop"))
  }

  @Test("a save creates missing folders")
  func makesFolders() {
    let saved = Saved(folder.file("a/b/c/items.json"))
    saved.store.dispatch(.add("deep"))
    saved.store.finish()
    #expect(folder.text("a/b/c/items.json")?.contains("deep") == true)
    #expect(folder.permissions("a/b/c") == 0o700)
  }

  @Test("the last change is saved even if the timer fires during finish()")
  func finishAgainstTimer() async {
    for round in 0..<20 {
      let saved = Saved(folder.file("\(round).json"))
      saved.store.dispatch(.add("first"))
      await withTaskGroup(of: Void.self) { group in
        group.addTask { saved.scheduler.advance(by: .seconds(1)) }
        group.addTask { for _ in 0..<10 { saved.store.context.dispatch(.add("more")) } }
        group.addTask { saved.store.finish() }
      }
      let restored = Saved(folder.file("\(round).json"))
      #expect(restored.store.state == saved.store.state)
    }
  }
}
