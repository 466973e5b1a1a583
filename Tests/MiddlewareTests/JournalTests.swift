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

  @Test("finish() writes the state, and leaves a journal without actions")
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

  @Test("a store without actions leaves no files")
  func nothing() {
    let saved = open()
    saved.scheduler.advance(by: .seconds(10))
    saved.store.finish()
    #expect(files[path] == nil)
    #expect(files[lines] == nil)
  }

  @Test("once the lines are longer than the state and a megabyte, a snapshot replaces them")
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

  @Test("files deleted while the program runs are written again with the whole state")
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

  @Test("lines of a killed program are durable when the next program's flush returns")
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

  @Test("a flush after failed synchronization of the lines saves the state")
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

  @Test("lines that are kept only for undo cause no save")
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
    let before = notesFiles.allFiles
    let second = open()
    #expect(second.state.history.canUndo)
    second.finish()
    #expect(notesFiles.allFiles["/notes.json"] == before["/notes.json"])
    #expect(notesFiles.allFiles.keys.sorted() == before.keys.sorted())
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

  private func open(_ storage: MemoryStorage? = nil) -> Store<Notes, NotesAction> {
    Store(
      initial: Notes(), reducer: notes,
      middleware: [
        .persistence(
          to: .file("/notes.json"), version: 1, durability: .journal, storage: storage ?? files,
          onEvent: { events.add($0) })
      ], dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  private var keptSnapshots: Int {
    ((try? files.names(in: "/notes.json.journal")) ?? []).count { $0.hasPrefix("snapshot") }
  }

  @Test("actions from before a restart are undone and redone after it")
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

  @Test("an undo after time travel is saved, also if the process is killed")
  func afterTimeTravel() {
    for seed in 0..<rounds(UInt64(14), long: 60) {
      var random = SeededGenerator(seed: seed)
      let files = MemoryStorage()
      for life in 0..<6 {
        let store = open(files)
        var past = [store.state]
        for step in 0..<Int.random(in: 1..<8, using: &random) {
          if random.chance(30) {
            let old = random.pick(past)
            store.context.replaceState(reason: .timeTravel) { $0 = old }
          }
          store.dispatch(random.pick([.undo, .undo, .redo, .add("\(life).\(step)")]))
          past.append(store.state)
        }
        let text = store.state.text
        if random.chance(30) { store.finish() } else { files.killProcess() }
        #expect(open(files).state.text == text, "seed \(seed), life \(life)")
        files.killProcess()
        withExtendedLifetime(store) {}
      }
    }
  }

  @Test("lines are written again when time travel ends at a state without undo steps")
  func linesAfterTimeTravel() {
    let store = open()
    let first = store.state
    store.dispatch(.add("a"))
    store.context.replaceState(reason: .timeTravel) { _ in }
    let saves = Tally()
    files.setFault { operation, path in
      if operation == .rename, path == "/notes.json" { saves.add(1) }
      return nil
    }
    for title in ["b", "c"] { store.dispatch(.add(title)) }
    #expect(saves.value == 2, "each change saves the state")
    store.context.replaceState(reason: .timeTravel) { $0 = first }
    for title in ["d", "e", "f"] { store.dispatch(.add(title)) }
    #expect(saves.value == 3, "the first change saves the state")
    expectUndone(after: store, steps: 2)
  }

  private func put(_ titles: [String]) {
    let items = titles.enumerated().map { index, title in
      #"{"id":\#(index + 1),"isDone":false,"title":"\#(title)"}"#
    }
    // A different file with the same name, as a synchronizing program creates it.
    files["/notes.json"] = nil
    files["/notes.json"] = Array(
      #"{"state":{"history":{},"text":[\#(items.joined(separator: ","))]},"version":1}"#.utf8)
  }

  /// Expects that an undo survives a kill and a restart, and that the other steps can be undone.
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

  @Test("another thread's action during a merge can be undone, also after a restart")
  func dispatchedWhileMerging() throws {
    let store = open()
    store.dispatch(.add("ours"))
    put(["theirs"])
    let group = DispatchGroup()
    let renames = Tally()
    files.setFault { operation, path in
      guard operation == .rename, path == "/notes.json" else { return nil }
      guard renames.add(1) == 1 else { return nil }
      // Uses its own queue, because all shared ones may be busy.
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

  @Test("a merge that writes nothing can be undone, also after a restart")
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

  @Test("an action dispatched while the disk is full can be undone, also after a restart")
  func fullDisk() async throws {
    let store = open()
    store.dispatch(.add("milk"))
    files.setFault { operation, _ in operation == .write ? .fails(28) : nil }
    store.dispatch(.add("bread"))
    files.setFault(nil)
    try await store.flush()
    expectUndone(after: store, steps: 1)
  }

  @Test("a reducer that is not repeatable is detected, and the saved state is restored")
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
