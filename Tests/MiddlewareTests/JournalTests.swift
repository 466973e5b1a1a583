import Dispatch
import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Persistence: the journal")
struct JournalTests {
  private let files = MemoryStorage()
  private let path = "/items.json"
  private let entries = "/items.json.log/entries"

  private func open(_ access: FileAccess = .write) -> Saved {
    Saved(path, durability: .journal, access: access, storage: files)
  }

  @Test("dispatched actions survive a kill without a save")
  func killed() {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.dispatch(.add("bread"))
    first.store.dispatch(.toggle(1))
    files.killProcess()
    let second = open()
    #expect(second.failure == nil)
    #expect(second.titles == ["milk", "bread"])
    #expect(second.store.state.items.first?.isDone == true)
    #expect(second.events.entries == [.restored(path: path)])
  }

  @Test("durable actions survive a power cut")
  func powerCut() async throws {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.dispatch(.add("bread"))
    try await first.store.flush()
    first.store.dispatch(.add("lost"))
    files.cutPower()
    #expect(open().titles == ["milk", "bread"])
  }

  @Test("finish() writes the state, and leaves a log without actions")
  func finished() {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.dispatch(.add("bread"))
    first.store.finish()
    let text = String(decoding: files[path] ?? [], as: UTF8.self)
    #expect(text.contains("bread"))
    #expect(text.contains("\"commit\" : 2"))
    #expect(!String(decoding: files[entries] ?? [], as: UTF8.self).contains("action"))
    let second = open()
    #expect(second.titles == ["milk", "bread"])
    second.store.dispatch(.add("eggs"))
    files.killProcess()
    #expect(open().titles == ["milk", "bread", "eggs"])
  }

  @Test("a store without actions leaves no files")
  func nothing() {
    let saved = open()
    saved.scheduler.advance(by: .seconds(10))
    saved.store.finish()
    #expect(files[path] == nil)
    #expect(files[entries] == nil)
  }

  @Test("once the entries are longer than the state and a megabyte, a snapshot replaces them")
  func compaction() throws {
    let saved = open()
    let long = String(repeating: "x", count: 100_000)
    for number in 1...12 { saved.store.dispatch(.draft(long + "\(number)")) }
    #expect((files[entries] ?? []).count > 1_000_000)
    saved.scheduler.advance(by: .seconds(1))
    #expect((files[entries] ?? []).count < 101_000, "the snapshot")
    #expect((files[path] ?? []).count > 100_000)
    saved.store.dispatch(.add("after"))
    files.killProcess()
    let next = open()
    #expect(next.titles == ["after"])
    #expect(next.store.state.draft == long + "12")
    #expect(try files.names(in: "/items.json.log").sorted() == ["entries", "lock"])
  }

  @Test("files deleted while the program runs are written again with the whole state")
  func vanished() {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    files[path] = nil
    files[entries] = nil
    saved.store.dispatch(.add("bread"))
    saved.scheduler.advance(by: .seconds(1))
    saved.store.dispatch(.add("eggs"))
    files.killProcess()
    #expect(open().titles == ["milk", "bread", "eggs"])
  }

  @Test("entries of a killed program are durable when the next program's flush returns")
  func leftLines() async throws {
    let first = open()
    first.store.dispatch(.add("milk"))
    files.killProcess()
    let second = open()
    #expect(second.titles == ["milk"])
    try await second.store.flush()
    files.cutPower()
    #expect(open().titles == ["milk"])
  }

