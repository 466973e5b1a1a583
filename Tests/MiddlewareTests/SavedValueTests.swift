import Foundation
import MillraceStore
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware

/// Values that JSON has no form for.
private struct Odd: Codable, Equatable, Sendable {
  var doubles: [Double] = []
  var dates: [Date] = []
  var prices: [Decimal] = []
}

private enum OddAction: Codable, Equatable, Sendable {
  case double(Double)
  case date(Date)
  case price(Decimal)
  case clear
}

@Suite("Persistence: values that JSON lacks")
struct SavedValueTests {
  private let files = MemoryStorage()
  private let path = "/odd.json"

  private func open(
    _ durability: Durability<OddAction>, clock: ManualClock = ManualClock(),
    issues: Log<String> = Log()
  ) -> Store<Odd, OddAction> {
    Store(
      initial: Odd(),
      reducer: Reducer { state, action in
        switch action {
        case .double(let value): state.doubles.append(value)
        case .date(let value): state.dates.append(value)
        case .price(let value): state.prices.append(value)
        case .clear: state = Odd()
        }
      },
      middleware: [
        .persistence(to: .file(path), version: 1, durability: durability, storage: files)
      ],
      dependencies: Dependencies(clock: clock), onIssue: { issues.add("\($0)") })
  }

  private static let doubles: [Double] = [.nan, .infinity, -.infinity, 0.1, -0.0, 1e300]
  private static let dates = [
    Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity), .distantPast,
    .distantFuture, Date(timeIntervalSince1970: -62_135_596_800.5),
    Date(timeIntervalSince1970: -1e12), Date(timeIntervalSince1970: 1e12),
    Date(timeIntervalSince1970: 253_402_300_799.9996),
  ]

  private func isSame(_ first: Double, _ second: Double) -> Bool {
    first == second || first.isNaN && second.isNaN
  }

  @Test("every Double and every Date is restored", arguments: [true, false])
  func doublesAndDates(isJournaled: Bool) {
    let issues = Log<String>()
    let store = open(isJournaled ? .journal : .snapshot, issues: issues)
    for value in Self.doubles { store.dispatch(.double(value)) }
    for value in Self.dates { store.dispatch(.date(value)) }
    if isJournaled { files.killProcess() } else { store.finish() }
    let restored = open(isJournaled ? .journal : .snapshot, issues: issues).state
    #expect(restored.doubles.count == Self.doubles.count)
    #expect(zip(restored.doubles, Self.doubles).allSatisfy(isSame))
    #expect(restored.dates.count == Self.dates.count)
    for (restored, date) in zip(restored.dates, Self.dates) {
      let (new, old) = (restored.timeIntervalSince1970, date.timeIntervalSince1970)
      #expect(isSame(new, old) || abs(new - old) < 0.000_51, "\(old) became \(new)")
    }
    #expect(issues.entries.isEmpty)
    withExtendedLifetime(store) {}
  }

  @Test("a Decimal that is not a number is named with its path, and the file keeps what it had")
  func decimal() {
    let (clock, issues) = (ManualClock(), Log<String>())
    let store = open(.snapshot, clock: clock, issues: issues)
    store.dispatch(.price(1.5))
    clock.advance(by: .seconds(3))
    let before = files[path]
    store.dispatch(.price(.nan))
    clock.advance(by: .seconds(3))
    #expect(files[path] == before)
    #expect(issues.entries.count == 1)
    #expect(issues.entries.first?.contains("state.prices[1]") == true, "\(issues.entries)")
    store.dispatch(.clear)
    store.dispatch(.price(2))
    clock.advance(by: .seconds(60))
    store.finish()
    #expect(open(.snapshot).state.prices == [2])
  }

  @Test("an action with a Decimal that is not a number leaves no line that cannot be read")
  func decimalInJournal() {
    let (clock, issues) = (ManualClock(), Log<String>())
    let store = open(.journal, clock: clock, issues: issues)
    store.dispatch(.price(1.5))
    store.dispatch(.price(.nan))
    store.dispatch(.clear)
    store.dispatch(.price(2))
    #expect(issues.entries.first?.contains("price._0") == true, "\(issues.entries)")
    clock.advance(by: .seconds(60))
    store.dispatch(.price(3))
    files.killProcess()
    let later = Log<String>()
    #expect(open(.journal, issues: later).state.prices == [2, 3])
    #expect(later.entries.isEmpty)
    withExtendedLifetime(store) {}
  }

  @Test("what an encoder refuses is named with its path")
  func refused() {
    struct Refusing: Codable, Equatable, Sendable {
      var name = "a"
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          name, .init(codingPath: encoder.codingPath, debugDescription: "No text."))
      }
    }
    struct State: Codable, Equatable, Sendable { var parts = [Refusing()] }
    let issues = Log<String>()
    let store = Store(
      initial: State(), reducer: Reducer<State, Int> { state, _ in state.parts.append(Refusing()) },
      middleware: [.persistence(to: .file(path), version: 1, storage: files)],
      dependencies: Dependencies(clock: ManualClock()), onIssue: { issues.add("\($0)") })
    store.dispatch(1)
    store.finish()
    #expect(
      issues.entries.first?.contains("at state.parts.[0]: No text") == true, "\(issues.entries)")
  }
}
