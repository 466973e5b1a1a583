import MillraceStore
import MillraceStoreTesting
import Testing

@testable import MillraceMiddleware

@Suite("Persistence: a file that another program changes")
struct ChangedFileTests {
  private let files = MemoryStorage()
  private let path = "/items.json"

  private func open(
    _ access: FileAccess = .write, _ durability: Durability<ItemsAction> = .journal
  ) -> Saved {
    Saved(path, durability: durability, access: access, storage: files)
  }

  private func look(_ saved: Saved) { saved.store.savedFile?.checkForExternalChanges() }

  private func put(_ draft: String) {
    files[path] = Array("{\"state\":{\"draft\":\"\(draft)\",\"items\":[]},\"version\":1}".utf8)
  }

  @Test(
    "a file that another program changed is not overwritten: finish() saves beside it",
    arguments: [true, false])
  func changedByOthers(hasJournal: Bool) throws {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let saved = open(.write, durability)
    saved.store.dispatch(.add("mine"))
    saved.scheduler.advance(by: .seconds(5))
    let theirs = Array(#"{"state":{"draft":"theirs","items":[]},"version":1}"#.utf8)
    files[path] = theirs
    look(saved)
    #expect(saved.events.entries.last == .failed(.changedByOthers(path: path, copy: nil)))
    saved.store.dispatch(.add("mine, too"))
    saved.scheduler.advance(by: .seconds(5))
    #expect(files[path] == theirs)
    saved.store.finish()
    #expect(files[path] == theirs)
    guard case .failed(.changedByOthers(path, let copy?)) = saved.events.entries.last else {
      Issue.record("\(saved.events.entries)")
      return
    }
    #expect(Saved(copy, storage: files).titles == ["mine", "mine, too"])
    let next = open(.write, durability)
    #expect(next.store.state.draft == "theirs")
    if hasJournal {
      let isReported = next.events.entries.contains {
        if case .noticed(.journalUnused(path, _)) = $0 { true } else { false }
      }
      #expect(isReported, "\(next.events.entries)")
    }
  }

  @Test("the program can reload, merge or overwrite a file that another program changed")
  func decisions() throws {
    let saved = open()
    saved.store.dispatch(.add("mine"))
    func change(_ draft: String) {
      put(draft)
      look(saved)
      #expect(saved.store.savedFile?.failure == .changedByOthers(path: path, copy: nil))
    }
    change("one")
    try saved.store.savedFile?.reload()
    #expect(saved.store.state == Items(draft: "one"))
    saved.scheduler.advance(by: .seconds(5))
    #expect(saved.store.savedFile?.failure == nil)
    change("two")
    try saved.store.savedFile?.merge(as: Items.self) { theirs, base in
      #expect(base == Items(draft: "one"))
      saved.store.dispatch(.draft("one and \(theirs.draft)"))
      return true
    }
    #expect(saved.store.savedFile?.failure == nil)
    change("three")
    try saved.store.savedFile?.overwrite()
    #expect(saved.store.savedFile?.failure == nil)
    saved.store.dispatch(.add("after"))
    files.killProcess()
    let next = open()
    #expect(next.store.state.draft == "one and two")
    #expect(next.titles == ["after"])
  }

  @Test("a file that another program replaces between two runs is restored by the second")
  func changedAfterTheEnd() {
    let first = open()
    first.store.dispatch(.add("milk"))
    first.store.finish()
    put("edited")
    let second = open()
    #expect(second.store.state == Items(draft: "edited"))
    #expect(second.events.entries == [.restored(path: path)])
    second.store.dispatch(.add("bread"))
    files.killProcess()
    #expect(open().titles == ["bread"])
  }

  @Test("a merge is based on the last saved state, and is saved", arguments: [true, false])
  func base(hasJournal: Bool) throws {
    let saved = open(.write, hasJournal ? .journal : .snapshot)
    saved.store.dispatch(.add("milk"))
    try saved.store.savedFile?.overwrite()
    saved.store.dispatch(.add("bread"))
    put("theirs")
    try saved.store.savedFile?.merge(as: Items.self) { theirs, base in
      #expect(theirs == Items(draft: "theirs"))
      #expect(base?.items.map(\.title) == ["milk"])
      saved.store.dispatch(.draft(theirs.draft))
      return true
    }
    files.killProcess()
    let next = open(.write, hasJournal ? .journal : .snapshot)
    #expect(next.titles == ["milk", "bread"])
    #expect(next.store.state.draft == "theirs")
    #expect(next.events.entries == [.restored(path: path)])
  }

  @Test("a merge restarts when the file changes during it", arguments: [true, false])
  func changedAgain(hasJournal: Bool) throws {
    let saved = open(.write, hasJournal ? .journal : .snapshot)
    saved.store.dispatch(.add("milk"))
    try saved.store.savedFile?.overwrite()
    put("one")
    var drafts: [String] = []
    var bases: [String?] = []
    try saved.store.savedFile?.merge(as: Items.self) { theirs, base in
      drafts.append(theirs.draft)
      bases.append(base?.draft)
      saved.store.dispatch(.draft(theirs.draft))
      if drafts.count == 1 { put("two") }
      return true
    }
    #expect(drafts == ["one", "two"])
    #expect(bases == ["", "one"])
    files.killProcess()
    #expect(open().store.state.draft == "two")
  }

  @Test(
    "a merge restarts when the file changes during it, even if it writes nothing",
    arguments: [true, false])
  func changedAgainUnwritten(answer: Bool) throws {
    let saved = open(.write, .snapshot)
    put("one")
    var drafts: [String] = []
    try saved.store.savedFile?.merge(as: Items.self) { theirs, _ in
      drafts.append(theirs.draft)
      saved.store.dispatch(.draft(theirs.draft))
      if drafts.count == 1 { put("two") }
      return answer
    }
    #expect(drafts == ["one", "two"])
  }

  @Test("a restarted merge keeps the base of its first round, for any decoded type")
  func baseOfAnotherType() throws {
    struct Draft: Decodable { let draft: String }
    let saved = open()
    saved.store.dispatch(.add("milk"))
    put("one")
    var bases: [String?] = []
    try saved.store.savedFile?.merge(as: Draft.self) { theirs, base in
      bases.append(base?.draft)
      saved.store.dispatch(.draft(theirs.draft))
      if bases.count == 1 { put("two") }
      return true
    }
    #expect(bases == [nil, "one"])
  }

  @Test("a failed merge leaves the file as it is, and later actions are not lost")
  func failedMerge() throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    files[path] = Array("half a fi".utf8)
    let error = #expect(throws: PersistenceError.self) {
      try saved.store.savedFile?.merge(as: Items.self) { _, _ in
        Issue.record("called")
        return true
      }
    }
    guard case .cannotRead(path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(files[path] == Array("half a fi".utf8))
    put("whole")
    look(saved)
    #expect(saved.events.entries.last == .failed(.changedByOthers(path: path, copy: nil)))
    files.setFault { operation, _ in operation == .rename ? .fails(28) : nil }
    #expect(throws: PersistenceError.self) {
      try saved.store.savedFile?.merge(as: Items.self) { theirs, _ in
        saved.store.dispatch(.draft(theirs.draft))
        return true
      }
    }
    #expect(files[path].map { String(decoding: $0, as: UTF8.self) }?.contains("milk") == false)
    files.setFault(nil)
    // The state includes the file's content, so it is saved as soon as writing works again.
    saved.scheduler.advance(by: .seconds(5))
    #expect(saved.store.savedFile?.failure == nil)
    files.killProcess()
    #expect(open().titles == ["milk"])
    #expect(open().store.state.draft == "whole")
  }

  @Test("a file that changes during every round is not merged, and the error is thrown")
  func changedEachTime() throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    var rounds = 0
    put("0")
    #expect(throws: PersistenceError.changedByOthers(path: path, copy: nil)) {
      try saved.store.savedFile?.merge(as: Items.self) { theirs, _ in
        saved.store.dispatch(.draft(theirs.draft))
        rounds += 1
        put("\(rounds)")
        return rounds.isMultiple(of: 2)
      }
    }
    #expect(rounds == 5)
    #expect(saved.store.savedFile?.failure == .changedByOthers(path: path, copy: nil))
    files.killProcess()
    #expect(open().store.state.draft == "5")
  }

  @Test("a merge after the file was deleted saves the state", arguments: [true, false])
  func goneFile(hasJournal: Bool) throws {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let saved = open(.write, durability)
    saved.store.dispatch(.add("milk"))
    try saved.store.savedFile?.overwrite()
    files[path] = nil
    try saved.store.savedFile?.merge(as: Items.self) { _, _ in
      Issue.record("called")
      return true
    }
    #expect(files[path] != nil)
    files.killProcess()
    #expect(open(.write, durability).titles == ["milk"])
  }

  @Test("a merge throws after finish(), or if the file is read-only", arguments: [true, false])
  func cannotMerge(isReadOnly: Bool) {
    put("theirs")
    let saved = open(isReadOnly ? .readOnly : .write)
    if !isReadOnly { saved.store.finish() }
    let error = #expect(throws: PersistenceError.self) {
      try saved.store.savedFile?.merge(as: Items.self) { _, _ in
        Issue.record("called")
        return true
      }
    }
    guard case .cannotWrite(path, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("an action dispatched while a merge is written does not count as saved by the merge")
  func dispatchedMeanwhile() throws {
    let saved = open(.write, .snapshot)
    put("theirs")
    let store = saved.store
    files.setFault { operation, _ in
      if operation == .rename { store.dispatch(.add("late")) }
      return nil
    }
    try store.savedFile?.merge(as: Items.self) { theirs, _ in
      store.dispatch(.draft(theirs.draft))
      store.dispatch(.add("mine"))
      return true
    }
    files.setFault(nil)
    #expect(saved.titles == ["mine", "late"])
    #expect(saved.events.entries.last == .saved(version: store.snapshot.version - 1))
  }

  @Test("a merge that keeps the store's state writes it to the file", arguments: [true, false])
  func keptMine(hasJournal: Bool) throws {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let saved = open(.write, durability)
    saved.store.dispatch(.add("milk"))
    try saved.store.savedFile?.overwrite()
    put("theirs")
    try saved.store.savedFile?.merge(as: Items.self) { _, _ in true }
    files.killProcess()
    let next = open(.write, durability)
    #expect(next.titles == ["milk"])
    #expect(next.store.state.draft == "")
  }

  @Test("no save overwrites the file during a merge", arguments: [true, false])
  func savedMeanwhile(hasJournal: Bool) throws {
    let saved = open(.write, hasJournal ? .journal : .snapshot)
    saved.store.dispatch(.add("milk"))
    put("theirs")
    let theirs = files[path]
    try saved.store.savedFile?.merge(as: Items.self) { found, _ in
      saved.store.dispatch(.add("bread"))
      saved.scheduler.advance(by: .seconds(60))
      saved.store.savedFile?.checkForExternalChanges()
      #expect(files[path] == theirs)
      saved.store.dispatch(.draft(found.draft))
      return true
    }
    #expect(saved.store.savedFile?.failure == nil)
    files.killProcess()
    let next = open(.write, hasJournal ? .journal : .snapshot)
    #expect(next.titles == ["milk", "bread"])
    #expect(next.store.state.draft == "theirs")
  }

  @Test("a merge with nothing to add leaves the file as it is", arguments: [true, false])
  func nothingToAdd(hasJournal: Bool) throws {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let saved = open(.write, durability)
    saved.store.dispatch(.nothing)
    for draft in ["one", "two"] {
      put(draft)
      look(saved)
      let theirs = files[path]
      var count = 0
      try saved.store.savedFile?.merge(as: Items.self) { theirs, _ in
        count += 1
        saved.store.dispatch(.draft(theirs.draft))
        return false
      }
      #expect(count == 1)
      saved.scheduler.advance(by: .seconds(60))
      #expect(files[path] == theirs)
      #expect(saved.store.savedFile?.failure == nil)
    }
    saved.store.dispatch(.add("mine"))
    if !hasJournal { saved.scheduler.advance(by: .seconds(60)) }
    saved.store.dispatch(.draft("three"))
    if !hasJournal { saved.scheduler.advance(by: .seconds(60)) }
    files.killProcess()
    let next = open(.write, durability)
    #expect(next.titles == ["mine"])
    #expect(next.store.state.draft == "three")
    #expect(next.events.entries == [.restored(path: path)])
  }

  @Test("a merge with nothing to add leaves the first of two files as it is")
  func twoFiles() throws {
    let persistence = ["/items.json", "/copy.json"].map { path in
      Middleware<Items, ItemsAction>.persistence(
        to: .file(path), version: 1, durability: .journal, storage: files)
    }
    let store = makeStore(persistence, clock: ManualClock(), onIssue: { _ in })
    store.dispatch(.nothing)
    put("theirs")
    let theirs = files[path]
    var count = 0
    try store.savedFile?.merge(as: Items.self) { theirs, _ in
      count += 1
      store.dispatch(.draft(theirs.draft))
      return false
    }
    #expect(count == 1)
    #expect(files[path] == theirs)
  }

  @Test("another thread's action during a merge is saved, whatever the merge returns")
  func otherThread() throws {
    let saved = open()
    saved.store.dispatch(.nothing)
    put("theirs")
    let store = saved.store
    var count = 0
    try store.savedFile?.merge(as: Items.self) { theirs, _ in
      count += 1
      if theirs.draft != store.state.draft { store.dispatch(.draft(theirs.draft)) }
      let answer = store.state != theirs
      if count == 1 {
        // Simulates a dispatch by another thread, whose commit is not part of the merge.
        MergeCommits.$current.withValue(nil) { store.dispatch(.add("other")) }
      }
      return answer
    }
    #expect(count == 2)
    files.killProcess()
    #expect(open().titles == ["other"])
  }

  @Test("stores with synchronized files converge and lose no action", arguments: [true, false])
  func synchronized(hasJournal: Bool) throws {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let paths = ["/a.json", "/b.json"]
    func start() -> [Saved] { paths.map { Saved($0, durability: durability, storage: files) } }
    func merge(_ saved: Saved) throws {
      let store = saved.store
      try store.savedFile?.merge(as: Items.self) { theirs, _ in
        for item in theirs.items where !saved.titles.contains(item.title) {
          store.dispatch(.add(item.title))
        }
        return Set(saved.titles) != Set(theirs.items.map(\.title))
      }
    }
    var stores = start()
    var seen: [[UInt8]?] = [nil, nil]
    func synchronize() throws -> Int {
      for copies in 0...20 {
        for saved in stores { saved.scheduler.advance(by: .seconds(60)) }
        guard let changed = paths.indices.first(where: { files[paths[$0]] != seen[$0] }) else {
          return copies
        }
        let bytes = files[paths[changed]]
        files[paths[1 - changed]] = bytes
        seen = [bytes, bytes]
        look(stores[1 - changed])
        try merge(stores[1 - changed])
      }
      return .max
    }
    for saved in stores { try saved.store.savedFile?.overwrite() }
    #expect(try synchronize() <= 3)
    for (number, saved) in stores.enumerated() {
      saved.store.dispatch(.add("\(number)"))
      try saved.store.savedFile?.overwrite()
      #expect(try synchronize() <= 3)
    }
    for saved in stores {
      saved.store.dispatch(.add("after"))
      saved.scheduler.advance(by: .seconds(60))
    }
    files.killProcess()
    stores = start()
    for saved in stores { #expect(Set(saved.titles) == ["0", "1", "after"]) }
  }

  @Test("the file of a newer version is not merged")
  func newerProgram() throws {
    let saved = open()
    saved.store.dispatch(.add("milk"))
    files[path] = Array(#"{"state":{"draft":"","items":[]},"version":2}"#.utf8)
    #expect(throws: PersistenceError.newerVersion(path: path, found: 2, known: 1)) {
      try saved.store.savedFile?.merge(as: Items.self) { _, _ in
        Issue.record("called")
        return true
      }
    }
  }
}
