import MillraceStore
import MillraceSystem
import Testing

@testable import MillraceMiddleware

@Suite("Logging")
struct LoggingTests {
  @Test("one line for an action: its version, what it is, and what it changed")
  func lines() {
    let log = Log<String>()
    let store = makeStore([.logging(to: .sink { log.add($0) }, showingTime: false)])
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

  @Test("lines come in the order of versions from any thread, each with its own change")
  func manyThreads() async {
    let log = Log<String>()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 },
      middleware: [.logging(to: .sink { log.add($0) }, showingTime: false)])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<100 { store.dispatch(1) } } }
    }
    #expect(log.entries == (1...800).map { "\($0) 1 | state: \($0 - 1) → \($0)" })
  }

  @Test("a line stays one line, without control characters")
  func escapes() {
    let log = Log<String>()
    let store = makeStore([.logging(to: .sink { log.add($0) })])
    store.dispatch(.draft("a\nb\u{1B}[2J\u{7F}\u{85}\u{2028}\u{202E}\r\u{0}"))
    store.dispatch(.add("x\u{9B}31m"))
    #expect(log.entries.count == 2)
    for line in log.entries {
      let scalars = line.unicodeScalars
      #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!scalars.contains("\u{2028}") && !scalars.contains("\u{202E}"))
    }
  }

  @Test("lines tell the time, unless they should not")
  func time() {
    let log = Log<String>()
    let store = makeStore([.logging(to: .sink { log.add($0) })])
    store.dispatch(.nothing)
    let parts = log.entries[0].split(separator: " ")
    #expect(parts.count == 3)
    #expect(parts[1].count == 20 && parts[1].hasSuffix("Z"))
    #expect(Timestamp(secondsSince1970: 951_827_696).text == "2000-02-29T12:34:56Z")
    #expect(Timestamp(secondsSince1970: 951_827_696).compactText == "20000229T123456Z")
  }

  @Test("long values and many changes are cut")
  func bounded() {
    let log = Log<String>()
    let many = Items(items: IdentifiedList((1...500).map { Item(id: $0, title: "\($0)") }))
    let store = Store(
      initial: many,
      reducer: Reducer<Items, String> { state, text in
        state.items.modifyAll { $0.isDone = true }
        state.draft = text
      },
      middleware: [.logging(to: .sink { log.add($0) })])
    store.dispatch(String(repeating: "long ", count: 100_000))
    #expect(log.entries[0].contains("and 493 more"))
    #expect(log.entries[0].count < 2000)
  }

  @Test("is appended to a file that its owner alone may read")
  func file() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let store = makeStore([.logging(to: .file(folder.file("a.log")), showingTime: false)])
      #expect(store.startupFailures.isEmpty)
      store.dispatch(.nothing)
    }
    #expect(folder.text("a.log") == "1 nothing\n1 nothing\n")
    #expect(folder.permissions("a.log") == 0o600)
  }

  @Test("a file that cannot be opened is a failure at the start, and the store works")
  func unopenable() throws {
    let folder = try TemporaryFolder()
    let store = makeStore([.logging(to: .file(folder.path))])
    #expect("\(store.startupFailures)".contains("cannot be opened: Is a directory"))
    store.dispatch(.add("a"))
    #expect(store.state.items.count == 1)
  }

  @Test("a failing write is reported once")
  func failingWrite() throws {
    // A device that is always full; there is none on some systems.
    guard try SystemFiles().status(of: "/dev/full") != nil else { return }
    let failures = Log<LoggingError>()
    let store = makeStore([.logging(to: .file("/dev/full"), onFailure: { failures.add($0) })])
    store.dispatch(.nothing)
    store.dispatch(.nothing)
    #expect(
      failures.entries == [
        .cannotWrite(path: "/dev/full", reason: "No space left on device")
      ])
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

  @Test("nothing for equal states")
  func equal() {
    #expect(difference { _ in } == "")
  }

  @Test("looks into structs, tuples and optionals")
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

  @Test("finds the elements of arrays and dictionaries")
  func collections() {
    #expect(difference { $0.numbers[1] = 9 } == "numbers[1]: 2 → 9")
    #expect(difference { $0.numbers.append(4) } == "numbers[3]: + 4")
    #expect(difference { $0.numbers.remove(at: 0) } == "numbers[0]: − 1")
    #expect(
      difference { $0.table = ["b": 3, "c": 4] }
        == #"table["a"]: − 1; table["b"]: 2 → 3; table["c"]: + 4"#)
  }

  @Test("finds the elements of identified lists by id, wherever they are")
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
    #expect(StateDifference.between(before, after) == "rows: in another order")
  }
}
