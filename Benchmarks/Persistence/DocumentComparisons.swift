import Millrace
import MillraceStoreTesting
import MillraceSystem
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cost of a change of a document, compared with the encoding and the write that it requires,
/// and the cost of a change beside many sessions.
@MainActor
func documentComparisons() -> [Comparison] { [entryComparison(), sessionsComparison()] }

private typealias Memo = TestSupport.Memo

private func memos(_ count: Int) -> Memos {
  Memos(
    items: IdentifiedList((0..<count).lazy.map { Memo(id: $0, title: "memo \($0)", text: "text") }))
}

@MainActor
private func entryComparison() -> Comparison {
  let baseline = "document: change a shared list, encode patch and action, lock and append"
  let perAction = Quantity.time(.microseconds)
  return Comparison(
    Benchmark(baseline, n: 1_000, report: perAction) {
      let folder = try TemporaryFolder()
      let files = SystemFiles()
      let (path, lock) = (folder.file("entries"), folder.file("lock"))
      let file = try files.open(path, .any)
      return { iterations in
        let encoder = JSONEncoder()
        var document = memos(1_000)
        let time = try timed {
          for number in 0..<iterations {
            let before = document
            let action = Memos.Action.rename(number &* 7919 % 1_000, "title \(number)")
            document.apply(action)
            for case .changed(let old, let new, _) in document.items.changes(since: before.items) {
              _ = try encoder.encode([old, new])
            }
            let bytes = Array(try encoder.encode(action)) + [UInt8(ascii: "\n")]
            let held = try files.open(lock, .any)
            guard try files.lock(held) else { continue }
            try files.writeAll(bytes, to: file, at: files.status(of: path)?.size ?? 0)
            files.close(held)
          }
        }
        try check(document.items.contains { $0.title.hasPrefix("title") }, "nothing was changed")
        withExtendedLifetime(folder) {}
        return Sample(time: time)
      }
    },
    Benchmark("document: a dispatch", n: 1_000, against: baseline, report: perAction) {
      let folder = try TemporaryFolder()
      // The clock does not advance, because another comparison measures saving.
      let desk = MemoDesk()
      let path = folder.file("memos.json")
      let store = desk.open(DocumentLog(file: path, initial: memos(1_000)))
      if let failure = store.startupFailures.first { throw failure }
      var next = 0
      return { iterations in
        let entries = path + ".log/entries"
        let before = try? FileManager.default.attributesOfItem(atPath: entries)[.size] as? Int
        let first = next
        next += iterations
        let time = timed {
          for number in first..<first + iterations {
            store.dispatch(.document(.rename(number &* 7919 % 1_000, "title \(number)")))
          }
        }
        let after = try FileManager.default.attributesOfItem(atPath: entries)[.size] as? Int ?? 0
        try check(
          after - (before ?? 0) >= iterations * 100, "the log does not have \(iterations) actions")
        withExtendedLifetime(folder) {}
        return Sample(time: time)
      }
    })
}

/// The time of a change at the last of many sessions, until all sessions have the change.
@MainActor
private func sessionsComparison() -> Comparison {
  func benchmark(_ count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      "document: a change at the last of \(count) sessions", n: count, against: baseline,
      report: .time(.milliseconds)
    ) {
      let (desk, log) = (MemoDesk(), DocumentLog(memory: memos(1_000)))
      let stores = (0..<count).map { _ in desk.open(log) }
      var next = 0
      return { iterations in
        let time = timed {
          for _ in 0..<iterations {
            next += 1
            stores[count - 1].dispatch(.document(.rename(7, "title \(next)")))
          }
        }
        try check(
          stores.allSatisfy { $0.state.document.items[id: 7]?.title == "title \(next)" },
          "a session does not have the change")
        return Sample(time: time)
      }
    }
  }
  return Comparison(
    benchmark(10, against: nil),
    benchmark(1_000, against: "document: a change at the last of 10 sessions"))
}
