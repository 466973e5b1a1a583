import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware

/// The changes of a document's file and log, and the data that they keep.
@Suite("Document: the readable file and the log")
struct DocumentFileTests {
  private let desk = MemoDesk()
  private let entries = "/memos.json.log/entries"

  private func process() -> (MemoDesk.MemoStore, DocumentLog<Memos>) {
    let log = desk.makeLog()
    return (desk.open(log), log)
  }

  /// A store of the document alone, and its issues.
  private func reporting() -> (
    Store<DocumentState<Memos>, DocumentAction<Memos>>, DocumentLog<Memos>, Log<String>
  ) {
    let (log, issues) = (desk.makeLog(), Log<String>())
    let store = Store(
      initial: DocumentState<Memos>(), reducer: .document(), middleware: [.document(in: log)],
      dependencies: Dependencies(clock: desk.clock), onIssue: { issues.add("\($0)") })
    return (store, log, issues)
  }

  private func titles(_ store: MemoDesk.MemoStore) -> [String] {
    store.state.document.items.map(\.title)
  }

  private var file: String {
    get { String(decoding: desk.files[MemoDesk.path] ?? [], as: UTF8.self) }
    nonmutating set { desk.files[MemoDesk.path] = Array(newValue.utf8) }
  }

  private func add(_ store: MemoDesk.MemoStore, _ titles: String...) {
    for title in titles {
      let id = (store.state.document.items.map(\.id).max() ?? 0) + 1
      store.dispatch(.document(.add(Memo(id: id, title: title))))
    }
  }

  private func save() { desk.clock.advance(by: .seconds(1)) }

