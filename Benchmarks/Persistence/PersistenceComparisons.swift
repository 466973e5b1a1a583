import Dispatch
import Millrace
import MillraceStoreTesting
import Synchronization
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cost of keeping a state in a file, compared with encoding and writing the same bytes
/// directly, without a temporary file and without waiting for the device.
@MainActor
func persistenceComparisons() -> [Comparison] {
  [
    savingComparison(), restoringComparison(), journalComparison(), journalGrowthComparison(),
  ]
}

@MainActor
private func savingComparison() -> Comparison {
  let baseline = "saving: JSONEncoder alone"
  let count = 100_000
  return Comparison(
    Benchmark(baseline, n: count, report: .time(.milliseconds)) {
      let saved = SavedItems(version: 1, state: ItemState(count: count))
      return { iterations in
        var size = 0
        let time = try timed { for _ in 0..<iterations { size += try saved.encoded().count } }
        try check(size > 5_000_000 * iterations, "\(size) bytes were encoded")
        return Sample(time: time)
      }
    },
    Benchmark(
      "saving: the state, on the device", n: count, against: baseline, report: .time(.milliseconds)
    ) {
      let bench = try SavingBench(count: count)
      return { iterations in try bench.save(times: iterations) }
    })
}

@MainActor
private func restoringComparison() -> Comparison {
  let baseline = "restoring: JSONDecoder alone"
  let count = 100_000
  func makeFile() throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    let path = folder.file("items.json")
    let file = PlainFile(path: path)
    try file.write(Array(SavedItems(version: 1, state: ItemState(count: count)).encoded()))
    return (folder, path)
  }
  return Comparison(
    Benchmark(baseline, n: count, report: .time(.milliseconds)) {
      let (folder, path) = try makeFile()
      return { iterations in
        var restored = 0
        let time = try timed {
          for _ in 0..<iterations {
            restored += try SavedItems(contentsOf: path).state.items.count
          }
        }
        try check(restored == count * iterations, "\(restored) items were decoded")
        withExtendedLifetime(folder) {}
        return Sample(time: time)
      }
    },
    Benchmark(
      "restoring: a store", n: count, against: baseline, report: .time(.milliseconds)
    ) {
      let (folder, path) = try makeFile()
      return { iterations in
        var sample = Sample(time: .zero)
        for _ in 0..<iterations {
          var store: Store<ItemState, ItemAction>?
          sample.time += timed {
            store = Store(
              initial: ItemState(count: 0), reducer: itemReducer,
              middleware: [.persistence(to: .file(path), version: 1)])
          }
          try check(store?.state.items.count == count, "another state was restored")
        }
        withExtendedLifetime(folder) {}
        return sample
      }
    })
}

/// The time of a dispatch whose action is in the file when the dispatch returns.
@MainActor
private func journalComparison() -> Comparison {
  let baseline = "journal: JSONEncoder and a bare write"
  let perAction = Quantity.time(.microseconds)
  return Comparison(
    Benchmark(baseline, n: 100, report: perAction) {
      let folder = try TemporaryFolder()
      let file = PlainFile(path: folder.file("lines"))
      return { iterations in
        let encoder = JSONEncoder()
        let time = try file.appending { append in
          try timed {
            for number in 0..<iterations {
              try append(Array(encoder.encode(ItemAction.toggle(number % 100))))
            }
          }
        }
        withExtendedLifetime(folder) {}
        return Sample(time: time)
      }
    },
    Benchmark("journal: a dispatch", n: 100, against: baseline, report: perAction) {
      let bench = try JournalBench(count: 100)
      return { iterations in try bench.dispatch(times: iterations, threads: 1) }
    },
    Benchmark("journal: a dispatch on four threads", n: 100, against: baseline, report: perAction) {
      let bench = try JournalBench(count: 100)
      return { iterations in try bench.dispatch(times: iterations, threads: 4) }
    })
}

