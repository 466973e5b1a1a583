import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Repeats a scripted run, so that each of its file operations fails once in every way.
@Suite("Persistence: failing operations")
struct JournalFaultTests {
  private static let path = "/folder/items.json"

  enum Way: CaseIterable {
    case fails, failsAfterwards, partialWrite, shortWrite, dies, losesPower

    var fault: MemoryStorage.Fault {
      switch self {
      case .fails, .dies, .losesPower: .fails(ENOSPC)
      case .failsAfterwards: .failsAfterwards(EIO)
      case .partialWrite: .partialWrite(ENOSPC)
      case .shortWrite: .shortWrite
      }
    }

    /// Whether every later operation fails too.
    var isLast: Bool { self == .dies || self == .losesPower }
  }

  /// The actions of a run, and the reports of the store.
  private struct Outcome {
    var tried = 0
    /// Actions that were dispatched without a reported failure.
    var acknowledged = 0
    /// Actions that the store has reported as durable.
    var durable = 0
  }

  private func open(
    _ files: MemoryStorage, _ durability: Durability<ItemsAction>
  ) -> Saved {
    Saved(Self.path, durability: durability, storage: files)
  }

  /// Runs a program several times, so that it does each of its file operations.
  private func run(
    on files: MemoryStorage, _ durability: Durability<ItemsAction>
  ) async -> Outcome {
    var outcome = Outcome()
    for _ in 0..<3 {
      let saved = open(files, durability)
      if saved.failure != nil { return outcome }
      for step in 0..<6 {
        if step == 4 {
          saved.store.context.replaceState(reason: .timeTravel) { _ in }
        }
        outcome.tried += 1
        saved.store.dispatch(.add("\(outcome.tried)"))
        if saved.store.savedFile?.failure == nil { outcome.acknowledged = outcome.tried }
        if step == 2, (try? await saved.store.flush()) != nil { outcome.durable = outcome.tried }
        if step == 3 { saved.scheduler.advance(by: .seconds(10)) }
      }
      saved.store.finish()
      if saved.store.savedFile?.failure != nil { return outcome }
      (outcome.acknowledged, outcome.durable) = (outcome.tried, outcome.tried)
    }
    return outcome
  }