  @Test("a change of another program is merged, as a step that can be undone, and once")
  func merge() {
    let ((store, log), (other, otherLog)) = (process(), process())
    add(store, "milk", "bread")
    save()
    file = file.replacing("milk", with: "oat milk")
    for log in [otherLog, log, otherLog] { log.checkForChanges() }
    for store in [store, other] { #expect(titles(store) == ["oat milk", "bread"]) }
    #expect(store.state.message?.text == "Merged with the file")
    other.dispatch(.undo)
    #expect(titles(other) == ["milk", "bread"], "it is a step of the process that was first")
    save()
    log.checkForChanges()
    #expect(titles(store) == ["milk", "bread"])
  }

  @Test(
    "a field besides the list that both sides changed is a conflict, and theirs does not vanish")
  func otherFields() throws {
    let (store, log) = process()
    add(store, "milk")
    save()
    file = file.replacing("\"marks\" : 0", with: "\"marks\" : 7")
    store.dispatch(.document(.mark))
    log.checkForChanges()
    #expect(store.state.document.marks == 1)
    let conflict = try #require(store.state.conflicts.first)
    #expect(conflict.id == .field(.all) && conflict.theirs?.contains("7") == true)
    store.dispatch(.resolve(conflict.id, takingTheirs: true))
    #expect(store.state.document.marks == 7 && store.state.conflicts.isEmpty)
  }

  /// Adds a memo to the readable file, as a program does that knows nothing of the log.
  private func addToFile(_ memo: Memo) throws {
    let format = DocumentFormat<Memos>(path: MemoDesk.path)
    var content = try format.content(of: Array(file.utf8))
    content.version.value.items.append(memo)
    desk.files[MemoDesk.path] = try format.export(content, of: nil)
  }

  @Test(
    "what was removed since another process merged the file does not come back with its next change",
    arguments: [false, true])
  func mergedElsewhere(isOpenedLate: Bool) throws {
    let (store, log) = process()
    add(store, "milk")
    save()
    let early = isOpenedLate ? nil : process()
    try addToFile(Memo(id: 2, title: "bread"))
    log.checkForChanges()
    #expect(titles(store) == ["milk", "bread"])
    store.dispatch(.document(.remove(2, at: .zero)))
    try addToFile(Memo(id: 3, title: "butter"))
    let (other, otherLog) = early ?? process()
    otherLog.checkForChanges()
    log.checkForChanges()
    for store in [store, other] { #expect(titles(store) == ["milk", "butter"]) }
  }

  @Test(
    "each edit of one editor is merged against its own last one, in any process",
    arguments: [false, true])
  func editedTwice(isMergedElsewhere: Bool) {
    let (store, log) = process()
    add(store, "milk")
    save()
    let read = file
    for title in ["oat milk", "soy milk", "milk"] {
      file = read.replacing("\"milk\"", with: "\"\(title)\"")
      log.checkForChanges()
      save()
      if isMergedElsewhere { store.finish() }
      let (next, nextLog) = isMergedElsewhere ? process() : (store, log)
      nextLog.checkForChanges()
      #expect(titles(next) == [title] && next.state.conflicts.isEmpty)
      if isMergedElsewhere { next.finish() }
    }
  }

  @Test("an editor that read the file long before it writes it removes nothing that came since")
  func slowEditor() {
    let (store, log) = process()
    add(store, "milk")
    save()
    let read = file
    add(store, "bread")
    save()
    store.dispatch(.document(.rename(1, "soy milk")))
    save()
    file = read.replacing("\"text\" : \"\"", with: "\"text\" : \"two\"")
    log.checkForChanges()
    #expect(titles(store) == ["soy milk", "bread"])
    #expect(store.state.document.items[id: 1]?.text == "two")
    store.finish()
    // A process that does not have the old export removes nothing, either.
    file = read.replacing("\"milk\"", with: "\"rice milk\"")
    let (next, _) = process()
    #expect(titles(next) == ["soy milk", "bread"] && next.state.conflicts.count >= 1)
  }

  @Test("a command does not overwrite what another program wrote before it")
  func commandBesideEditor() throws {
    try desk.makeLog().send(.change(.add(Memo(id: 1, title: "milk"))))
    file = file.replacing("milk", with: "oat milk")
    try desk.makeLog().send(.change(.add(Memo(id: 2, title: "bread"))))
    #expect(try desk.makeLog().read().value.items.map(\.title) == ["oat milk", "bread"])
  }

  @Test("equal contents are not written again, so two machines that synchronize do not go on")
  func synchronized() {
    let other = MemoDesk()
    let ((here, hereLog), there) = (process(), other.makeLog())
    let thereStore = other.open(there)
    add(here, "milk")
    var copies = 0
    for round in 0..<8 {
      save()
      other.clock.advance(by: .seconds(1))
      let (left, right) = (desk.files[MemoDesk.path], other.files[MemoDesk.path])
      if left == right { continue }
      copies += 1
      if round % 2 == 0 {
        other.files[MemoDesk.path] = left
        there.checkForChanges()
      } else {
        desk.files[MemoDesk.path] = right
        hereLog.checkForChanges()
      }
      if round == 2 { add(thereStore, "tea") }
    }
    #expect(here.state.document == thereStore.state.document && copies < 6, "\(copies)")
  }

  @Test(
    "a readable file that is gone or damaged is restored from the log, and said",
    arguments: [nil, "", "{\"state\":", "nonsense"])
  func restored(content: String?) {
    let (first, _) = process()
    add(first, "milk")
    first.finish()
    desk.files[MemoDesk.path] = content.map { Array($0.utf8) }
    let (second, _) = process()
    #expect(titles(second) == ["milk"])
    #expect(second.state.memos.notice?.contains("is restored from its log") == true)
    save()
    #expect(file.contains("milk"))
    let aside = desk.files.allFiles.filter { $0.key.contains("unreadable-") }.values
    #expect(aside.map { String(decoding: $0, as: UTF8.self) } == (content.map { [$0] } ?? []))
    add(second, "bread")
    #expect(second.state.memos.notice == nil)
  }

  @Test("a file that is deleted while a program runs is written again")
  func deleted() {
    let (store, log) = process()
    add(store, "milk")
    save()
    desk.files[MemoDesk.path] = nil
    log.checkForChanges()
    save()
    #expect(file.contains("milk"))
    withExtendedLifetime(store) {}
  }

  @Test("if only the readable file cannot be written, the failure names it, not the log")
  func readableFileFails() {
    let (store, _) = process()
    desk.files.setFault { operation, path in
      operation == .rename && path == MemoDesk.path ? .fails(13) : nil
    }
    add(store, "milk")
    save()
    #expect(store.state.memos.isSaved)
    #expect(store.state.memos.failure?.hasPrefix("\(MemoDesk.path) cannot be written") == true)
    desk.files.setFault(nil)
    save()
    #expect(store.state.memos.failure == nil && file.contains("milk"))
  }

  @Test("an unreadable file of another program is left, said, and merged when it can be read")
  func unreadable() {
    let (store, log) = process()
    add(store, "milk")
    save()
    let whole = file
    file = "{\"state\":"
    log.checkForChanges()
    #expect(store.state.memos.failure?.contains("not a valid saved state") == true)
    add(store, "bread")
    #expect(store.state.memos.waiting == 0)
    save()
    #expect(file == "{\"state\":")
    file = whole.replacing("milk", with: "oat milk")
    log.checkForChanges()
    #expect(titles(store) == ["oat milk", "bread"] && store.state.memos.failure == nil)
  }

  @Test("reading a log closes its file, also if it cannot be used")
  func closesFiles() throws {
    let (first, _) = process()
    add(first, "milk")
    first.finish()
    let whole = desk.files[entries] ?? []
    _ = try desk.makeLog().read()
    #expect(desk.files.openFileCount == 0)
    // Behind the head, the snapshot is damaged.
    let newline = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
    var damaged = whole
    damaged[newline + 40] = UInt8(ascii: "!")
    desk.files[entries] = damaged
    #expect(throws: PersistenceError.self) { try desk.makeLog().read() }
    #expect(throws: PersistenceError.self) { try desk.makeLog().send(.change(.rename(1, "x"))) }
    desk.files[entries] = whole
    desk.files[MemoDesk.path] = Array("{".utf8)
    _ = try? desk.makeLog().read()
    #expect(desk.files.openFileCount == 0)
  }

  @Test("a log that is cut at any byte gives the entries before it, or is set aside and said")
  func cut() {
    let (first, _) = process()
    add(first, "1", "2", "3")
    desk.files.killProcess()
    let whole = desk.files[entries] ?? []
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for count in stride(from: 0, to: whole.count, by: rounds(7, long: 1)) {
      desk.files[entries] = Array(whole.prefix(count))
      desk.files[MemoDesk.path] = nil
      let log = desk.makeLog()
      let store = desk.open(log)
      let expected = max(0, ends.count { $0 < count } - 2)
      #expect(titles(store) == (0..<expected).map { "\($0 + 1)" }, "\(count)")
      add(store, "later")
      #expect(store.state.memos.failure == nil, "\(count)")
      desk.files.killProcess()
      #expect(titles(desk.open()).last == "later", "\(count)")
      withExtendedLifetime(store) {}
      desk.files.killProcess()
    }
    withExtendedLifetime(first) {}
  }

  @Test("what follows a damaged entry is kept aside and said")
  func damaged() throws {
    let (first, _) = process()
    add(first, "1", "2", "3")
    desk.files.killProcess()
    var bytes = desk.files[entries] ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    let at = text.utf8.distance(
      from: text.startIndex, to: try #require(text.range(of: "\"title\":\"2\"")).lowerBound)
    bytes[at] = UInt8(ascii: "x")
    desk.files[entries] = bytes
    #expect(try desk.makeLog().read().failure?.contains("is damaged") == true)
    let (second, _) = process()
    #expect(titles(second) == ["1"])
    #expect(second.state.memos.notice?.contains("is damaged") == true)
    #expect(desk.files.allFiles.keys.contains { $0.contains("log-damaged-") })
    add(second, "later")
    #expect(titles(second) == ["1", "later"])
    withExtendedLifetime(first) {}
  }

  @Test("a log that is removed while a program runs is written again, or joined with a new one")
  func removedLog() throws {
    let (store, log) = process()
    add(store, "milk")
    save()
    desk.files[entries] = nil
    add(store, "bread")
    #expect(store.state.memos.failure == nil && titles(store) == ["milk", "bread"])
    save()
    desk.files[entries] = nil
    add(store, "eggs")
    desk.files[entries] = nil
    try desk.makeLog().send(.change(.add(Memo(id: 9, title: "tea"))))
    log.checkForChanges()
    add(store, "last")
    #expect(Set(titles(store)) == ["milk", "bread", "eggs", "tea", "last"])
    desk.files.killProcess()
    #expect(titles(desk.open()) == titles(store))
  }

  @Test("a log that is removed takes nothing back that its readable file does not have")
  func removedBeforeAnExport() {
    let (first, _) = process()
    add(first, "milk")
    first.finish()
    let (store, log) = process()
    store.dispatch(.document(.rename(1, "oat milk")))
    for path in desk.files.allPaths where path.hasPrefix("/memos.json.log/") {
      desk.files[path] = nil
    }
    add(store, "bread")
    log.checkForChanges()
    save()
    log.checkForChanges()
    #expect(titles(store) == ["oat milk", "bread"] && store.state.conflicts.isEmpty)
    desk.files.killProcess()
    #expect(titles(process().0) == ["oat milk", "bread"])
    withExtendedLifetime(store) {}
  }

  @Test("what the last store could not write is reported at its end, and flush() throws")
  func lostAtTheEnd() async {
    let (store, _, issues) = reporting()
    store.dispatch(.change(.add(Memo(id: 1, title: "milk"))))
    desk.files.setFault { operation, _ in operation == .write ? .fails(28) : nil }
    store.dispatch(.change(.add(Memo(id: 2, title: "bread"))))
    store.finish()
    #expect(issues.entries.contains { $0.contains("No space left") })
    await #expect(throws: PersistenceError.self) { try await store.flush() }
  }

  @Test("a log whose lines are whole and do not follow each other is repaired, and said")
  func foreignLine() throws {
    let (store, _) = process()
    add(store, "milk")
    desk.files.killProcess()
    let last = try #require(desk.lines.last)
    desk.files[entries] = (desk.files[entries] ?? []) + Array("\(last)\n".utf8)
    let (next, _, issues) = reporting()
    #expect(issues.entries.contains { $0.contains("is damaged") })
    next.dispatch(.change(.add(Memo(id: 2, title: "bread"))))
    desk.files.killProcess()
    #expect(titles(process().0) == ["milk", "bread"])
    withExtendedLifetime((store, next)) {}
  }

  @Test("a head with the largest number, and a patch of other elements, stop nothing")
  func hostile() throws {
    let (store, log) = process()
    add(store, "milk")
    save()
    let head = FileLog.Head(log: "1", number: .max, schema: 1)
    let rest = String(decoding: desk.files[entries] ?? [], as: UTF8.self)
      .split(separator: "\n").dropFirst().joined(separator: "\n")
    desk.files[entries] =
      CheckedLine.make(try JSONFormat.encode(head)) + Array("\(rest)\n".utf8)
    #expect(titles(process().0) == ["milk"])
    let patch =
      #"{"parts":[{"id":1,"new":{"id":2,"title":"x","text":""}}],"conflicts":[],"resolved":[]}"#
    var version = DocumentVersion(value: Memos(items: [Memo(id: 1, title: "milk")]))
    version.apply(try JSONFormat.decode(DocumentPatch<Memos>.self, from: Array(patch.utf8)))
    #expect(version.value.items.map(\.title) == ["milk"])
    withExtendedLifetime((store, log)) {}
  }

  @Test("on a full disk a process has its seat, and the document is not read-only")
  func fullAtTheStart() {
    let (store, _) = process()
    add(store, "milk")
    store.finish()
    desk.files.setFault { operation, _ in operation == .write ? .fails(28) : nil }
    let (next, _) = process()
    #expect(next.state.memos.access == .writing)
    add(next, "bread")
    desk.files.setFault(nil)
    desk.clock.advance(by: .seconds(100))
    #expect(next.state.memos.failure == nil)
    #expect(titles(process().0) == ["milk", "bread"])
  }

  @Test("a program that was killed before the export has it done by the next one")
  func exportedLate() {
    let (store, _) = process()
    add(store, "milk")
    save()
    add(store, "bread")
    desk.files.killProcess()
    #expect(!file.contains("bread"))
    let (next, _) = process()
    save()
    #expect(file.contains("bread"))
    withExtendedLifetime((store, next)) {}
  }

  @Test("an editor that saves what it read before other commands is merged by field")
  func editorBesideCommands() throws {
    func send(_ action: Memos.Action) throws { try desk.makeLog().send(.change(action)) }
    for (id, title) in ["alpha", "beta", "gamma"].enumerated() {
      try send(.add(Memo(id: id + 1, title: title)))
    }
    let read = file
    try send(.remove(1, at: .zero))
    try send(.add(Memo(id: 4, title: "between")))
    file = read.replacing("gamma", with: "GAMMA")
    try send(.add(Memo(id: 5, title: "after")))
    let merged = try desk.makeLog().read()
    #expect(merged.value.items.map(\.title) == ["beta", "GAMMA", "between", "after"])
    #expect(merged.conflicts.isEmpty)

    let format = DocumentFormat<Memos>(path: MemoDesk.path)
    let later = Array(file.utf8)
    try send(.rename(2, "BETA"))
    var content = try format.content(of: later)
    content.version.value.items.remove(id: 3)
    desk.files[MemoDesk.path] = try format.export(content, of: format.origin(of: later)?.log)
    #expect(try desk.makeLog().read().value.items.map(\.title) == ["BETA", "between", "after"])
  }

  @Test(
    "an older copy of the file is no edit: the newest export replaces it, and it is said once",
    arguments: [1, 2, 5, 14])
  func olderCopy(exportsBehind: Int) throws {
    let (store, log, issues) = reporting()
    store.dispatch(.change(.add(Memo(id: 1, title: "milk"))))
    save()
    let old = file
    for id in 2...exportsBehind + 1 {
      store.dispatch(.change(.add(Memo(id: id, title: "\(id)"))))
      save()
    }
    let new = file
    file = old
    log.checkForChanges()
    save()
    #expect(file == new && store.state.value.items.count == exportsBehind + 1)
    // The export before the newest may be what a kill has left.
    let said = exportsBehind == 1 ? 0 : 1
    #expect(issues.entries.count { $0.contains("older copy") } == said, "\(issues.entries)")
    store.dispatch(.change(.write(1, "text")))
    save()
    store.finish()
    file = old
    let (next, _, later) = reporting()
    next.dispatch(.change(.rename(1, "oat milk")))
    next.finish()
    #expect(later.entries.count { $0.contains("older copy") } == 1, "\(later.entries)")
    let titles = try desk.makeLog().read().value.items.map(\.title)
    #expect(titles == ["oat milk"] + (2...exportsBehind + 1).map { "\($0)" })
    #expect(file.contains("oat milk") && file.contains("\"\(exportsBehind + 1)\""))
    file = old
    try desk.makeLog().send(.change(.remove(1, at: .zero)))
    #expect(!file.contains("milk") && file.contains("\"\(exportsBehind + 1)\""))
  }

  @Test("a log that one process begins again is joined by another one without a false conflict")
  func removedBesideAnother() {
    let (first, firstLog) = process()
    add(first, "milk", "bread")
    save()
    let (second, secondLog) = process()
    second.dispatch(.document(.write(1, "two")))
    save()
    for log in [firstLog, secondLog] { log.checkForChanges() }
    first.dispatch(.document(.rename(1, "oat milk")))
    for path in desk.files.allPaths where path.hasPrefix("/memos.json.log/") {
      desk.files[path] = nil
    }
    second.dispatch(.document(.rename(2, "rye bread")))
    firstLog.checkForChanges()
    secondLog.checkForChanges()
    for store in [first, second] {
      #expect(titles(store) == ["oat milk", "rye bread"] && store.state.conflicts.isEmpty)
    }
  }

  @Test(
    "a file that is damaged or gone is restored at the end, and by a command, and it is said",
    arguments: [false, true])
  func restoredAtTheEnd(isGone: Bool) throws {
    let (store, log, issues) = reporting()
    store.dispatch(.change(.add(Memo(id: 1, title: "milk"))))
    save()
    func damage() { desk.files[MemoDesk.path] = isGone ? nil : Array("{\"half\": ".utf8) }
    damage()
    log.checkForChanges()
    #expect(store.state.waiting == 0)
    store.finish()
    #expect(file.contains("milk"))
    #expect(issues.entries.contains { $0.contains("restored from its log") })
    damage()
    try desk.makeLog().send(.change(.add(Memo(id: 2, title: "bread"))))
    #expect(file.contains("milk") && file.contains("bread"))
    #expect(isGone || desk.files.allPaths.contains { $0.contains(".unreadable-") })
  }

  @Test("a log that is removed just after a change is begun again by the next save")
  func removedAfterAChange() {
    let (store, _) = process()
    add(store, "milk")
    save()
    add(store, "bread")
    for path in desk.files.allPaths where path.hasPrefix("/memos.json.log/") {
      desk.files[path] = nil
    }
    save()
    #expect(store.state.memos.failure == nil && file.contains("bread"))
    desk.files.killProcess()
    #expect(titles(process().0) == ["milk", "bread"])
    withExtendedLifetime(store) {}
  }

  @Test("what another middleware restores at the start does not change the document")
  func restoredRest() {
    let (first, _) = process()
    add(first, "milk")
    let second = desk.open()
    second.dispatch(.drafted("a draft"))
    second.finish()
    let third = desk.open()
    #expect(third.state.draft == "a draft" && titles(third) == ["milk"])
    // A restored state that is older than the log.
    var old = third.state
    old.memos = DocumentState()
    let restored = old
    third.context.replaceState(reason: .restore) { $0 = restored }
    #expect(titles(third) == ["milk"])
    #expect(desk.lines.count <= 1)
  }

  @Test("a newer file and a newer entry make the document read-only, and change nothing")
  func newer() {
    let (first, _) = process()
    add(first, "milk")
    first.finish()
    let line = String(decoding: desk.files[entries] ?? [], as: UTF8.self)
    let entry =
      "{\"number\":2,\"author\":\"1\",\"writer\":\"x\",\"schema\":9,\"action\":{\"new\":{}}}"
    desk.files[entries] = Array(line.utf8) + CheckedLine.make(entry.utf8)
    let before = desk.files[entries]
    let (second, _) = process()
    guard case .readOnly(let reason) = second.state.memos.access else {
      Issue.record("\(second.state.memos.access)")
      return
    }
    #expect(reason.contains("newer program") && titles(second) == ["milk"])
    add(second, "bread")
    second.finish()
    #expect(titles(second) == ["milk"] && desk.files[entries] == before)
  }

  @Test("a newer program's file makes the document read-only, and is not said to be gone")
  func newerFile() {
    let (first, _) = process()
    add(first, "milk")
    first.finish()
    file = file.replacing("\"version\" : 1", with: "\"version\" : 9")
    let before = desk.files.allFiles
    let (second, _) = process()
    guard case .readOnly(let reason) = second.state.memos.access else {
      Issue.record("\(second.state.memos.access)")
      return
    }
    #expect(reason.contains("newer program") && titles(second) == ["milk"])
    #expect(second.state.memos.notice == nil)
    second.finish()
    #expect(desk.files[MemoDesk.path] == before[MemoDesk.path])
  }

  @Test("a file system without locks makes the document read-only")
  func withoutLocks() {
    let (first, _) = process()
    add(first, "milk")
    first.finish()
    desk.files.setFault { operation, _ in operation == .lock ? .fails(95) : nil }
    let (second, log) = process()
    guard case .readOnly = second.state.memos.access else {
      Issue.record("\(second.state.memos.access)")
      return
    }
    #expect(titles(second) == ["milk"])
    desk.files.setFault { _, _ in nil }
    let (third, _) = process()
    add(third, "bread")
    third.finish()
    log.checkForChanges()
    #expect(titles(second) == ["milk", "bread"], "it shows what others append")
    guard case .readOnly = second.state.memos.access else {
      Issue.record("\(second.state.memos.access)")
      return
    }
    let before = desk.files.allFiles
    add(second, "butter")
    second.finish()
    #expect(titles(second) == ["milk", "bread"] && desk.files.allFiles == before)
  }

  /// A file and a journal as versions before the log have left them.
  private func putOlderFiles(isKilled: Bool) {
    let items =
      isKilled
      ? ""
      : """
          {
            "id" : 1,
            "text" : "",
            "title" : "milk"
          }
      """
    let file = """
      {
        "commit" : \(isKilled ? 0 : 1),
        "state" : {
          "items" : [
      \(items)
          ],
          "marks" : 0
        },
        "version" : 1
      }

      """
    let first = #"{"sum":"3b52391eae52ebdc","digest":"2ea14e2ce0cae02a","schema":1,"snapshot":0}"#
    let saved = #"{"sum":"b50e77d2be8ca64b","digest":"2f25a1cab61724f5","schema":1,"snapshot":1}"#
    let killed = #"""
      {"sum":"98b6fea0756cb8db","version":1,"schema":1,"action":{"add":{"_0":{"text":"","title":"milk","id":1}}}}
      {"sum":"4d441ebbc733235c","version":2,"schema":1,"action":{"add":{"_0":{"text":"","id":2,"title":"bread"}}}}
      """#
    desk.files[MemoDesk.path] = Array(file.utf8)
    try? desk.files.makeFolder("\(MemoDesk.path).journal")
    desk.files["\(MemoDesk.path).journal/lines"] = Array(
      "\(first)\n\(isKilled ? killed : saved)\n".utf8)
  }

  private func openPlain() -> Store<Memos, Memos.Action> {
    Store(
      initial: Memos(), reducer: Reducer<Memos, Memos.Action> { $0.apply($1) },
      middleware: [
        .persistence(
          to: .file(MemoDesk.path), version: 1, durability: .journal, storage: desk.files)
      ], dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  @Test("a file of an earlier version is opened; changes that are only in its journal are refused")
  func olderJournal() {
    putOlderFiles(isKilled: false)
    let plain = openPlain()
    #expect(plain.startupFailures.isEmpty && plain.state.items.map(\.title) == ["milk"])
    plain.finish()
    let (store, _) = process()
    #expect(titles(store) == ["milk"])
    add(store, "bread")
    #expect(titles(store) == ["milk", "bread"])
  }

  @Test("changes that are only in the journal of an earlier version are refused, and kept")
  func olderChanges() {
    putOlderFiles(isKilled: true)
    let before = desk.files.allFiles
    for failures in [desk.open().startupFailures, openPlain().startupFailures] {
      #expect(failures.first as? PersistenceError == .olderJournal(path: MemoDesk.path))
    }
    let journal = "\(MemoDesk.path).journal/lines"
    #expect(desk.files[journal] == before[journal])
    #expect(desk.files[MemoDesk.path] == before[MemoDesk.path])
    // Without the file, an empty document would be wrong, too.
    desk.files[MemoDesk.path] = nil
    let failure = desk.open().startupFailures.first as? PersistenceError
    #expect(failure == .olderJournal(path: MemoDesk.path))
  }
}
