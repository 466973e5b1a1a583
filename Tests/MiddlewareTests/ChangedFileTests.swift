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
        if case .noticed(.logUnused(path, _)) = $0 { true } else { false }
      }
      #expect(isReported, "\(next.events.entries)")
    }
  }

  @Test("the program can reload or overwrite a file that another program changed")
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
    try saved.store.savedFile?.overwrite()
    #expect(saved.store.savedFile?.failure == nil)
    saved.store.dispatch(.add("after"))
    files.killProcess()
    let next = open()
    #expect(next.store.state.draft == "one")
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

}
