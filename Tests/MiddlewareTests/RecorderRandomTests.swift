import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Recorder: random programs")
struct RecorderRandomTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("each version of a random program is restored from file and ring, and its replay is equal")
  func random() async throws {
    var seeds = SystemRandomNumberGenerator()
    for _ in 1...rounds(2, long: 4) {
      let seed = seeds.next()
      print("The seed of the recorded program is \(seed).")
      try await run(seed)
    }
  }

  private func run(_ seed: UInt64) async throws {
    let hint: Comment = "seed \(seed)"
    var chance = SeededGenerator(seed: seed)
    let (ring, path, clock) = (RecordingRing(capacity: 6000), folder.file("\(seed)"), ManualClock())
    var initial = Board()
    for _ in 0..<chance.number(0..<30) { _ = board.reduce(&initial, chance.action()) }
    let store = makeBoard(
      [
        .recorder(to: .file(path), checkingStatesUpTo: [0, 300, 16_384][chance.number(0..<3)]),
        .recorder(to: .ring(ring), checkingStatesUpTo: [0, 16_384][chance.number(0..<2)]),
      ], initial: initial, clock: clock)
    // The observer reacts to some commits with an action.
    let token = store.observeCommits { commit in
      if case .draft(let text) = commit.action, text != "x" { store.dispatch(.draft("x")) }
    }
    let states = Log<Board>()
    states.add(store.state)
    let watcher = store.observeCommits(keepingStates: true) { commit in
      if let after = commit.states?.after { states.add(after) }
    }
    for _ in 0..<chance.number(50..<200) {
      clock.advance(by: .milliseconds(chance.number(0..<5)))
      switch chance.number(0..<25) {
      case 0:
        let past = states.entries[chance.number(0..<states.entries.count)]
        store.context.replaceState(reason: .timeTravel) { $0 = past }
      case 1:
        let text = chance.text()
        store.context.replaceState(reason: .restore) { $0 = Board(draft: text) }
      default: store.dispatch(chance.action())
      }
    }
    store.finish()
    withExtendedLifetime((token, watcher)) {}
    let all = states.entries
    for recording in [try BoardRecording(path: path), try BoardRecording(ring)] {
      #expect(recording.versions.upperBound == UInt64(all.count - 1), hint)
      for version in recording.versions {
        #expect(try text(recording.state(at: version, by: board)) == text(all[Int(version)]), hint)
      }
      let replay = try BoardReplay(recording, reducer: board)
      let seen = Log<Board>()
      let token = replay.store.observeCommits(keepingStates: true) { commit in
        if let after = commit.states?.after { seen.add(after) }
      }
      #expect(try await replay.run(speed: .infinity) == nil, hint)
      token.cancel()
      let recorded = try all.suffix(recording.versions.count - 1).map(text)
      #expect(try seen.entries.map(text) == recorded, hint)
    }
  }

  /// Dates are restored to the millisecond.
  private func text(_ board: Board) throws -> String {
    String(decoding: try JSONFormat.encode(board), as: UTF8.self)
  }

  // MARK: Damage

  private func small(steps: Int = 5) throws -> (bytes: [UInt8], states: [Board]) {
    let store = makeBoard([.recorder(to: .file(folder.file("small")))])
    var states = [store.state]
    for step in 1...steps {
      if step == 2 {
        store.context.replaceState(reason: .restore) { $0 = Board(draft: "b") }
      } else {
        store.dispatch(step % 2 == 0 ? .toggle(1) : .add("é"))
      }
      states.append(store.state)
    }
    store.finish()
    return (Array((folder.text("small") ?? "").utf8), states)
  }

  /// Reads a damaged file: returns the last version, or throws.
  private func read(_ bytes: [UInt8], _ states: [Board]) throws(RecordingError) -> Int {
    let path = folder.file("damaged")
    try? Data(bytes).write(to: URL(filePath: path))
    let recording = try BoardRecording(path: path)
    for version in recording.versions {
      #expect(try recording.state(at: version, by: board) == states[Int(version)])
    }
    #expect(recording.isTruncated == (bytes.last != UInt8(ascii: "\n")))
    return Int(recording.versions.upperBound)
  }

  @Test("a recording cut at any byte can be read up to its last whole line")
  func truncated() throws {
    let (bytes, states) = try small(steps: 2)
    // By default not every length, but each end of a line, before and after its line break.
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    let some = stride(from: 0, to: bytes.count, by: rounds(7, long: 1))
    for length in Set(some).union(ends).union(ends.map { $0 + 1 }).sorted() {
      let whole = bytes.prefix(length).count { $0 == UInt8(ascii: "\n") }
      if whole == 0 {
        #expect(throws: RecordingError.notARecording(path: folder.file("damaged"))) {
          try read(Array(bytes.prefix(length)), states)
        }
      } else {
        #expect(try read(Array(bytes.prefix(length)), states) == whole - 1)
      }
    }
  }

  @Test("a changed byte causes an error, except in the last line break")
  func flipped() throws {
    let (bytes, states) = try small(steps: 2)
    for offset in stride(from: 0, to: bytes.count - 1, by: rounds(7, long: 1)) + [bytes.count - 1] {
      for change in [1, 0x80, bytes[offset] ^ UInt8(ascii: "\n")] where change != 0 {
        var damaged = bytes
        damaged[offset] ^= change
        let before = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
        let path = folder.file("damaged")
        switch Result(catching: { try read(damaged, states) }) {
        case .success(let last):
          #expect(offset == bytes.count - 1 && last == states.count - 2, "byte \(offset)")
        case .failure(RecordingError.damaged(path, let line, _)):
          #expect(line == before + 1, "byte \(offset)")
        case .failure(let error):
          #expect(offset < 40 && error as? RecordingError == .notARecording(path: path))
        }
      }
    }
  }

  @Test("missing, doubled, swapped and foreign lines are reported with their number")
  func wrongLines() throws {
    let (bytes, states) = try small()
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
    func expect(
      _ lines: [[UInt8]], fails line: Int,
      _ reason: String = "it does not follow the previous line"
    ) {
      #expect(
        throws: RecordingError.damaged(
          path: folder.file("damaged"), line: line, reason: reason)
      ) { try read(Array(lines.joined()), states) }
    }
    for missing in 1..<lines.count - 1 {
      var some = lines
      some.remove(at: missing)
      expect(some, fails: missing + 1)
      some = lines
      some.swapAt(missing, missing + 1)
      expect(some, fails: missing + 1)
      expect(Array(lines[...missing] + lines[missing...]), fails: missing + 2)
    }
    let other = CheckedLine.make(Array(#"{"action":{"fly":{}},"ms":9,"version":1}"#.utf8))
    let path = folder.file("other")
    try Data(lines[0] + other).write(to: URL(filePath: path))
    let recording = try BoardRecording(path: path)
    #expect(throws: RecordingError.self) { try recording.state(at: 1, by: board) }
    let newer = CheckedLine.make(
      Array(#"{"began":"","format":2,"ms":0,"state":{},"version":0}"#.utf8))
    #expect(
      throws: RecordingError.damaged(
        path: folder.file("damaged"), line: 1,
        reason: "a newer program recorded it in format 2; this program knows format 1")
    ) { try read(newer, states) }
  }

  @Test("invalid records throw an error")
  func hostile() throws {
    let (_, states) = try small()
    let largest = UInt64.max
    for text in [
      #"{"began":"","format":1,"ms":0,"state":null,"version":0}"#,
      #"{"began":"","format":1,"ms":0,"version":0}"#, #"{"began":"","ms":0,"state":1,"version":0}"#,
      #"{"began":"","format":1,"ms":-9223372036854775808,"state":{},"version":\#(largest)}"#,
      #"{"began":"","x":[[[[]]]]}"#, #"{"began":"","#,
    ] {
      let action = #"{"action":{"nothing":{}},"ms":9223372036854775807,"version":0}"#
      let bytes = CheckedLine.make(Array(text.utf8)) + CheckedLine.make(Array(action.utf8))
      #expect(throws: RecordingError.self) { try read(bytes, states) }
    }
  }
}
