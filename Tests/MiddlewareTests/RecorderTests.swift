import MillraceStore
import MillraceStoreTesting
import MillraceSystem
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Recorder: content and destinations")
struct RecorderTests {
  let folder: TemporaryFolder
  var path: String { folder.file("session.jsonl") }

  init() throws { folder = try TemporaryFolder() }

  /// A line without the parts that differ from run to run.
  private func plain(_ line: Substring) -> String {
    String(line).replacing(#/"(sum|digest)":"[0-9a-f]{16}",/#, with: "")
      .replacing(#/"types":\{[^}]*\},/#, with: "")
      .replacing(#/"began":"[-0-9T:]{19}Z"/#, with: #""began":"NOW""#)
      .replacing(#/:[0-9]+ lines\(\)/#, with: ":LINE lines()")
  }

  @Test(
    "line 1 names the types in the state, and the first line of an action case the types in it"
  )
  func types() throws {
    let store = makeBoard(
      [.recorder(to: .file(path))], initial: Board(items: [Item(id: 1, title: "a")]))
    for action in [.draft("a"), .draft("b"), .score("c", 1), .nothing] as [BoardAction] {
      store.dispatch(action)
    }
    let types = folder.lines("session.jsonl").map { line in
      String(line.firstMatch(of: #/"types":(\{[^}]*\})/#)?.output.1 ?? "")
    }
    #expect(
      types[0].hasPrefix(
        #"{"":"Board","draft":"String","items":"IdentifiedList<Item>","items[]":"Item","#))
    #expect(types[0].contains(#""items[].title":"String""#))
    #expect(
      Array(types[1...]) == [
        #"{"":"BoardAction","draft":"String"}"#, "",
        ##"{"":"BoardAction","score":"(String, Int)","score.0":"String","score.1":"Int"}"##,
        #"{"":"BoardAction"}"#,
      ])
  }

  @Test("a line has the time, action, call site, parent commit and changes")
  func lines() {
    let clock = ManualClock()
    let store = makeBoard([.recorder(to: .file(path))], clock: clock)
    clock.advance(by: .milliseconds(1500))
    store.dispatch(.draft("milk"))
    let token = store.observeCommits { commit in
      if commit.action == .draft("tea") { store.dispatch(.nothing) }
    }
    clock.advance(by: .seconds(2))
    store.dispatch(.draft("tea"))
    store.context.replaceState(reason: .restore) { $0 = Board(draft: "old") }
    store.finish()
    withExtendedLifetime(token) {}
    let empty = #"{"draft":"","items":[],"ratio":0,"scores":{}}"#
    let file = "MiddlewareTests/RecorderTests.swift"
    #expect(
      folder.lines("session.jsonl").map(plain) == [
        #"{"began":"NOW","format":1,"ms":0,"state":\#(empty),"version":0}"#,
        #"{"action":{"draft":{"_0":"milk"}},"change":"draft: \"\" → \"milk\"","ms":1500,"#
          + #""origin":"\#(file):LINE lines()","version":1}"#,
        #"{"action":{"draft":{"_0":"tea"}},"change":"draft: \"milk\" → \"tea\"","ms":3500,"#
          + #""origin":"\#(file):LINE lines()","version":2}"#,
        #"{"action":{"nothing":{}},"ms":3500,"origin":"\#(file):LINE lines()","parent":2,"version":3}"#,
        #"{"began":"NOW","change":"draft: \"tea\" → \"old\"","format":1,"ms":3500,"reason":"restore","#
          + #""state":{"draft":"old","items":[],"ratio":0,"scores":{}},"version":4}"#,
      ])
  }

  @Test("only its owner can read a recording, and each commit is in it at once")
  func atOnce() throws {
    let store = makeBoard([.recorder(to: .file(path))])
    #expect(folder.permissions("session.jsonl") == 0o600)
    store.dispatch(.draft("milk"))
    let recording = try BoardRecording(path: path)
    #expect(recording.versions == 0...1)
    #expect(try recording.state(at: 1, by: board) == Board(draft: "milk"))
    store.dispatch(.draft("tea"))
    #expect(recording.versions == 0...1, "later commits are not in an opened recording")
    #expect(try recording.state(at: 1, by: board) == Board(draft: "milk"))
    #expect(try BoardRecording(path: path).state(at: 2, by: board) == Board(draft: "tea"))
  }

  @Test("a state that other middleware restores is recorded, in either order")
  func restored() throws {
    let restoring = Middleware<Board, BoardAction>(parts: { _ in
      .init(start: { _ in Board(draft: "restored") })
    })
    let ring = RecordingRing()
    for middleware in [
      [restoring, .recorder(to: .ring(ring))], [.recorder(to: .ring(ring)), restoring],
    ] {
      makeBoard(middleware).dispatch(.add("a"))
      let recording = try BoardRecording(ring)
      #expect(recording.versions.upperBound == 2)
      #expect(try recording.state(at: 1, by: board) == Board(draft: "restored"))
      #expect(try recording.state(at: 2, by: board).items.map(\.title) == ["a"])
    }
  }

  @Test("lines from several threads are in version order, and each version can be restored")
  func manyThreads() async throws {
    let store = makeBoard([.recorder(to: .file(path))])
    let states = Log<Board>()
    let token = store.observeCommits(keepingStates: true) { commit in
      if let after = commit.states?.after { states.add(after) }
    }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for index in 0..<25 {
            if index == 12 {
              store.context.replaceState(reason: .liveReload) { $0 = Board(draft: "\(thread)") }
            }
            store.dispatch(index % 2 == 0 ? .add("\(thread) \(index)") : .toggle(index))
          }
        }
      }
    }
    store.finish()
    withExtendedLifetime(token) {}
    let recording = try BoardRecording(path: path)
    #expect(recording.versions == 0...208)
    #expect(!recording.isTruncated)
    for version in recording.versions.dropFirst() {
      #expect(try recording.state(at: version, by: board) == states.entries[Int(version) - 1])
    }
  }

  @Test("a recording replaces an older one or an empty file, and refuses any other file")
  func otherFiles() throws {
    try folder.write("", to: "session.jsonl")
    for title in ["first", "second"] {
      let store = makeBoard([.recorder(to: .file(path))])
      #expect(store.startupFailures.isEmpty)
      store.dispatch(.add(title))
      store.finish()
    }
    let recording = try BoardRecording(path: path)
    #expect(try recording.state(at: 1, by: board).items.map(\.title) == ["second"])

    for text in [
      "{\"version\":1}", "precious", "{\"sum\":\"0123456789abcdef\",\"version\":1}\n", "{",
    ] {
      try folder.write(text, to: "other")
      let store = makeBoard([.recorder(to: .file(folder.file("other")))])
      let failure = RecordingError.notARecording(path: folder.file("other"))
      #expect(store.startupFailures.first as? RecordingError == failure)
      store.dispatch(.add("works on"))
      store.finish()
      #expect(folder.text("other") == text)
      #expect(throws: failure) { try BoardRecording(path: folder.file("other")) }
    }
    let store = makeBoard([.recorder(to: .file(folder.path))])
    #expect(
      store.startupFailures.first as? RecordingError
        == .cannotOpen(path: folder.path, reason: "Is a directory"))
    #expect(
      throws: RecordingError.cannotOpen(
        path: folder.file("none"), reason: "No such file or directory")
    ) { try BoardRecording(path: folder.file("none")) }
  }

