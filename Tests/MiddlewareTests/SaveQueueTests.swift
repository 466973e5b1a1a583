import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@Suite("Persistence: the queue of saves")
struct SaveQueueTests {
  private let files = MemoryStorage()

  private func open(
    _ path: String, _ clock: ManualClock, _ works: Log<@Sendable () -> Void>
  ) -> ItemsStore {
    var dependencies = Dependencies(clock: clock)
    dependencies.makeBlockingQueue = { { works.add($0) } }
    return Store(
      initial: Items(), reducer: items,
      middleware: [.persistence(to: .file(path), version: 1, storage: files)],
      dependencies: dependencies)
  }

  @Test("while a save waits for the disk, hundreds of changes queue one more")
  func oneMore() {
    let (clock, works) = (ManualClock(), Log<@Sendable () -> Void>())
    let store = open("/items.json", clock, works)
    for number in 1...400 {
      store.dispatch(.add("\(number)"))
      clock.advance(by: .seconds(3))
    }
    #expect(works.entries.count == 1)
    works.entries[0]()
    #expect(store.savedFile?.failure == nil)
    let saved = String(decoding: files["/items.json"] ?? [], as: UTF8.self)
    #expect(saved.contains("\"400\""))
    clock.advance(by: .seconds(60))
    #expect(works.entries.count == 1, "everything is saved")
    store.dispatch(.add("last"))
    clock.advance(by: .seconds(3))
    #expect(works.entries.count == 2)
  }

  @Test("each file has its own queue, so that a slow disk stops no other file")
  func ownQueues() {
    let queues = Log<Int>()
    var dependencies = Dependencies(clock: ManualClock())
    dependencies.makeBlockingQueue = {
      queues.add(1)
      return { $0() }
    }
    let store = Store(
      initial: Items(), reducer: items,
      middleware: [
        .persistence(to: .file("/a.json"), version: 1, storage: files),
        .persistence(to: .file("/b.json"), part: .field(\.draft), version: 1, storage: files),
      ],
      dependencies: dependencies)
    #expect(queues.entries.count == 2)
    store.finish()
  }
}
