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
  private let lines = "/items.json.journal/lines"

  private func open(_ access: FileAccess = .write) -> Saved {
    Saved(path, durability: .journal, access: access, storage: files)
  }

  @Test("what was dispatched is there after the process is killed, though nothing was saved")
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

  @Test("what is durable is there after the power was cut")
  func powerCut() async throws {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.dispatch(.add("bread"))
    try await first.store.flush()
    first.store.dispatch(.add("lost"))
    files.cutPower()
    #expect(open().titles == ["milk", "bread"])
  }

  @Test("the end leaves the state, and a journal without actions")
  func finished() {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.dispatch(.add("bread"))
    first.store.finish()
    let text = String(decoding: files[path] ?? [], as: UTF8.self)
    #expect(text.contains("bread"))
    #expect(text.contains("\"commit\" : 2"))
    #expect(!String(decoding: files[lines] ?? [], as: UTF8.self).contains("action"))
    let second = open()
    #expect(second.titles == ["milk", "bread"])
    second.store.dispatch(.add("eggs"))
    files.killProcess()
    #expect(open().titles == ["milk", "bread", "eggs"])
  }

  @Test("a store that does nothing leaves nothing")
  func nothing() {
    let saved = open()
    saved.scheduler.advance(by: .seconds(10))
    saved.store.finish()
    #expect(files[path] == nil)
    #expect(files[lines] == nil)
  }

  @Test("lines that are longer than the state and a megabyte give way to it")
  func compaction() {
    let saved = open()
    let long = String(repeating: "x", count: 100_000)
    for number in 1...12 { saved.store.dispatch(.draft(long + "\(number)")) }
    #expect((files[lines] ?? []).count > 1_000_000)
    saved.scheduler.advance(by: .seconds(1))
    #expect((files[lines] ?? []).count < 1_000)
    #expect((files[path] ?? []).count > 100_000)
    saved.store.dispatch(.add("after"))
    files.killProcess()
    let next = open()
    #expect(next.titles == ["after"])
    #expect(next.store.state.draft == long + "12")
    let names = (try? files.names(in: "/items.json.journal")) ?? []
    #expect(names.filter { $0.hasPrefix("lines-") }.isEmpty, "\(names)")
  }

  @Test("files that vanish while the program runs are made again, with all that is in the state")
  func vanished() {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    files[path] = nil
    files[lines] = nil
    saved.store.dispatch(.add("bread"))
    saved.scheduler.advance(by: .seconds(1))
    saved.store.dispatch(.add("eggs"))
    files.killProcess()
    #expect(open().titles == ["milk", "bread", "eggs"])
  }

  @Test("what a killed program left is durable when the next one says so")
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

  @Test(
    "where lines could not be put on the device, the state is: trying that again proves nothing")
  func failedSynchronization() async throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    try await saved.store.flush()
    saved.store.dispatch(.add("bread"))
    files.setFault { operation, path in
      operation == .synchronize && path == "/items.json.journal/lines" ? .fails(5) : nil
    }
    await #expect(throws: PersistenceError.self) { try await saved.store.flush() }
    files.setFault(nil)
    #expect(!String(decoding: files[path] ?? [], as: UTF8.self).contains("bread"))
    try await saved.store.flush()
    #expect(String(decoding: files[path] ?? [], as: UTF8.self).contains("bread"))
  }

  @Test("lines that undo alone needs are no reason to save the state again")
  func keptLines() {
    let notesFiles = MemoryStorage()
    func open() -> Store<Notes, NotesAction> {
      Store(
        initial: Notes(), reducer: notes,
        middleware: [
          .persistence(
            to: .file("/notes.json"), version: 1, durability: .journal, storage: notesFiles)
        ], dependencies: Dependencies(clock: ManualClock()))
    }
    let first = open()
    first.dispatch(.add("milk"))
    first.finish()
    let before = notesFiles.everything
    let second = open()
    #expect(second.state.history.canUndo)
    second.finish()
    #expect(notesFiles.everything["/notes.json"] == before["/notes.json"])
    #expect(notesFiles.everything.keys.sorted() == before.keys.sorted())
  }

  @Test("after an end that could not save, nothing is said to be durable")
  func durableAfterTheEnd() async {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    files.setFault { operation, _ in operation == .synchronize ? .fails(5) : nil }
    saved.store.finish()
    await #expect(throws: PersistenceError.self) { try await saved.store.flush() }
  }

  @Test("two actions that wait for the device share the work")
  func sharedWork() async throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    try await saved.store.flush()
    saved.store.dispatch(.add("bread"))
    let count = Tally()
    files.setFault { operation, path in
      if operation == .synchronize, path == "/items.json.journal/lines" {
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

@Suite("Persistence: undo across restarts")
struct JournalUndoTests {
  private let files = MemoryStorage()
  private let events = Log<PersistenceEvent>()

  private func open() -> Store<Notes, NotesAction> {
    Store(
      initial: Notes(), reducer: notes,
      middleware: [
        .persistence(
          to: .file("/notes.json"), version: 1, durability: .journal, storage: files,
          onEvent: { events.add($0) })
      ], dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  private var keptSnapshots: Int {
    ((try? files.names(in: "/notes.json.journal")) ?? []).count { $0.hasPrefix("snapshot") }
  }

  @Test("what was done in an earlier life of the program is undone and redone in this one")
  func acrossRestarts() {
    let model = Guarded((past: [[String]](), now: [String](), future: [[String]]()))
    for life in 0..<12 {
      let store = open()
      #expect(store.startupFailures.isEmpty)
      #expect(store.state.text.map(\.title) == model.withLock { $0.now }, "life \(life)")
      #expect(store.state.history.undoCount == model.withLock { $0.past.count }, "life \(life)")
      #expect(store.state.history.redoCount == model.withLock { $0.future.count }, "life \(life)")
      for step in 0..<(life % 4 + 1) {
        let action: NotesAction =
          switch (life + step) % 5 {
          case 2: .undo
          case 4: .redo
          default: .add("\(life).\(step)")
          }
        store.dispatch(action)
        model.withLock { model in
          switch action {
          case .undo:
            guard let old = model.past.popLast() else { return }
            model.future.append(model.now)
            model.now = old
          case .redo:
            guard let next = model.future.popLast() else { return }
            model.past.append(model.now)
            model.now = next
          default:
            model.past.append(model.now)
            model.past = model.past.suffix(5)
            model.future = []
            model.now.append("\(life).\(step)")
          }
        }
      }
      if life % 3 == 2 { files.killProcess() } else { store.finish() }
      #expect(keptSnapshots <= 5)
    }
    let isMistaken = events.entries.contains { if case .noticed = $0 { true } else { false } }
    #expect(!isMistaken)
  }

  private func put(_ titles: [String]) {
    let items = titles.enumerated().map { index, title in
      #"{"id":\#(index + 1),"isDone":false,"title":"\#(title)"}"#
    }
    // Another file of the same name, as a program that synchronizes files makes it.
    files["/notes.json"] = nil
    files["/notes.json"] = Array(
      #"{"state":{"history":{},"text":[\#(items.joined(separator: ","))]},"version":1}"#.utf8)
  }

  /// Expects that what was undone is undone in the next life, and that the rest can be undone there.
  private func expectUndone(after store: Store<Notes, NotesAction>, steps: Int) {
    store.dispatch(.undo)
    let state = store.state
    files.killProcess()
    let next = open()
    #expect(next.state.text == state.text)
    #expect(next.state.history.undoCount == steps)
    #expect(next.state.history.redoCount == state.history.redoCount)
    withExtendedLifetime(store) {}
  }

  @Test("what another thread does while a merge is saved can be undone, also across a restart")
  func dispatchedWhileMerging() throws {
    let store = open()
    store.dispatch(.add("ours"))
    put(["theirs"])
    let group = DispatchGroup()
    let renames = Tally()
    files.setFault { operation, path in
      guard operation == .rename, path == "/notes.json" else { return nil }
      guard renames.add(1) == 1 else { return nil }
      // A thread of its own: others may all be busy.
      DispatchQueue(label: "meanwhile").async(group: group) { store.dispatch(.add("meanwhile")) }
      while store.state.text.last?.title != "meanwhile" {}
      return nil
    }
    try store.savedFile?.merge(as: Notes.self) { theirs, _ in
      for item in theirs.text { store.dispatch(.add(item.title)) }
      return true
    }
    group.wait()
    #expect(store.state.text.map(\.title) == ["ours", "theirs", "meanwhile"])
    expectUndone(after: store, steps: 2)
  }

  @Test("a merge that leaves the file as it is can be undone, also across a restart")
  func mergedWithoutWriting() throws {
    let store = open()
    store.dispatch(.add("ours"))
    put(["ours", "theirs"])
    try store.savedFile?.merge(as: Notes.self) { theirs, _ in
      store.dispatch(.add("theirs"))
      return false
    }
    store.dispatch(.undo)
    expectUndone(after: store, steps: 0)
  }

  @Test("what was done while the disk was full can be undone, also across a restart")
  func fullDisk() async throws {
    let store = open()
    store.dispatch(.add("milk"))
    files.setFault { operation, _ in operation == .write ? .fails(28) : nil }
    store.dispatch(.add("bread"))
    files.setFault(nil)
    try await store.flush()
    expectUndone(after: store, steps: 1)
  }

  @Test("a reducer that is not repeatable is found out, and the saved state is right")
  func notRepeatable() {
    let first = open()
    first.dispatch(.add("a"))
    first.finish()
    let second = open()
    second.dispatch(.random)
    second.finish()
    let last = second.state.text
    let third = open()
    #expect(third.state.text == last)
    let isFound = events.entries.contains {
      if case .noticed(.notRepeatable(_, 0, 2)) = $0 { true } else { false }
    }
    #expect(isFound, "\(events.entries)")
    #expect(!third.state.history.canUndo)
  }
}
