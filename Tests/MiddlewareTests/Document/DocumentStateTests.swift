import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware

@Suite("Document: saved parts")
struct DocumentStateTests {
  private let desk = MemoDesk()

  @Test("a change of the document adds a journal line, and a draft adds none")
  func lines() {
    let store = desk.open()
    for text in ["m", "mi", "milk"] { store.dispatch(.drafted(text)) }
    #expect(desk.lines.isEmpty)
    store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    store.dispatch(.drafted(""))
    store.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    #expect(desk.lines.count == 2)
    #expect(desk.lines[1].contains("\"number\":2"))
  }

  @Test("kill -9 loses at most the last half second of a draft, and a normal end loses none of it")
  func drafts() {
    let first = desk.open()
    first.dispatch(.drafted("half a line"))
    desk.clock.advance(by: .milliseconds(500))
    first.dispatch(.drafted("half a line and mo"))
    desk.files.killProcess()
    let second = desk.open()
    #expect(second.state.draft == "half a line")
    second.dispatch(.drafted("whole"))
    second.finish()
    #expect(desk.open().state.draft == "whole")
    withExtendedLifetime(first) {}
  }

  @Test("with an invalid interface file the interface starts anew, and the document is kept")
  func strangeInterface() {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    first.dispatch(.drafted("x"))
    first.finish()
    desk.files["/.memos.json.interface"] = Array("{".utf8)
    let second = desk.open()
    #expect(second.startupFailures.isEmpty)
    #expect(second.state.draft == "")
    #expect(second.state.document.items.count == 1)
  }

  @Test("a command that an interface action returns can change the document")
  func command() {
    let store = desk.open()
    store.dispatch(.addSoon(Memo(id: 1, title: "milk")))
    #expect(store.state.document.items.map(\.title) == ["milk"])
    #expect(desk.lines.count == 1)
  }

  @Test("undo reverts a whole group of changes, and a message describes the group")
  func messages() {
    let store = desk.open()
    for id in 1...4 { store.dispatch(.document(.add(Memo(id: id, title: "\(id)")))) }
    #expect(store.state.message == nil)
    for id in 1...3 { store.dispatch(.document(.remove(id, at: .milliseconds(300 * id)))) }
    #expect(store.state.message?.text == "Deleted 3 memos")
    #expect(store.state.undoNames.first == "deleted 3 memos")
    store.dispatch(.document(.remove(4, at: .seconds(9))))
    #expect(store.state.message?.text == "Deleted 1 memos")
    store.dispatch(.undo)
    store.dispatch(.undo)
    #expect(store.state.message?.text == "Undone: deleted 3 memos")
    #expect(store.state.message?.isUndoable == false)
    #expect(store.state.document.items.count == 4)
    store.dispatch(.redo)
    #expect(store.state.document.items.count == 1)
    let number = store.state.message?.number
    store.dispatch(.document(.rename(99, "nobody")))
    #expect(store.state.message?.number == number, "nothing was done")
  }

  @Test("the undo history is restored after kill -9 and after a normal end")
  func undoAcrossStarts() {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    first.dispatch(.document(.rename(1, "bread")))
    desk.files.killProcess()
    let second = desk.open()
    #expect(second.state.undoNames == ["renamed", "added a memo"])
    second.dispatch(.undo)
    second.finish()
    let third = desk.open()
    #expect(third.state.document.items[id: 1]?.title == "milk")
    third.dispatch(.redo)
    #expect(third.state.document.items[id: 1]?.title == "bread")
    withExtendedLifetime(first) {}
  }

  @Test("a document in memory is not saved, and has undo")
  func unsaved() {
    let store = desk.open(DocumentLog(memory: Memos(items: [Memo(id: 1, title: "milk")])))
    store.dispatch(.document(.mark))
    store.dispatch(.document(.rename(1, "bread")))
    store.dispatch(.undo)
    #expect(store.state.document == Memos(items: [Memo(id: 1, title: "milk")], marks: 1))
    store.finish()
    #expect(desk.files.allFiles.isEmpty)
  }

  @Test("without a log, a document has undo, too")
  func withoutLog() {
    let store = Store(
      initial: DocumentState(Memos()), reducer: Reducer.document(), middleware: [])
    store.dispatch(.change(.add(Memo(id: 1, title: "milk"))))
    store.dispatch(.undo)
    #expect(store.state.value.items.isEmpty && Array(store.state.redoNames) == ["added a memo"])
  }

  @Test("a change without a step, such as one from a server, is kept by undo and redo around it")
  func fromElsewhere() {
    let store = desk.open()
    store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    store.dispatch(.document(.mark))
    store.dispatch(.undo)
    #expect(store.state.document == Memos(items: [], marks: 1))
    store.dispatch(.document(.mark))
    store.dispatch(.redo)
    #expect(store.state.document == Memos(items: [Memo(id: 1, title: "milk")], marks: 2))
  }

  @Test("all authors together keep 1,000 steps, the newest")
  func limit() {
    let log = desk.makeLog()
    let stores = [desk.open(log), desk.open(log)]
    for id in 0..<1_200 {
      stores[id / 100 % 2].dispatch(.document(.add(Memo(id: id, title: "\(id)"))))
    }
    #expect(stores.map(\.state.undoNames.count) == [500, 500])
    for store in stores { while !store.state.undoNames.isEmpty { store.dispatch(.undo) } }
    #expect(stores[0].state.document.items.map(\.id) == Array(0..<200))
  }
}