/// The time of a change in lists of different lengths. It must not depend on the size of the state.
@MainActor
private func journalGrowthComparison() -> Comparison {
  func benchmark(_ count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      "journal: a tick in a list of \(count)", n: count, against: baseline,
      report: .time(.microseconds)
    ) {
      let bench = try JournalBench(count: count)
      return { iterations in try bench.dispatch(times: iterations, threads: 1) }
    }
  }
  return Comparison(
    benchmark(100, against: nil),
    benchmark(1_000_000, against: "journal: a tick in a list of 100"))
}

/// A store with a journal.
@MainActor
private final class JournalBench {
  private let folder: TemporaryFolder
  private let path: String
  private let count: Int
  private let store: Store<ItemState, ItemAction>
  /// The next item to change. Changes are far apart, like a user's.
  private var next = 0

  init(count: Int) throws {
    folder = try TemporaryFolder()
    path = folder.file("items.json")
    self.count = count
    // The clock does not advance, because another comparison measures background work.
    store = Store(
      initial: ItemState(count: count), reducer: itemReducer,
      middleware: [.persistence(to: .file(path), version: 1, durability: .journal)],
      dependencies: Dependencies(clock: ManualClock()))
    if let failure = store.startupFailures.first { throw failure }
    store.dispatch(.toggle(0))
  }

  func dispatch(times: Int, threads: Int) throws -> Sample {
    let lines = path + ".log/entries"
    let before = try FileManager.default.attributesOfItem(atPath: lines)[.size] as? Int ?? 0
    let (store, count, first) = (store, count, next)
    next += times
    let time = timed {
      if threads == 1 {
        for number in first..<first + times { store.dispatch(.toggle(number &* 7919 % count)) }
      } else {
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          for number in stride(from: first + thread, to: first + times, by: threads) {
            store.dispatch(.toggle(number &* 7919 % count))
          }
        }
      }
    }
    let after = try FileManager.default.attributesOfItem(atPath: lines)[.size] as? Int ?? 0
    try check(after - before >= times * 70, "\(times) actions, \(after - before) bytes of lines")
    return Sample(time: time)
  }
}

/// A store that saves itself, and the clock that triggers each save.
@MainActor
private final class SavingBench {
  private let folder: TemporaryFolder
  private let path: String
  private let clock = ManualClock()
  private let saves = Saves()
  private let store: Store<ItemState, ItemAction>

  init(count: Int) throws {
    folder = try TemporaryFolder()
    path = folder.file("saved.json")
    store = Store(
      initial: ItemState(count: count), reducer: itemReducer,
      middleware: [
        .persistence(
          to: .file(path), version: 1,
          onEvent: { [saves] event in
            if case .saved = event { saves.count.add(1, ordering: .relaxed) }
          })
      ], dependencies: Dependencies(clock: clock))
    if let failure = store.startupFailures.first { throw failure }
  }

  deinit { store.finish() }

  func save(times: Int) throws -> Sample {
    let before = saves.count.load(ordering: .relaxed)
    let time = timed {
      for _ in 0..<times {
        store.dispatch(.toggle(0))
        clock.advance(by: .seconds(1))
      }
    }
    let done = saves.count.load(ordering: .relaxed) - before
    try check(done == times, "\(times) changes, \(done) saved")
    let bytes = try Data(contentsOf: URL(filePath: path))
    let expected = try SavedItems(version: 1, state: store.state).encoded()
    // The file has a line break at its end.
    try check(bytes.dropLast() == expected, "the file has a different content")
    return Sample(time: time)
  }
}

private final class Saves: Sendable {
  let count = Atomic(0)
}

/// The contents of a file of saved items.
private struct SavedItems: Codable {
  let version: Int
  let state: ItemState

  init(version: Int, state: ItemState) {
    self.version = version
    self.state = state
  }

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(
      SavedItems.self, from: Data(contentsOf: URL(filePath: path)))
  }

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
