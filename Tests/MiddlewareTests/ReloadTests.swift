import Dispatch
import MillraceStore
import MillraceStoreTesting
import Synchronization
import Testing
import TestSupport

@testable import MillraceMiddleware

/// A list, which is saved, and a count of keys, which is not.
private struct Typed: Equatable, Sendable {
  var list: [Int] = []
  var keys = 0
}

private enum TypedAction: Codable, Equatable, Sendable {
  case add(Int)
  case key
}

@Suite("Persistence: reloading a part")
struct ReloadTests {
  @Test("a reload keeps the actions whose lines follow the file")
  func keepsLines() async throws {
    let files = MemoryStorage()
    func open() -> Saved { Saved("/items.json", durability: .journal, storage: files) }
    let first = open()
    first.store.dispatch(.add("1"))
    first.store.dispatch(.add("2"))
    try await first.store.flush()
    try first.store.savedFile?.reload()
    #expect(first.titles == ["1", "2"])
    first.store.finish()
    #expect(open().titles == ["1", "2"])
  }

  private let files = MemoryStorage()
  private let path = "/list.json"

  private func open(
    _ part: PersistedPart<Typed, [Int]> = .field(\.list)
  ) -> Store<Typed, TypedAction> {
    Store(
      initial: Typed(),
      reducer: Reducer { state, action in
        switch action {
        case .add(let number): state.list.append(number)
        case .key: state.keys += 1
        }
      },
      middleware: [.persistence(to: .file(path), part: part, version: 1, storage: files)],
      dependencies: Dependencies(clock: ManualClock()), onIssue: { _ in })
  }

  private func put(_ list: [Int]) {
    files[path] = Array("{\"state\":\(list),\"version\":1}".utf8)
  }

  @Test("a reload of a part of the state loses no action on other parts")
  func actionsMeanwhile() throws {
    put([1, 2, 3])
    let store = open()
    let (threads, count) = (4, 2_000)
    let running = Atomic(threads)
    let failures = Log<String>()
    DispatchQueue.concurrentPerform(iterations: threads + 1) { number in
      if number < threads {
        for _ in 0..<count { store.dispatch(.key) }
        running.subtract(1, ordering: .releasing)
      } else {
        while running.load(ordering: .acquiring) > 0 {
          do { try store.savedFile?.reload() } catch { failures.add("\(error)") }
        }
      }
    }
    #expect(store.state == Typed(list: [1, 2, 3], keys: threads * count))
    #expect(failures.entries.isEmpty)
  }

  @Test("the newer content remains after two overlapping reloads")
  func overlappingReloads() {
    put([0])
    let store = open()
    var stale = 0
    for round in 1...2_000 {
      DispatchQueue.concurrentPerform(iterations: 2) { number in
        if number == 0 { put([round]) }
        try? store.savedFile?.reload()
      }
      if store.state.list != [round] { stale += 1 }
    }
    #expect(stale == 0)
  }
}