  @Test(
    "acknowledged actions survive any failing operation, and later saves succeed",
    arguments: Way.allCases, [true, false])
  func everyOperation(way: Way, hasJournal: Bool) async {
    let durability: Durability<ItemsAction> = hasJournal ? .journal : .snapshot
    let counter = Tally()
    let healthy = MemoryStorage()
    healthy.setFault { operation, _ in
      counter.add(1)
      return nil
    }
    let all = await run(on: healthy, durability)
    #expect(all.tried == 18 && all.durable == 18)
    let count = counter.value
    #expect(count > 30)
    // By default, each way fails every eleventh operation, and each way other ones.
    let step = rounds(11, long: 1)
    let wayNumber = Way.allCases.firstIndex(of: way)! * 2 + (hasJournal ? 0 : 1)
    for number in stride(from: 1 + wayNumber % step, through: count, by: step) {
      let files = MemoryStorage()
      counter.reset()
      files.setFault { operation, _ in
        let now = counter.add(1)
        return now == number || (way.isLast && now > number) ? way.fault : nil
      }
      let outcome = await run(on: files, durability)
      files.setFault(nil)
      if way == .losesPower { files.cutPower() } else { files.killProcess() }
      let restored = open(files, durability)
      #expect(restored.failure == nil, "\(way) at operation \(number)")
      let expected = (1...18).prefix(restored.titles.count).map { "\($0)" }
      #expect(restored.titles == expected, "\(way) at operation \(number)")
      let least =
        way == .losesPower || !hasJournal ? outcome.durable : outcome.acknowledged
      #expect(
        (least...max(least, outcome.tried)).contains(restored.titles.count),
        "\(way) at operation \(number): \(restored.titles.count) of \(outcome)")
      let isDamaged = restored.events.entries.contains { event in
        switch event {
        case .noticed: true
        default: false
        }
      }
      #expect(!isDamaged, "\(way) at operation \(number): \(restored.events.entries)")
      // A later save succeeds.
      restored.store.dispatch(.add("after"))
      restored.store.finish()
      #expect(restored.store.savedFile?.failure == nil, "\(way) at operation \(number)")
      files.cutPower()
      #expect(
        open(files, durability).titles == expected + ["after"], "\(way) at operation \(number)")
    }
  }

  @Test("a reader reads again when the entries are replaced during the read")
  func looksAgain() {
    let files = MemoryStorage()
    let saved = open(files, .journal)
    saved.store.dispatch(.add("1"))
    let reads = Tally()
    files.setFault { operation, path in
      guard operation == .read, path.hasSuffix("/entries") else { return nil }
      return reads.add(1) == 1 ? .fails(ENOENT) : nil
    }
    let reader = Saved(Self.path, durability: .journal, access: .readOnly, storage: files)
    #expect(reader.failure == nil)
    #expect(reader.titles == ["1"])
    withExtendedLifetime(saved) {}
  }

  @Test("without room for an entry, the state is saved, if there is room for it")
  func noRoomForEntry() {
    let files = MemoryStorage()
    let first = open(files, .journal)
    first.store.dispatch(.add("milk"))
    first.store.finish()
    let second = open(files, .journal)
    let count = Guarded(0)
    // The device has no room for the entry, but has room for the state.
    files.setFault { operation, path in
      guard operation == .write, path.hasSuffix("/entries") else { return nil }
      return count.withLock { count in
        count += 1
        return count == 1 ? .partialWrite(ENOSPC) : count < 4 ? .fails(ENOSPC) : nil
      }
    }
    let title = String(repeating: "long ", count: 500)
    second.store.dispatch(.add(title))
    second.scheduler.advance(by: .seconds(10))
    #expect(second.store.savedFile?.failure == nil)
    files.setFault(nil)
    files.killProcess()
    let third = open(files, .journal)
    #expect(third.titles == ["milk", title])
    #expect(third.events.entries == [.restored(path: Self.path)])
    withExtendedLifetime(second) {}
  }

  @Test(
    "a disk that fails repeatedly loses no acknowledged action",
    arguments: 0..<rounds(12, long: 200) as Range<UInt64>)
  func failsForAWhile(seed: UInt64) {
    let files = MemoryStorage()
    let random = Guarded(SeededGenerator(seed: seed))
    @Sendable func oneOf(_ count: Int) -> Bool {
      random.withLock { Int.random(in: 0..<count, using: &$0) == 0 }
    }
    let failing: @Sendable (MemoryStorage.Operation, String) -> MemoryStorage.Fault? = {
      operation, _ in
      switch operation {
      case .write: oneOf(2) ? .partialWrite(ENOSPC) : nil
      case .rename, .synchronize, .synchronizeFolder, .remove:
        oneOf(6) ? oneOf(2) ? .fails(EIO) : .failsAfterwards(EIO) : nil
      default: nil
      }
    }
    var (tried, acknowledged) = (0, 0)
    // Killed stores write no more, because their open files are closed.
    var lives: [Saved] = []
    for life in 0..<5 {
      files.setFault(nil)
      let saved = open(files, .journal)
      lives.append(saved)
      #expect(saved.failure == nil, "life \(life)")
      #expect(saved.titles == (1...99).prefix(saved.titles.count).map { "\($0)" }, "life \(life)")
      #expect((acknowledged...tried).contains(saved.titles.count), "life \(life)")
      tried = saved.titles.count
      for _ in 0..<15 {
        if oneOf(4) { files.setFault(oneOf(3) ? nil : failing) }
        tried += 1
        saved.store.dispatch(.add("\(tried)"))
        if saved.store.savedFile?.failure == nil { acknowledged = tried }
        if oneOf(3) { saved.scheduler.advance(by: .seconds(70)) }
      }
      if oneOf(3) {
        saved.store.finish()
        if saved.store.savedFile?.failure == nil { acknowledged = tried }
      }
      files.killProcess()
    }
    withExtendedLifetime(lives) {}
  }
}
