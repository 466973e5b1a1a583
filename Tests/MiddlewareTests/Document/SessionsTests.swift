import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import MillraceStore

@Suite("Document: several sessions in one process")
struct SessionsTests {
  private let desk = MemoDesk()

  private func open(_ count: Int) -> [MemoDesk.MemoStore] {
    let log = desk.makeLog()
    return (0..<count).map { _ in desk.open(log) }
  }

  private func titles(_ store: MemoDesk.MemoStore) -> [String] {
    store.state.document.items.map(\.title)
  }

  @Test(
    "when dispatch returns, every session has the change, and the journal has one line for it")
  func shared() {
    let stores = open(3)
    stores[2].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    for store in stores { #expect(titles(store) == ["milk"]) }
    stores[0].dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    for store in stores { #expect(titles(store) == ["milk", "bread"]) }
    stores[1].dispatch(.addSoon(Memo(id: 3, title: "eggs")))
    for store in stores { #expect(titles(store) == ["milk", "bread", "eggs"]) }
    #expect(desk.lines.count == 3)
  }

  @Test("each session has its own drafts, dialogs and messages")
  func ownInterface() {
    let stores = open(3)
    stores[1].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stores[1].dispatch(.drafted("mine"))
    stores[2].dispatch(.show(.conflicts))
    stores[1].dispatch(.document(.remove(1, at: .zero)))
    #expect(stores.map(\.state.draft) == ["", "mine", ""])
    #expect(stores.map(\.state.memos.dialog) == [nil, nil, .conflicts])
    #expect(stores.map { $0.state.message?.text } == [nil, "Deleted 1 memos", nil])
    stores[0].dispatch(.undo)
    #expect(stores[0].state.message?.text == "Nothing to undo")
    #expect(titles(stores[0]).isEmpty)
    stores[1].dispatch(.undo)
    #expect(
      stores.map { $0.state.message?.text }
        == ["Nothing to undo", "Undone: deleted 1 memos", nil])
    #expect(stores.map(\.state.message?.isUndoable) == [false, false, nil])
    for store in stores { #expect(titles(store) == ["milk"]) }
  }

  @Test("undo reverts the newest step of its own session only, and redo restores it")
  func ownUndo() {
    let stores = open(3)
    for id in 0..<3 { stores[id].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    stores[1].dispatch(.document(.rename(0, "zero")))
    stores[2].dispatch(.document(.write(0, "text")))
    stores[0].dispatch(.document(.add(Memo(id: 9, title: "9"))))
    #expect(stores[1].state.undoNames == ["renamed", "added a memo"])
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == ["0", "1", "2", "9"])
    #expect(stores[0].state.document.items[id: 0]?.text == "text")
    stores[1].dispatch(.undo)
    stores[0].dispatch(.undo)
    #expect(titles(stores[2]) == ["0", "2"])
    #expect(stores[1].state.redoNames == ["added a memo", "renamed"])
    stores[1].dispatch(.redo)
    stores[1].dispatch(.redo)
    stores[0].dispatch(.redo)
    #expect(titles(stores[2]) == ["zero", "1", "2", "9"])
    #expect(stores.allSatisfy { $0.state.conflicts.isEmpty })
  }

  @Test("undo puts removed elements back in order, even if their neighbours were removed")
  func restoredOrder() {
    let stores = open(3)
    for id in 0..<8 { stores[0].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    for id in [3, 4, 0] { stores[1].dispatch(.document(.remove(id, at: .zero))) }
    for id in [2, 6] { stores[2].dispatch(.document(.remove(id, at: .zero))) }
    stores[2].dispatch(.document(.add(Memo(id: 8, title: "8"))))
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == ["0", "1", "3", "4", "5", "7", "8"])
    stores[2].dispatch(.undo)
    stores[2].dispatch(.undo)
    #expect(titles(stores[0]) == ["0", "1", "2", "3", "4", "5", "6", "7"])
  }

  @Test(
    "an undo of a field that another session changed is a conflict that any session can resolve")
  func conflicts() {
    let stores = open(3)
    stores[0].dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    stores[1].dispatch(.document(.rename(1, "oat milk")))
    stores[2].dispatch(.document(.rename(1, "soy milk")))
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == ["soy milk"])
    for store in stores { #expect(store.state.conflicts.map(\.theirs) == ["milk"]) }
    stores[2].dispatch(.resolve(.element(1, field: .title), takingTheirs: true))
    for store in stores { #expect(store.state.conflicts.isEmpty && titles(store) == ["milk"]) }
    stores[2].dispatch(.undo)
    for store in stores {
      #expect(store.state.conflicts.count == 1 && titles(store) == ["soy milk"])
    }
    stores[0].dispatch(.undo)
    #expect(
      titles(stores[0]) == ["soy milk"], "an element that another session changed is not removed")
    #expect(stores[0].state.conflicts.contains { $0.id == .element(1, field: nil) })
  }

  @Test("a typed word is one undo step even while another session types")
  func groups() {
    let stores = open(3)
    for id in 1...2 { stores[0].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    for text in ["a", "ab", "abc"] {
      stores[1].dispatch(.document(.write(1, text)))
      stores[2].dispatch(.document(.write(2, text)))
      stores[0].dispatch(.document(.rename(1, "title \(text)")))
    }
    #expect(stores[1].state.undoNames == ["wrote"])
    stores[1].dispatch(.undo)
    #expect(stores[0].state.document.items.map(\.text) == ["", "abc"])
    #expect(titles(stores[0]) == ["title abc", "2"])
    stores[1].dispatch(.redo)
    #expect(stores[0].state.document.items.map(\.text) == ["abc", "abc"])
    for id in [1, 2] { stores[2].dispatch(.document(.remove(id, at: .milliseconds(300 * id)))) }
    #expect(stores[2].state.message?.text == "Deleted 2 memos")
  }

  @Test("the entry of an undo has only the elements that it changes")
  func shortEntries() {
    let stores = open(2)
    for id in 0..<300 { stores[0].dispatch(.document(.add(Memo(id: id, title: "memo \(id)")))) }
    stores[1].dispatch(.document(.rename(150, "changed")))
    stores[1].dispatch(.document(.remove(200, at: .zero)))
    stores[1].dispatch(.undo)
    stores[1].dispatch(.undo)
    #expect(titles(stores[0]) == (0..<300).map { "memo \($0)" })
    for line in desk.lines.suffix(2) { #expect(line.utf8.count < 400, "\(line)") }
  }

  @Test("after kill -9, the first session has the steps of its seat, and those of others stay")
  func reopened() {
    let stores = open(3)
    for id in 0..<3 { stores[id].dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    stores[1].dispatch(.document(.rename(1, "one")))
    stores[2].dispatch(.document(.rename(1, "uno")))
    stores[1].dispatch(.undo)
    stores[0].dispatch(.undo)
    let (document, conflicts) = (stores[1].state.document, stores[1].state.conflicts)
    desk.files.killProcess()
    let again = desk.open()
    #expect(again.state.document == document && again.state.conflicts == conflicts)
    #expect(again.state.undoNames.isEmpty && again.state.redoNames == ["added a memo"])
    again.dispatch(.redo)
    #expect(titles(again).contains("0"))
    withExtendedLifetime(stores) {}
  }

  @Test("a released or finished session leaves the log, and the others go on")
  func released() {
    let log = desk.makeLog()
    let main = desk.open(log)
    weak var released: MemoDesk.MemoStore?
    do {
      let session = desk.open(log)
      released = session
      #expect(log.shared.withLock { $0.members.count } == 2)
    }
    #expect(released == nil)
    #expect(log.shared.withLock { $0.members.count } == 1)
    main.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    let ended = desk.open(log)
    ended.finish()
    main.dispatch(.document(.mark))
    #expect(ended.state.document.marks == 0)
    #expect(titles(main) == ["milk"])
    main.finish()
    #expect(log.shared.withLock { $0.members.isEmpty })
    // The same log can be opened again.
    let again = desk.open(log)
    #expect(again.state.document == main.state.document)
    again.dispatch(.undo)
    #expect(titles(again).isEmpty)
  }

  @Test("the elements are shared by all sessions, and a change calls each of them once")
  func work() {
    let (memos, count) = (rounds(2_000, long: 10_000), rounds(200, long: 1_000))
    var document = Memos()
    for id in 0..<memos { document.items.append(Memo(id: id, title: "memo \(id)")) }
    let log = DocumentLog(memory: document)
    let stores = (0..<count).map { _ in desk.open(log) }
    let calls = Log<Int>()
    let tokens = stores.enumerated().map { index, store in
      store.subscribe(to: \.memos.value) { _ in calls.add(index) }
    }
    for index in [0, count - 1] {
      let before = calls.entries.count
      stores[index].dispatch(.document(.rename(memos / 2, "by \(index)")))
      #expect(calls.entries[before...].sorted() == Array(0..<count))
    }
    let items = stores[0].state.document.items
    for store in stores { #expect(store.state.document.items.unsharedElements(with: items) == 0) }
    let before = calls.entries.count
    stores[3].dispatch(.drafted("x"))
    stores[3].dispatch(.show(.conflicts))
    stores[3].dispatch(.document(.rename(memos / 2, "by \(count - 1)")))
    #expect(calls.entries.count == before)
    withExtendedLifetime(tokens) {}
  }
}