  @Test("a flush after failed synchronization of the log saves the state")
  func failedSynchronization() async throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    try await saved.store.flush()
    saved.store.dispatch(.add("bread"))
    files.setFault { operation, path in
      operation == .synchronize && path.hasPrefix("/items.json.log/") ? .fails(5) : nil
    }
    await #expect(throws: PersistenceError.self) { try await saved.store.flush() }
    files.setFault(nil)
    #expect(!String(decoding: files[path] ?? [], as: UTF8.self).contains("bread"))
    try await saved.store.flush()
    #expect(String(decoding: files[path] ?? [], as: UTF8.self).contains("bread"))
  }

  @Test("flush throws if finish() could not save")
  func durableAfterTheEnd() async {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    files.setFault { operation, _ in operation == .synchronize ? .fails(5) : nil }
    saved.store.finish()
    await #expect(throws: PersistenceError.self) { try await saved.store.flush() }
  }

  @Test("two actions that wait for the device share one synchronization")
  func sharedWork() async throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    try await saved.store.flush()
    saved.store.dispatch(.add("bread"))
    let count = Tally()
    files.setFault { operation, path in
      if operation == .synchronize, path.hasPrefix("/items.json.log/") {
        count.add(1)
      }
      return nil
    }
    async let first: Void = saved.store.durable(saved.store.snapshot.version)
    async let second: Void = saved.store.durable(saved.store.snapshot.version)
    _ = try await (first, second)
    #expect(count.value == 1)
    try await saved.store.flush()
    #expect(count.value == 1, "nothing was left to do")
  }
}

struct Notes: Codable, Equatable, Sendable {
  var text = IdentifiedList<Item>()
  var history = UndoHistory<IdentifiedList<Item>>()
}

enum NotesAction: Codable, Sendable { case add(String), undo, redo, random }

let notes = Reducer<Notes, NotesAction> { state, action in
  switch action {
  case .add(let title):
    state.text.append(Item(id: (state.text.last?.id ?? 0) + 1, title: title))
  case .random:
    state.text.append(
      Item(id: (state.text.last?.id ?? 0) + 1, title: "\(UInt64.random(in: 0...UInt64.max))"))
  case .undo, .redo: break
  }
}.undoable(\.text, history: \.history, limits: UndoLimits(steps: 5)) { _, action in
  switch action {
  case .undo: .undo
  case .redo: .redo
  case .add, .random: .step()
  }
}

@Suite("Persistence: undo and a journal")
struct JournalUndoTests {
  private let files = MemoryStorage()

  private func open(_ clock: ManualClock = ManualClock()) -> Store<Notes, NotesAction> {
    Store(
      initial: Notes(), reducer: notes,
      middleware: [
        .persistence(to: .file("/notes.json"), version: 1, durability: .journal, storage: files)
      ], dependencies: Dependencies(clock: clock), onIssue: { _ in })
  }

  @Test("the steps are in memory: after a restart there is nothing to undo")
  func inMemory() {
    let first = open()
    first.dispatch(.add("milk"))
    first.finish()
    let second = open()
    #expect(!second.state.history.canUndo)
    second.dispatch(.undo)
    #expect(second.state.text.map(\.title) == ["milk"])
  }

  @Test("the entry of an undo has the state, because it could not be applied again after a restart")
  func undoIsSaved() {
    let first = open()
    first.dispatch(.add("milk"))
    first.finish()
    let second = open()
    second.dispatch(.add("bread"))
    second.dispatch(.undo)
    second.dispatch(.add("eggs"))
    files.killProcess()
    let third = open()
    #expect(third.state.text.map(\.title) == ["milk", "eggs"])
    withExtendedLifetime(second) {}
  }

  @Test(
    "whatever was added, undone, redone, saved and killed, a restart has the last state",
    arguments: 0..<rounds(60, long: 2_000) as Range<UInt64>)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // A killed store does not get the time any more.
    var clock = ManualClock()
    var store = open(clock)
    var killed: [Store<Notes, NotesAction>] = []
    for step in 0..<60 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...4: store.dispatch(.add("\(step)"))
      case 5...7: store.dispatch(.undo)
      case 8, 9: store.dispatch(.redo)
      case 10: clock.advance(by: .seconds(2))
      default:
        let text = store.state.text
        if Bool.random(using: &generator) {
          files.killProcess()
          killed.append(store)
        } else {
          store.finish()
        }
        clock = ManualClock()
        store = open(clock)
        #expect(store.state.text == text, "seed \(seed), step \(step)")
      }
    }
    withExtendedLifetime(killed) {}
  }
}