  @Test("an opened recording stays readable when a new one replaces it")
  func replaced() throws {
    for title in ["first", "second"] {
      let store = makeBoard([.recorder(to: .file(path))], initial: Board(draft: title))
      let recording = try BoardRecording(path: path)
      store.finish()
      makeBoard([.recorder(to: .file(path))]).finish()
      #expect(try recording.state(at: 0, by: board).draft == title)
    }
  }

  @Test("two stores cannot record into one file at the same time")
  func inUse() throws {
    let first = makeBoard([.recorder(to: .file(path))])
    first.dispatch(.draft("first"))
    let second = makeBoard([.recorder(to: .file(path))])
    #expect(
      second.startupFailures.first as? RecordingError
        == .cannotOpen(
          path: path, reason: "another store, in this or another process, records to it"))
    second.dispatch(.draft("second"))
    first.finish()
    #expect(try BoardRecording(path: path).state(at: 1, by: board).draft == "first")
    #expect(makeBoard([.recorder(to: .file(path))]).startupFailures.isEmpty)
  }

  @Test("a failing write is reported once, ends the recording, and stops nothing else")
  func fullDisk() throws {
    let (issues, written) = (Log<String>(), Log<[UInt8]>())
    let full = RecordingDestination(name: "full.jsonl") {
      { line, _ in
        if written.entries.count == 3 { throw SystemError(code: 28) }
        written.add(line)
      }
    }
    let store = makeBoard([.recorder(to: full)], issues: issues)
    for index in 1...10 { store.dispatch(.draft("\(index)")) }
    store.finish()
    #expect(
      issues.entries == [
        "The recording full.jsonl ends before version 3, because that version could not be written: No space left on device."
      ])
    #expect(store.state.draft == "10")
    #expect(written.entries.count == 3)
  }

  @Test("a recording ends before an action that JSON cannot encode")
  func notANumber() throws {
    let issues = Log<String>()
    let store = makeBoard([.recorder(to: .file(path))], issues: issues)
    store.dispatch(.draft("a"))
    store.dispatch(.price(.nan))
    store.dispatch(.price(0))
    store.finish()
    #expect(issues.entries.count == 1)
    let issue = "The recording \(path) ends before version 2, because"
    #expect(issues.entries.first?.hasPrefix(issue) == true)
    #expect(try BoardRecording(path: path).versions == 0...1)
    #expect(store.snapshot.version == 3)
  }

  @Test("a recording keeps a floating-point number that JSON lacks")
  func infinity() throws {
    let issues = Log<String>()
    let store = makeBoard([.recorder(to: .file(path))], issues: issues)
    for ratio in [Double.infinity, -.infinity, .nan, 1] { store.dispatch(.ratio(ratio)) }
    store.finish()
    #expect(issues.entries.isEmpty)
    let recording = try BoardRecording(path: path)
    #expect(recording.versions == 0...4)
    #expect(try recording.state(at: 1, by: board).ratio == .infinity)
    #expect(try recording.state(at: 2, by: board).ratio == -.infinity)
    #expect(try recording.state(at: 3, by: board).ratio.isNaN)
    #expect(try recording.state(at: 4, by: board).ratio == 1)
  }

  @Test("a ring keeps the newest commits in bounded memory, and each of them can be restored")
  func ring() throws {
    let ring = RecordingRing(capacity: 10_000)
    let store = makeBoard([.recorder(to: .ring(ring))])
    var states: [Board] = [store.state]
    for index in 1...600 {
      store.dispatch(index % 3 == 0 ? .score("a", index) : .draft("\(index)"))
      states.append(store.state)
      if index % 7 == 0 { #expect(ring.bytes.count < 20_000) }
    }
    let recording = try BoardRecording(ring)
    #expect(recording.versions.upperBound == 600)
    #expect(recording.versions.lowerBound > 500)
    #expect(recording.versions.count > 10_000 / 300)
    for version in recording.versions {
      #expect(try recording.state(at: version, by: board) == states[Int(version)])
    }
    let (range, old) = (recording.versions, recording.versions.lowerBound - 1)
    #expect(throws: RecordingError.notRecorded(version: old, recorded: range)) {
      try recording.state(at: old, by: board)
    }
    #expect(
      "\(RecordingError.notRecorded(version: 1, recorded: 5...9))"
        == "Version 1 was not recorded. Choose one from 5 to 9.")
  }

  @Test("a ring that records another store drops the commits of the first")
  func ringAgain() throws {
    let ring = RecordingRing()
    let first = makeBoard([.recorder(to: .ring(ring))])
    first.dispatch(.draft("first"))
    let second = makeBoard([.recorder(to: .ring(ring))])
    second.dispatch(.draft("second"))
    #expect(try BoardRecording(ring).state(at: 1, by: board).draft == "second")
  }

  @Test("the state is recorded again when later lines exceed its size")
  func rhythm() throws {
    for size in [10, 20_000] {
      let initial = Board(draft: String(repeating: "x", count: size))
      let store = makeBoard([.recorder(to: .file(path))], initial: initial)
      for index in 1...400 { store.dispatch(.score("a", index)) }
      store.finish()
      let lines = folder.lines("session.jsonl")
      let states = lines.count { $0.contains(#""state":"#) }
      let bytes = lines.reduce(0) { $0 + ($1.contains(#""state":"#) ? 0 : $1.utf8.count + 1) }
      let span = max(size, 4096)
      #expect((bytes / (span + 400)...bytes / span + 1).contains(states), "\(states) states")
      #expect(states > 2)
    }
  }
}
