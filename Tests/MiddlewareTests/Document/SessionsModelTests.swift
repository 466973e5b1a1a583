import Dispatch
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import MillraceStore

/// A document as plain values. An undo step is a pair of whole documents.
private struct ModelDocument: Equatable {
  typealias Key = MergeConflict<Memo>.ID

  var memos: [Memo] = []
  /// The other side's version of the memo in each conflict; nil if it was removed.
  var conflicts: [Key: Memo?] = [:]

  subscript(id: Int) -> Memo? { memos.first { $0.id == id } }

  mutating func apply(_ action: DocumentAction<Memos>) {
    func change(_ id: Int, _ body: (inout Memo) -> Void) {
      for index in memos.indices where memos[index].id == id { body(&memos[index]) }
    }
    switch action {
    case .change(.add(let memo)): if self[memo.id] == nil { memos.append(memo) }
    case .change(.write(let id, let text)): change(id) { $0.text = text }
    case .change(.rename(let id, let title)): change(id) { $0.title = title }
    case .change(.remove(let id, _)): memos.removeAll { $0.id == id }
    case .resolve(.element(let id, let field), let takingTheirs):
      let key = Key(element: id, field: field)
      guard let theirs = conflicts.removeValue(forKey: key), takingTheirs else { return }
      if let field = key.field {
        if let theirs { change(key.element) { $0.assign(field, from: theirs) } }
      } else if let theirs {
        if self[key.element] == nil { memos.append(theirs) }
        change(key.element) { $0 = theirs }
      } else {
        memos.removeAll { $0.id == key.element }
      }
    default: Issue.record("no action of the model: \(action)")
    }
  }

  /// Applies the difference between two versions to the parts of this document that still equal the
  /// old version.
  mutating func go(from old: ModelDocument, to new: ModelDocument) {
    var found: [Key: Memo?] = [:]
    for id in Set((old.memos + new.memos).map(\.id)) {
      let (ours, base, theirs) = (self[id], old[id], new[id])
      if theirs == base || ours == theirs { continue }
      if let ours, let theirs {
        for field in Memo.Field.allCases where theirs.text(of: field) != ours.text(of: field) {
          if base?.text(of: field) == theirs.text(of: field) { continue }
          if base?.text(of: field) == ours.text(of: field) {
            let index = memos.firstIndex { $0.id == id }!
            memos[index].assign(field, from: theirs)
          } else {
            found[Key(element: id, field: field)] = .some(theirs)
          }
        }
      } else if ours != base {
        found[Key(element: id, field: nil)] = .some(theirs)
      } else if ours != nil {
        memos.removeAll { $0.id == id }
      }
    }
    // A restored memo is inserted after the nearest of its earlier predecessors.
    for (offset, memo) in new.memos.enumerated() {
      guard self[memo.id] == nil, old[memo.id] == nil else { continue }
      let previous = new.memos[..<offset].suffix(8).reversed()
        .compactMap { earlier in memos.firstIndex { $0.id == earlier.id } }.first
      memos.insert(memo, at: previous.map { $0 + 1 } ?? (offset < 8 ? 0 : memos.count))
    }
    for key in new.conflicts.keys where old.conflicts[key] != new.conflicts[key] {
      found[key] = new.conflicts[key]
    }
    for key in old.conflicts.keys where new.conflicts[key] == nil { conflicts[key] = nil }
    conflicts.merge(found) { $1 }
  }
}

/// The undo history of one session.
private struct ModelSession {
  var past: [(begun: ModelDocument, done: ModelDocument)] = []
  var future: [(begun: ModelDocument, done: ModelDocument)] = []
  var isTyping = false

  mutating func run(_ action: DocumentAction<Memos>, on document: inout ModelDocument) {
    switch action {
    case .undo, .redo:
      guard let step = action == .undo ? past.popLast() : future.popLast() else { return }
      // A redo takes back what the undo did, not more, and the other way round.
      let before = document
      document.go(from: step.done, to: step.begun)
      if action == .undo {
        future.append((before, document))
      } else {
        past.append((before, document))
      }
      isTyping = false
    default:
      let before = document
      document.apply(action)
      if document == before { return }
      future = []
      let isWriting = if case .change(.write) = action { true } else { false }
      if isWriting, isTyping, let step = past.popLast() {
        var begun = before
        begun.go(from: step.done, to: step.begun)
        past.append((begun, document))
      } else {
        past.append((before, document))
      }
      isTyping = isWriting
    }
  }
}

