import Foundation
import MillraceTesting
import Synchronization
import TestSupport
import Testing

@testable import MillraceDocument

@MainActor @Suite("Document: saved parts")
struct DocumentStateTests {
  private let desk = MemoDesk()

  @Test("a change of the document adds a journal line, and a draft adds none")
  func lines() {
    let store = desk.open()
    for text in ["m", "mi", "milk"] { store.dispatch(.interface(.drafted(text))) }
    #expect(desk.lines.isEmpty)
    store.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    store.dispatch(.interface(.drafted("")))
    store.dispatch(.document(.add(Memo(id: 2, title: "bread"))))
    #expect(desk.lines.count == 2)
    #expect(desk.lines[1].contains("\"version\":2"))
  }

  @Test("kill -9 loses at most the last half second of a draft, and a normal end loses none of it")
  func drafts() {
    let first = desk.open()
    first.dispatch(.interface(.drafted("half a line")))
    desk.clock.advance(by: .milliseconds(500))
    first.dispatch(.interface(.drafted("half a line and mo")))
    desk.files.killProcess()
    let second = desk.open()
    #expect(second.state.interface.draft == "half a line")
    second.dispatch(.interface(.drafted("whole")))
    second.finish()
    #expect(desk.open().state.interface.draft == "whole")
    withExtendedLifetime(first) {}
  }

  @Test("with an invalid interface file the interface starts anew, and the document is kept")
  func strangeInterface() {
    let first = desk.open()
    first.dispatch(.document(.add(Memo(id: 1, title: "milk"))))
    first.dispatch(.interface(.drafted("x")))
    first.finish()
    desk.files["/.memos.json.interface"] = Array("{".utf8)
    let second = desk.open()
    #expect(second.startupFailures.isEmpty)
    #expect(second.state.interface == MemoScreen())
    #expect(second.state.document.items.count == 1)
  }

  @Test("a command that an interface action returns can change the document")
  func command() {
    let store = desk.open()
    store.dispatch(.interface(.addSoon(Memo(id: 1, title: "milk"))))
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

  @Test("the undo history is restored after a kill during the removal of unneeded files")
  func killedWhilePruning() {
    for allowed in 0...4 {
      let desk = MemoDesk()
      var (killed, id): ([MemoDesk.MemoStore], Int) = ([], 0)
      // Files become unneeded with the 101st memo, because 100 steps can be undone.
      for _ in 0..<rounds(4, long: 8) {
        let store = desk.open()
        for _ in 0..<rounds(60, long: 30) {
          id += 1
          store.dispatch(.document(.add(Memo(id: id, title: "memo"))))
        }
        let steps = store.state.undoNames.count
        // From the first disallowed removal on, no file operation of the process has an effect.
        let removals = Removals()
        desk.files.setFault { operation, path in
          let isRemoval = operation == .remove && path.contains("/memos.json.journal/")
          return removals.count(isRemoval) > allowed ? .fails(EIO) : nil
        }
        store.finish()
        desk.files.killProcess()
        desk.files.setFault(nil)
        killed.append(store)
        let next = desk.open()
        #expect(next.state.document.items.count == id)
        #expect(next.state.undoNames.count == steps, "\(id) memos, \(allowed) removals")
        next.finish()
      }
      withExtendedLifetime(killed) {}
    }
  }

  @Test("a document without a file is not saved")
  func unsaved() {
    let app = DocumentApp(
      document: Memos(items: [Memo(id: 1, title: "milk")]), interface: MemoScreen.self, file: nil
    ) { _, _, _ in Node.empty }
    let store = app.makeStore()
    store.dispatch(.document(.mark))
    #expect(store.state.document.marks == 1)
    #expect(store.savedFile == nil)
  }
}

private final class Removals: Sendable {
  private let number = Mutex(0)

  func count(_ isRemoval: Bool) -> Int {
    number.withLock { number in
      if isRemoval { number += 1 }
      return number
    }
  }
}
