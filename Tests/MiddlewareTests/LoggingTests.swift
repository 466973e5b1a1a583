import Foundation
import MillraceDifference
import MillraceStore
import MillraceStoreTesting
import MillraceSystem
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Logging")
struct LoggingTests {
  private let log = Log<String>()
  private let clock = ManualClock()

  /// A store with a manual clock: lines are written before a dispatch returns.
  private func store(
    level: LogLevel? = .info, format: LogFormat = .text, showing: Set<LogField> = [],
    levelOf: @escaping @Sendable (ItemsAction) -> LogLevel? = { _ in .info }
  ) -> ItemsStore {
    let log = log
    return makeStore(
      [
        .logging(
          to: .sink { log.add($0) }, level: level, format: format, showing: showing,
          levelOf: levelOf)
      ], clock: clock)
  }

  @Test("a line has the version, the action and its changes")
  func lines() {
    let store = store()
    store.dispatch(.draft("milk"))
    store.dispatch(.add("milk"))
    store.dispatch(.toggle(1))
    store.dispatch(.nothing)
    #expect(
      log.entries == [
        #"1 draft("milk") | draft: "" → "milk""#,
        #"2 add("milk") | items[id: 1]: + Item(id: 1, title: "milk", isDone: false)"#,
        "3 toggle(1) | items[id: 1].isDone: false → true",
        "4 nothing",
      ])
  }

  @Test("a replacement of the state is logged with its reason")
  func replacement() {
    let store = store()
    store.context.replaceState(reason: .timeTravel) { $0 = Items(draft: "old") }
    #expect(log.entries == [#"1 (timeTravel) | draft: "" → "old""#])
  }

  @Test(
    "a date that is not a number is logged as a line, in an action, a change and a dropped action",
    arguments: [false, true])
  func invalidDate(isRedacted: Bool) {
    enum Action: Sendable { case wake(at: Date), log([String: Date?]) }
    struct Alarm: Equatable, Sendable {
      var time = Date(timeIntervalSince1970: 0)
      var secret = ""
    }
    let issues = Log<String>()
    let store = Store(
      initial: Alarm(),
      reducer: Reducer<Alarm, Action> {
        if case .wake(let time) = $1 { $0.time = time }
        $0.secret += "x"
      },
      middleware: [
        .logging(
          to: .sink { [log] in log.add($0) }, redacting: isRedacted ? [.path(\Alarm.secret)] : [],
          showing: [])
      ], dependencies: Dependencies(clock: clock), onIssue: { issues.add("\($0)") })
    let invalid = Date(timeIntervalSince1970: .nan)
    store.dispatch(.wake(at: invalid))
    store.dispatch(.log(["a": invalid]))
    #expect(log.entries.count == 2)
    #expect(log.entries.allSatisfy { $0.contains("a date in it is not a number") })
    #expect(log.entries.allSatisfy { $0.contains("secret: ") })
    store.finish()
    store.dispatch(.wake(at: invalid))
    #expect(issues.entries.count == 1)
  }

  @Test("lines from several threads are in version order, each with its own change")
  func manyThreads() async {
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 },
      middleware: [.logging(to: .sink { [log] in log.add($0) }, showing: [])])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<100 { store.dispatch(1) } } }
    }
    store.finish()
    #expect(log.entries == (1...800).map { "\($0) 1 | state: \($0 - 1) → \($0)" })
  }

  @Test("a log entry is always one line without control characters")
  func escapes() {
    let store = store()
    store.dispatch(.draft("a\nb\u{1B}[2J\u{7F}\u{85}\u{2028}\u{202E}\r\u{0}"))
    store.dispatch(.add("x\u{9B}31m"))
    #expect(log.entries.count == 2)
    for line in log.entries {
      let scalars = line.unicodeScalars
      #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!scalars.contains("\u{2028}") && !scalars.contains("\u{202E}"))
    }
  }

  @Test("a line has the time")
  func time() {
    let store = store(showing: [.time])
    store.dispatch(.nothing)
    let parts = log.entries[0].split(separator: " ")
    #expect(parts.count == 3)
    #expect(parts[1].count == 20 && parts[1].hasSuffix("Z"))
    #expect(Date(timeIntervalSince1970: 951_827_696).iso8601Text == "2000-02-29T12:34:56Z")
    #expect(Date(timeIntervalSince1970: 951_827_696).fileNameText == "20000229T123456Z")
  }

  @Test("a line has the duration of the reducer and the call site")
  func durationAndOrigin() {
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Int> { [clock] state, action in
        state += action
        clock.advance(by: .microseconds(action))
      },
      middleware: [
        .logging(to: .sink { [log] in log.add($0) }, showing: [.duration, .origin])
      ], dependencies: Dependencies(clock: clock))
    store.dispatch(7, fileID: "App/Main.swift", line: 31, function: "body")
    #expect(log.entries == ["1 7 | state: 0 → 7 | 7 µs App/Main.swift:31 body"])
  }

  @Test("a JSON line is an object with the same parts")
  func json() {
    let store = store(format: .json, showing: [.duration, .origin])
    store.dispatch(.draft("a \"b\"\n"), fileID: "App/Main.swift", line: 31, function: "body")
    store.dispatch(.nothing, fileID: "App/Main.swift", line: 32, function: "body")
    #expect(
      log.entries == [
        #"{"action":"draft(\"a \\\"b\\\"\\n\")","changes":["draft: \"\" → \"a \\\"b\\\"\\n\""],"duration":0,"#
          + #""level":"info","origin":"App/Main.swift:31 body","version":1}"#,
        #"{"action":"nothing","changes":[],"duration":0,"level":"info","#
          + #""origin":"App/Main.swift:32 body","version":2}"#,
      ])
  }

  @Test("actions below the log's level, or without a level, are left out")
  func levels() {
    let store = store(level: .info) { action in
      switch action {
      case .draft: .debug
      case .add: .warning
      case .toggle: .info
      case .nothing: nil
      }
    }
    for action in [.draft("a"), .add("a"), .nothing, .toggle(1)] as [ItemsAction] {
      store.dispatch(action)
    }
    #expect(
      log.entries == [
        #"2 warning: add("a") | items[id: 1]: + Item(id: 1, title: "a", isDone: false)"#,
        "4 toggle(1) | items[id: 1].isDone: false → true",
      ])
  }

  @Test("for an action that is not logged, the reducer changes the state in place")
  func inPlace() {
    let wasCopied = Log<Bool>()
    let store = Store(
      initial: [1],
      reducer: Reducer<[Int], LogLevel> { state, _ in
        let before = state.withUnsafeBufferPointer { $0.baseAddress }
        state[0] += 1
        wasCopied.add(state.withUnsafeBufferPointer { $0.baseAddress } != before)
      },
      middleware: [
        .logging(to: .sink { [log] in log.add($0) }, showing: [], levelOf: { $0 })
      ], dependencies: Dependencies(clock: clock))
    for level in [.debug, .info, .debug, .debug] as [LogLevel] { store.dispatch(level) }
    #expect(wasCopied.entries == [false, true, false, false])
    #expect(log.entries.count == 1)
  }

  @Test("a log that is off opens no file and writes nothing")
  func off() throws {
    let folder = try TemporaryFolder()
    let store = makeStore([.logging(to: .file(folder.file("a.log")), level: nil)])
    store.dispatch(.nothing)
    store.finish()
    #expect(folder.names.isEmpty)
  }

  @Test("long values and many changes are truncated")
  func bounded() {
    let many = Items(items: IdentifiedList((1...500).map { Item(id: $0, title: "\($0)") }))
    let store = Store(
      initial: many,
      reducer: Reducer<Items, String> { state, text in
        state.items.modifyAll { $0.isDone = true }
        state.draft = text
      },
      middleware: [.logging(to: .sink { [log] in log.add($0) })],
      dependencies: Dependencies(clock: clock))
    store.dispatch(String(repeating: "long ", count: 100_000))
    #expect(log.entries[0].contains("and 493 more"))
    #expect(log.entries[0].count < 2000)
  }

  @Test("a level function that uses the store stops the program instead of blocking")
  func levelUsesStore() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let slot = Log<ItemsStore>()
      let store = makeStore([
        .logging(to: .sink { _ in }) { _ in slot.entries.first?.state.draft == "" ? .info : nil }
      ])
      slot.add(store)
      store.dispatch(.nothing)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("tried to read the store"))
  }
}

