import Dispatch
import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import Testing

@Suite("Persistence: several threads")
struct JournalThreadTests {
  @Test("the first actions of a file from several threads are all in its journal")
  func firstActions() {
    for round in 1...100 {
      let files = MemoryStorage()
      let first = Saved("/items.json", durability: .journal, storage: files)
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 0..<3 { first.store.dispatch(.add("\(thread).\(number)")) }
      }
      files.killProcess()
      let second = Saved("/items.json", durability: .journal, storage: files)
      #expect(second.titles == first.titles, "round \(round)")
    }
  }
}
