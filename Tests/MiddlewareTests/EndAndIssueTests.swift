import Foundation
import MillraceStore
import Testing
import TestSupport

import MillraceMiddleware
import MillraceStoreTesting

@Suite("Saving at the end and after failures")
struct EndAndIssueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("finish() saves the last state while a thread keeps dispatching")
  func producer() throws {
    let path = folder.file("items.json")
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 &+= $1 },
      middleware: [
        .persistence(
          to: .file(path), version: 1,
          durability: .snapshot(saveAfter: .seconds(100), maximumWait: .seconds(100)))
      ],
      onIssue: { _ in })
    let (stop, ended) = (Log<Bool>(), Log<Bool>())
    Thread.detachNewThread {
      while stop.entries.isEmpty { store.dispatch(1) }
      ended.add(true)
    }
    while store.state < 1_000 {}
    store.finish()
    let last = store.state
    stop.add(true)
    while ended.entries.isEmpty { Thread.sleep(forTimeInterval: 0.001) }
    let saved = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    #expect((saved as? [String: Any])?["state"] as? Int == last)
  }

  @Test(
    "a released store is saved, and the releasing thread does not access the device",
    arguments: [true, false])
  func release(hasJournal: Bool) {
    let files = MemoryStorage()
    let (threads, saved) = (Log<ObjectIdentifier>(), DispatchSemaphore(value: 0))
    do {
      let store = makeStore([
        .persistence(
          to: .file("/items.json"), version: 1, durability: hasJournal ? .journal : .snapshot,
          storage: files,
          onEvent: { event in
            if case .saved = event { saved.signal() }
          })
      ])
      store.dispatch(.add("milk"))
      files.setFault { _, _ in
        threads.add(ObjectIdentifier(Thread.current))
        return nil
      }
    }
    saved.wait()
    #expect(!threads.entries.isEmpty)
    #expect(!threads.entries.contains(ObjectIdentifier(Thread.current)))
    #expect(String(decoding: files["/items.json"] ?? [], as: UTF8.self).contains("milk"))
  }

  @Test("an unreadable file is reported as an issue")
  func corrupt() throws {
    let path = folder.file("items.json")
    try "not JSON".write(toFile: path, atomically: true, encoding: .utf8)
    let issues = Log<String>()
    let store = makeStore(
      [.persistence(to: .file(path), version: 1)], onIssue: { issues.add("\($0)") })
    #expect(issues.entries.count == 1)
    #expect(issues.entries.first?.contains("is not a valid saved state") == true)
    #expect(store.middlewareIssues.recorded.count == 1)
  }

  @Test("an unusable path is reported as an issue at the start")
  func unusable() {
    let issues = Log<String>()
    let store = makeStore(
      [.persistence(to: .file("/dev/null/items.json"), version: 1)],
      onIssue: { issues.add("\($0)") })
    #expect(store.startupFailures.count == 1)
    #expect(issues.entries.count == 1)
  }

  @Test("a failed save prints one line to standard error when nothing handles issues")
  func printed() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let files = MemoryStorage()
      files.setFault { operation, _ in operation == .rename ? .fails(28) : nil }
      let store = makeStore([
        .persistence(to: .file("/items.json"), version: 1, storage: files)
      ])
      store.dispatch(.add("milk"))
      store.finish()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("cannot be written"))
    #expect(text.split(separator: "\n").count == 1)
  }
}