@Suite("Differences of states")
struct StateDifferenceTests {
  struct Opaque { var number = 0 }

  struct Whole {
    var opaque = Opaque()
    var pair = (1, "a")
    var maybe: Item?
    var numbers = [1, 2, 3]
    var table = ["a": 1, "b": 2]
    var rows = IdentifiedList<Item>()
  }

  private func difference(_ change: (inout Whole) -> Void) -> String {
    let before = Whole()
    var after = before
    change(&after)
    return StateDifference.between(before, after)
  }

  @Test("equal states have an empty difference")
  func equal() {
    #expect(difference { _ in } == "")
  }

  @Test("a difference names members of structs, tuples and optionals")
  func nested() {
    #expect(difference { $0.opaque.number = 4 } == "opaque.number: 0 → 4")
    #expect(difference { $0.pair.1 = "b" } == #"pair.1: "a" → "b""#)
    #expect(
      difference { $0.maybe = Item(id: 1, title: "x") }
        == #"maybe: nil → Item(id: 1, title: "x", isDone: false)"#)
    let before = Whole(maybe: Item(id: 1, title: "x"))
    var after = before
    after.maybe?.isDone = true
    #expect(StateDifference.between(before, after) == "maybe.isDone: false → true")
  }

  @Test("a difference names elements of arrays and dictionaries")
  func collections() {
    #expect(difference { $0.numbers[1] = 9 } == "numbers[1]: 2 → 9")
    #expect(difference { $0.numbers.append(4) } == "numbers[3]: + 4")
    #expect(difference { $0.numbers.remove(at: 0) } == "numbers[0]: − 1")
    #expect(
      difference { $0.table = ["b": 3, "c": 4] }
        == #"table["a"]: − 1; table["b"]: 2 → 3; table["c"]: + 4"#)
  }

  @Test("a difference names elements of identified lists by id, independent of position")
  func identifiedLists() {
    var before = Whole()
    before.rows = IdentifiedList((1...4).map { Item(id: $0, title: "t") })
    var after = before
    after.rows.remove(id: 1)
    after.rows[id: 3]?.title = "u"
    #expect(
      StateDifference.between(before, after)
        == #"rows[id: 1]: − Item(id: 1, title: "t", isDone: false); rows[id: 3].title: "t" → "u""#)
    after = before
    after.rows.move(from: 0, to: 2)
    #expect(StateDifference.between(before, after) == "rows: reordered")
  }
}
