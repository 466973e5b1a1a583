import MillraceStore
import MillraceStoreTesting
import MillraceSystem
import TestSupport
import Testing

@testable import MillraceMiddleware

/// A store with a file, another program that writes the file, and the additions of both.
private struct MergeProgram {
  private let path = "/items.json"
  private let files = MemoryStorage()
  private let durability: Durability<ItemsAction>
  private let hasJournal: Bool
  private var saved: Saved
  /// Keeps the killed stores, because a released store would finish and save.
  private var killed: [Saved] = []
  private var random: SeededGenerator
  private var own: Set<String> = []
  private var others: Set<String> = []
  private var number = 0
  /// Whether the state has everything that the other program wrote.
  private var isMerged = true

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasJournal = Bool.random(using: &random)
    durability = hasJournal ? .journal : .snapshot
    saved = Saved(path, durability: durability, storage: files)
  }

  private var file: SnapshotFormat.DecodedSnapshot<Items>? {
    files[path].flatMap { try? SnapshotFormat.decode($0, as: Items.self, known: nil) }
  }

  private var fileTitles: Set<String> { Set(file?.state?.items.map(\.title) ?? []) }

  private mutating func add() {
    number += 1
    own.insert("own \(number)")
    saved.store.dispatch(.add("own \(number)"))
  }

  private mutating func writeAsOther() throws {
    number += 1
    var items = file?.state ?? Items()
    items.items.append(Item(id: items.items.count + 1, title: "other \(number)"))
    let commit = Bool.random(using: &random) ? file?.commit : nil
    files[path] = try SnapshotFormat.encode(items, version: 1, commit: commit)
    others.insert("other \(number)")
    isMerged = false
  }

  private mutating func merge() throws {
    // What the other program, the timer and the user do during the merge.
    var steps = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      Int.random(in: 0...2, using: &random)
    }
    let failing = Int.random(in: 0...9, using: &random)
    if failing == 0 { files.setFault { operation, _ in operation == .rename ? .fails(28) : nil } }
    if failing == 1 {
      files.setFault { operation, _ in operation == .write ? .partialWrite(28) : nil }
    }
    defer { files.setFault(nil) }
    // Without a file there is nothing to merge.
    if files[path] == nil { isMerged = true }
    do {
      try saved.store.savedFile?.merge(as: Items.self) { theirs, _ in
        isMerged = true
        switch steps.popLast() {
        case 0: saved.scheduler.advance(by: .seconds(60))
        case 1: add()
        case 2: #expect(throws: Never.self) { try writeAsOther() }
        default: break
        }
        for item in theirs.items where !saved.titles.contains(item.title) {
          saved.store.dispatch(.add(item.title))
        }
        return Set(saved.titles) != Set(theirs.items.map(\.title))
      }
      #expect(isMerged)
      #expect(own.union(others).subtracting(saved.titles) == [])
      #expect(saved.store.savedFile?.failure == nil)
    } catch {
      #expect(failing <= 1, "\(error)")
      isMerged = false
    }
  }

  private mutating func restart(isKilled: Bool) {
    if isKilled {
      files.killProcess()
      killed.append(saved)
    } else {
      saved.store.finish()
    }
    // A state that was not merged with the file is saved in another file, so its additions are not
    // expected in the file.
    if !isMerged || isKilled && !hasJournal { own.formIntersection(fileTitles) }
    saved = Saved(path, durability: durability, storage: files)
    isMerged = true
    #expect(saved.failure == nil)
    #expect(own.union(others).subtracting(saved.titles) == [])
  }

  mutating func step() throws {
    let step = Int.random(in: 0..<12, using: &random)
    switch step {
    case 0...2: add()
    case 3, 4: try writeAsOther()
    case 5...7: try merge()
    case 8: saved.scheduler.advance(by: .seconds(60))
    case 9: saved.store.savedFile?.checkForExternalChanges()
    default: restart(isKilled: step == 10)
    }
    #expect(others.subtracting(fileTitles) == [], "after step \(step)")
  }

  mutating func finish() throws {
    files.setFault(nil)
    saved.store.savedFile?.checkForExternalChanges()
    try saved.store.savedFile?.merge(as: Items.self) { theirs, _ in
      for item in theirs.items where !saved.titles.contains(item.title) {
        saved.store.dispatch(.add(item.title))
      }
      return Set(saved.titles) != Set(theirs.items.map(\.title))
    }
    files.killProcess()
    let last = Saved(path, durability: durability, storage: files)
    #expect(own.union(others).subtracting(last.titles) == [])
  }
}

@Suite("Persistence: random merges")
struct MergeRandomTests {
  @Test(
    "random actions, other writers, merges, kills and restarts lose no addition of either side",
    arguments: 0..<rounds(UInt64(15), long: 200))
  func random(seed: UInt64) throws {
    print("random merges: seed \(seed)")
    var program = MergeProgram(seed: seed)
    for _ in 0..<40 { try program.step() }
    try program.finish()
  }
}
