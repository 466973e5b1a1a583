import Millrace
import MillraceStoreTesting
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A change to a long list, until it is safe in the file, beside encoding and writing the same
/// bytes without a care: no temporary file, and no wait for the device.
@MainActor
func persistenceComparisons() -> [Comparison] {
  let baseline = "persistence: JSONEncoder and a plain write"
  let count = 10_000
  return [
    Comparison(
      Benchmark(baseline, n: count, report: .time(.milliseconds)) {
        let folder = try TemporaryFolder()
        let saved = SavedItems(version: 1, state: ItemState(count: count))
        return { iterations in
          let path = folder.path(of: "plain.json")
          let file = PlainFile(path: path)
          var sample = Sample(time: .zero)
          for _ in 0..<iterations {
            sample.time += try timed { try file.write(Array(saved.encoded())) }
            try check(
              SavedItems(contentsOf: path).state == saved.state, "the file holds something else")
            file.remove()
          }
          return sample
        }
      },
      Benchmark(
        "persistence: a change, saved", n: count, against: baseline, report: .time(.milliseconds)
      ) {
        let bench = try PersistenceBench(count: count)
        return { iterations in try bench.save(times: iterations) }
      })
  ]
}

/// A store that saves itself, and a clock that makes it do so.
@MainActor
private final class PersistenceBench {
  private let folder: TemporaryFolder
  private let path: String
  private let clock = ManualClock()
  private let saves: Saves
  private let store: Store<ItemState, ItemAction>

  init(count: Int) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    path = folder.path(of: "saved.json")
    let saves = Saves()
    self.saves = saves
    store = Store(
      initial: ItemState(count: count), reducer: itemReducer,
      middleware: [
        .persistence(
          to: .file(path), version: 1,
          onEvent: { event in
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
    // The file ends in a line break more.
    try check(bytes.dropLast() == expected, "the file holds something else")
    return Sample(time: time)
  }

  private final class Saves: Sendable {
    let count = Atomic(0)
  }
}

/// What a file of saved items holds.
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