@Suite("Document: random programs of several sessions", .timeLimit(.minutes(20)))
struct SessionsModelTests {
  private func action(
    on document: ModelDocument, by index: Int, _ generator: inout SeededGenerator
  ) -> DocumentAction<Memos> {
    let id = Int.random(in: 0..<12, using: &generator)
    let some = document.memos.randomElement(using: &generator)?.id ?? id
    let word = generator.pick(["a", "b", "c"]) + "\(index)"
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...3: return .change(.add(Memo(id: id, title: word)))
    case 4...6: return .change(.rename(some, word))
    case 7...10: return .change(.write(some, word))
    case 11, 12: return .change(.remove(some, at: .seconds(Int(generator.next() >> 30))))
    case 13...16: return .undo
    case 17, 18: return .redo
    default:
      guard let key = document.conflicts.keys.sorted(by: { "\($0)" < "\($1)" }).first
      else { return .undo }
      return .resolve(.element(key.element, field: key.field), takingTheirs: generator.chance(60))
    }
  }

  @Test(
    "random undos of several sessions match a model, and all sessions converge",
    arguments: 0..<rounds(6, long: 150))
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let desk = MemoDesk()
    let log = desk.makeLog()
    let main = desk.open(log)
    let count = 2 + Int(seed % 2)
    let stores = [main] + (1..<count).map { _ in desk.open(log) }
    var models = Array(repeating: ModelSession(), count: count)
    var model = ModelDocument()
    for step in 0..<80 {
      let index = Int.random(in: 0..<count, using: &generator)
      let action = action(on: model, by: index, &generator)
      let before = model
      models[index].run(action, on: &model)
      stores[index].dispatch(.memos(action))
      for (number, store) in stores.enumerated() {
        let conflicts = Dictionary(
          store.state.conflicts.compactMap { conflict -> (MergeConflict<Memo>.ID, Memo?)? in
            if case .element(let own) = conflict { (own.id, own.theirs) } else { nil }
          }, uniquingKeysWith: { $1 })
        let (undone, redone) = (store.state.undoNames.count, store.state.redoNames.count)
        if store.state.document.items.elementsEqual(model.memos), conflicts == model.conflicts,
          store.state.conflicts.count == conflicts.count, undone == models[number].past.count,
          redone == models[number].future.count
        {
          continue
        }
        Issue.record(
          """
          seed \(seed), step \(step), session \(number): \(action) by \(index)
          before \(before)
          expected \(model), \(models[number].past.count) undo and \
          \(models[number].future.count) redo steps
          got \(Array(store.state.document.items)) \(conflicts), \(undone) and \(redone)
          """)
        return
      }
    }
    desk.files.killProcess()
    let again = desk.open()
    #expect(Array(again.state.document.items) == model.memos, "seed \(seed)")
    #expect(again.state.conflicts == main.state.conflicts, "seed \(seed)")
    withExtendedLifetime(stores) {}
  }

  @Test(
    "an undo moves elements back unless they were moved again, and loses no element",
    arguments: 0..<rounds(3, long: 60))
  func moves(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let desk = MemoDesk()
    let log = desk.makeLog()
    let main = desk.open(log)
    for id in 0..<20 { main.dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    let all = (0..<20).map(String.init).sorted()
    let stores = [main] + (0..<2).map { _ in desk.open(log) }
    func titles(_ store: MemoDesk.MemoStore) -> [String] { store.state.document.items.map(\.title) }
    func move(_ store: MemoDesk.MemoStore, _ ids: Range<Int>) {
      let id = Int.random(in: ids, using: &generator)
      let index = Int.random(in: 0..<20, using: &generator)
      store.dispatch(.document(.insert(Memo(id: id, title: "\(id)"), at: index)))
    }
    var failure: String?
    func compare(_ found: [String], _ expected: [String], _ step: Int, _ what: String) {
      if failure != nil || found == expected { return }
      failure = "seed \(seed), step \(step), \(what): \(found), not \(expected)"
    }
    for step in 0..<40 {
      let store = generator.pick(stores)
      let other = stores.first { $0 !== store }!
      let before = titles(main)
      move(store, 0..<20)
      if titles(main) == before { continue }
      switch step % 3 {
      case 0:
        // Without other changes, an undo and its redo are exact.
        let after = titles(main)
        store.dispatch(.undo)
        compare(titles(main), before, step, "undo")
        store.dispatch(.redo)
        compare(titles(main), after, step, "redo")
      case 1:
        other.dispatch(.document(.rename(Int.random(in: 0..<20, using: &generator), "x")))
        other.dispatch(.undo)
        store.dispatch(.undo)
        compare(titles(main), before, step, "undo after another session's undo")
      default:
        for _ in 0..<3 { move(other, 0..<20) }
        store.dispatch(.undo)
      }
      let now = titles(main)
      compare(now.sorted(), all, step, "all elements")
      for store in stores where store !== main { compare(titles(store), now, step, "a session") }
    }
    #expect(failure == nil)
    let order = titles(main)
    desk.files.killProcess()
    #expect(titles(desk.open()) == order, "seed \(seed)")
    #expect(main.state.conflicts.isEmpty, "seed \(seed)")
    withExtendedLifetime(stores) {}
  }

  @Test("sessions on several threads converge, read their own writes, and journal every action")
  func threads() {
    let desk = MemoDesk()
    let log = desk.makeLog()
    let main = desk.open(log)
    let stores = [main] + (1..<6).map { _ in desk.open(log) }
    let steps = rounds(40, long: 60)
    let failures = Log<String>()
    DispatchQueue.concurrentPerform(iterations: stores.count) { index in
      var generator = SeededGenerator(seed: UInt64(index))
      let store = stores[index]
      for step in 0..<steps {
        let id = index * 100 + step
        store.dispatch(.document(.add(Memo(id: id, title: "\(id)"))))
        if !store.state.document.items.contains(id: id) { failures.add("\(id) is not added") }
        if generator.chance(50) {
          store.dispatch(.undo)
          if store.state.document.items.contains(id: id) { failures.add("\(id) is not undone") }
        }
      }
      while !store.state.undoNames.isEmpty { store.dispatch(.undo) }
      for _ in 0..<10 { store.dispatch(.redo) }
    }
    #expect(failures.entries == [])
    main.waitForDelivery()
    for store in stores {
      #expect(store.state.document == main.state.document)
      #expect(store.state.conflicts.isEmpty)
    }
    #expect(main.state.document.items.count == 60)
    #expect(desk.lines.count > 0)
    let document = main.state.document
    desk.files.killProcess()
    #expect(desk.open().state.document == document)
    withExtendedLifetime(stores) {}
  }
}
