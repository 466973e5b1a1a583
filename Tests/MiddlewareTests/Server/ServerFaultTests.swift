import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import MillraceStore

/// Faults of servers, connections, disks and copies.
@Suite("Document on a server: faults")
struct ServerFaultTests {
  private let team = Team()
  private var server: MemoryServer { team.server }

  @Test("notifications that get lost delay others until the next poll, and lose nothing")
  func poll() {
    let (first, second) = (team.open(), team.open())
    server.state.notifies = false
    first.add(1)
    #expect(second.titles.isEmpty)
    second.clock.advance(by: .seconds(2))
    #expect(second.titles == ["1"])
  }

  @Test("a refused change is kept as a file and said, and the others go on in their order")
  func refused() throws {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open())
    server.state.refusals = ["forbidden": "no such words"]
    server.stop()
    for (id, title) in [(1, "a"), (2, "a forbidden word"), (3, "c")] { first.add(id, title) }
    server.start()
    first.clock.advance(by: .seconds(10))
    second.clock.advance(by: .seconds(10))
    #expect(first.titles == ["a", "c"] && second.titles == ["a", "c"])
    #expect(first.log.waiting == 0)
    #expect(first.memos.notice?.contains("refuses a change: no such words") == true)
    let kept = files.allFiles.first { $0.key.contains("/refused-") }
    let text = String(decoding: kept?.value ?? [], as: UTF8.self)
    #expect(text.contains("a forbidden word"))
    first.clock.advance(by: .seconds(60))
    #expect(kept.map { files[$0.key] } == kept.map(\.value))
    first.store.dispatch(.undo)
    #expect(second.titles == ["a"])
    team.kill(first, on: files)
    #expect(team.open(files).titles == ["a"])
  }

  @Test("without the right to write, the document is read-only, and what waits is kept")
  func forbidden() {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open())
    first.add(1)
    server.stop()
    first.add(2)
    server.state.forbids = "the role reader may not append"
    server.start()
    first.clock.advance(by: .seconds(10))
    #expect(
      first.memos.access
        == .readOnly("memory://server/db: the role reader may not append"))
    #expect(first.memos.waiting == 1 && first.titles == ["1", "2"])
    first.add(3)
    #expect(first.titles == ["1", "2"])
    server.state.forbids = nil
    second.clock.advance(by: .seconds(10))
    second.add(7)
    server.state.forbids = "the role reader may not append"
    first.clock.advance(by: .seconds(10))
    #expect(first.titles == ["1", "7", "2"])
    server.state.forbids = nil
    server.stop()
    first.clock.advance(by: .seconds(10))
    server.start()
    first.clock.advance(by: .seconds(10))
    second.clock.advance(by: .seconds(10))
    #expect(first.memos.access == .writing && second.titles == ["1", "7", "2"])
    first.add(3)
    #expect(second.titles == ["1", "7", "2", "3"] && first.titles == second.titles)
  }

  @Test("a server that was restored from a backup gets what it has lost, once, from whoever has it")
  func restored() {
    let (first, second) = (team.open(), team.open())
    for id in 1...4 { first.add(id) }
    let backup = server.state
    second.add(5)
    first.store.dispatch(.document(.remove(2, at: .zero)))
    first.store.dispatch(.document(.rename(3, "three")))
    server.stop()
    first.add(6)
    second.add(8)
    server.restore(backup)
    server.start()
    for _ in 0..<3 {
      first.clock.advance(by: .seconds(10))
      second.clock.advance(by: .seconds(10))
    }
    #expect(first.titles == ["1", "three", "4", "5", "6", "8"])
    #expect(second.titles == first.titles && second.memos.conflicts.isEmpty)
    #expect(first.log.waiting == 0 && second.log.waiting == 0)
    second.add(7)
    #expect(first.titles.last == "7")
  }

  @Test("a restored server to which others have appended meanwhile gets what it has lost")
  func restoredAndUsed() {
    let (first, second) = (team.open(), team.open())
    first.add(1)
    let backup = server.state
    first.add(2)
    first.add(3)
    server.stop()
    server.restore(backup)
    server.start()
    let third = team.open()
    for id in 10...14 { third.add(id) }
    for _ in 0..<3 {
      for process in [first, second, third] { process.clock.advance(by: .seconds(10)) }
    }
    #expect(Set(first.titles) == ["1", "2", "3", "10", "11", "12", "13", "14"])
    #expect(first.titles.count == 8)
    #expect(second.titles == first.titles && third.titles == first.titles)
  }

  @Test("a document that was deleted on the server can be read here, and saved elsewhere")
  func deleted() throws {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1)
    server.state.log = nil
    first.clock.advance(by: .seconds(2))
    guard case .readOnly(let reason) = first.memos.access else {
      Issue.record("not read-only")
      return
    }
    #expect(reason.contains("was deleted on the server") && first.titles == ["1"])
    let earlier = Array("an earlier copy".utf8)
    files["/elsewhere.json"] = earlier
    try first.log.saveCopy(to: "/elsewhere.json")
    #expect(files["/elsewhere.json"] != earlier)
  }

  @Test("a document that was deleted and begun again replaces the former one, which is kept")
  func replaced() throws {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1, "former")
    server.stop()
    first.add(2, "waits")
    server.delete()
    server.start()
    let second = team.open()
    second.add(5, "new")
    first.clock.advance(by: .seconds(10))
    #expect(first.titles == ["new", "waits"] && second.titles == first.titles)
    #expect(first.memos.access == .writing)
    #expect(first.memos.notice?.contains("was deleted and begun again") == true)
    let kept = files.allFiles.first { $0.key.hasSuffix(".json") }
    let text = String(decoding: kept?.value ?? [], as: UTF8.self)
    #expect(text.contains("former"))
  }

  @Test(
    "a machine that was away longer than entries are kept begins from the snapshot, with its own")
  func away() {
    let files = MemoryStorage()
    let (away, here) = (team.open(files), team.open())
    away.add(-1)
    server.stop()
    away.add(-2)
    team.kill(away, on: files)
    server.start()
    here.clock.advance(by: .seconds(10))
    for id in 1...1_001 { here.add(id) }
    here.clock.advance(by: .seconds(2))
    #expect(server.state.snapshot.number >= 1_000)
    server.removeOldEntries()
    let again = team.open(files)
    again.clock.advance(by: .seconds(10))
    #expect(again.titles.count == 1_003 && again.titles.last == "-2")
    #expect(again.titles == here.titles && again.log.waiting == 0)
    // A new machine reads little: the snapshot, and the entries after it.
    #expect(team.open().titles == here.titles)
  }

  @Test(
    "what a process left that was killed without the server is sent by the next one on the machine")
  func others() {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open(files))
    let elsewhere = team.open()
    server.stop()
    first.add(1)
    second.add(2)
    team.kill(first, second, on: files)
    server.start()
    let again = team.open(files)
    elsewhere.clock.advance(by: .seconds(10))
    #expect(Set(elsewhere.titles) == ["1", "2"])
    again.clock.advance(by: .seconds(10))
    #expect(again.titles == elsewhere.titles && server.state.entries.count == 2)
  }

  @Test("a torn end of the outbox is dropped; damage in it is kept as a file")
  func damaged() {
    let files = MemoryStorage()
    let first = team.open(files)
    server.stop()
    for id in 1...3 { first.add(id) }
    team.kill(first, on: files)
    let path = "/copy/memos.log/seat-1"
    let bytes = files[path] ?? []
    files[path] = Array(bytes.dropLast(5))
    let torn = team.open(files)
    #expect(torn.titles == ["1", "2"])
    torn.add(4)
    team.kill(torn, on: files)
    var damaged = files[path] ?? []
    let lines = damaged.indices.filter { damaged[$0] == UInt8(ascii: "\n") }
    damaged[lines[1] - 3] ^= 1
    files[path] = damaged
    let again = team.open(files)
    #expect(again.titles.isEmpty)
    #expect(files.allFiles.contains { $0.key.contains("/damaged-") })
    server.start()
    again.add(5)
    again.clock.advance(by: .seconds(10))
    #expect(again.titles == ["5"] && team.open().titles == ["5"])
  }

  @Test("an outbox from a backup of this machine sends what is new, and nothing twice")
  func oldOutbox() {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open())
    first.add(1)
    team.kill(first, on: files)
    let backup = files.allFiles
    let again = team.open(files)
    again.add(2)
    again.add(3)
    team.kill(again, on: files)
    for (path, bytes) in backup { files[path] = bytes }
    server.stop()
    let restored = team.open(files)
    restored.add(4)
    server.start()
    restored.clock.advance(by: .seconds(10))
    second.clock.advance(by: .seconds(10))
    #expect(restored.titles == ["1", "2", "3", "4"] && second.titles == restored.titles)
  }

  @Test("a server that takes nothing, or lacks an entry, is asked in pauses")
  func pauses() {
    let first = team.open()
    first.add(1)
    server.state.takesNothing = true
    first.add(2)
    #expect(server.state.appends < 10)
    first.clock.advance(by: .seconds(60))
    #expect(first.memos.waiting == 1 && first.memos.access != .writing)
    server.state.takesNothing = false
    server.stop()
    first.clock.advance(by: .seconds(10))
    server.start()
    first.clock.advance(by: .seconds(10))
    #expect(first.memos.waiting == 0 && first.memos.access == .writing)
    let second = team.open()
    server.stop()
    server.state.last += 2
    server.start()
    let reads = server.state.reads
    second.clock.advance(by: .seconds(60))
    #expect(server.state.reads - reads < 100)
    #expect(second.memos.offline?.reason.hasPrefix("entry 3 is missing on the server: ") == true)
  }

  @Test("what a server lost is put before what waits, all of it or nothing")
  func tornRewrite() {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1)
    let backup = server.state
    first.add(2)
    server.stop()
    for id in 3...5 { first.add(id) }
    server.restore(backup)
    server.start()
    files.setFault { operation, path in
      operation == .write && path.hasSuffix("seat-1") ? .partialWrite(28) : nil
    }
    first.clock.advance(by: .seconds(10))
    team.kill(first, on: files)
    files.setFault(nil)
    let again = team.open(files)
    #expect(again.log.waiting == 0 && server.state.entries.count == 5)
    #expect(again.titles == ["1", "2", "3", "4", "5"])
    #expect(team.open().titles == again.titles)
  }

  @Test("a copy that was lost is read again, with the entries of this machine")
  func lostCopy() {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1)
    first.add(2)
    team.kill(first, on: files)
    files["/copy/memos.log/entries"] = nil
    let again = team.open(files)
    #expect(again.titles == ["1", "2"])
    files["/copy/memos.log/entries"] = nil
    again.add(3)
    again.clock.advance(by: .seconds(10))
    #expect(again.titles == ["1", "2", "3"] && again.log.waiting == 0)
  }

  @Test("what was agreed in a deleted document is not sent to the next one with its name")
  func replacedAndKilled() {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1)
    server.stop()
    first.add(2)
    server.delete()
    server.start()
    let second = team.open()
    first.clock.advance(by: .seconds(10))
    team.kill(first, on: files)
    let again = team.open(files)
    #expect(again.titles == ["2"] && second.titles == ["2"])
  }

  @Test("what the server refuses from an ended process is kept, and the rest of it is sent")
  func refusedOthers() {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open(files))
    server.state.refusals = ["forbidden": "no such words"]
    server.stop()
    for (id, title) in [(1, "a forbidden word"), (2, "b"), (3, "c")] { second.add(id, title) }
    team.kill(first, second, on: files)
    server.start()
    let again = team.open(files)
    again.clock.advance(by: .seconds(60))
    #expect(again.titles == ["b", "c"])
    #expect(files.allFiles.keys.contains { $0.contains("/refused-") })
  }

  @Test("a server whose tables do not fit together is asked in pauses", arguments: 0..<3)
  func strangeTables(kind: Int) {
    let first = team.open()
    first.add(1)
    switch kind {
    case 0: server.state.log = "a.b"
    case 1: server.state.log = "../a"
    default: server.state.snapshot.number = 1_000
    }
    let reads = server.state.reads
    first.clock.advance(by: .seconds(60))
    #expect(server.state.reads - reads < 100 && first.titles == ["1"])
    first.add(2)
    #expect(first.titles == ["1", "2"])
    #expect(first.memos.offline != nil)
  }

  @Test(
    "a change is not saved where the outbox's file was removed, also if another one has its name")
  func removedOutbox() {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1)
    server.stop()
    for bytes in [nil, Array("x".utf8)] {
      files["/copy/memos.log/seat-1"] = bytes
      first.add(2)
      #expect(first.memos.failure != nil && !first.memos.isSaved && first.memos.waiting > 0)
    }
  }

  @Test("a command of a user who may only read changes nothing, and says why")
  func forbiddenCommand() throws {
    let files = MemoryStorage()
    team.open(files).add(1)
    server.state.forbids = "the role reader may not append"
    let log = DocumentLog<Memos>(server: server.client(), copy: "/copy/memos", storage: files)
    #expect(throws: PersistenceError.self) {
      try log.send(.change(.add(Memo(id: 2, title: "two"))))
    }
    #expect(try log.read().value.items.map(\.title) == ["1"])
  }

  @Test("what a restored server lost comes back although it has removed its old entries")
  func restoredAfterRemoval() throws {
    let (first, second) = (team.open(), team.open())
    for id in 1...1_001 { first.add(id) }
    first.clock.advance(by: .seconds(2))
    #expect(server.state.snapshot.number >= 1_000)
    server.removeOldEntries()
    let backup = server.state
    first.add(2_000)
    second.clock.advance(by: .seconds(2))
    server.stop()
    server.restore(backup)
    server.start()
    let third = team.open()
    third.store.dispatch(.document(.remove(5, at: .zero)))
    for _ in 0..<3 {
      for process in [first, second, third] { process.clock.advance(by: .seconds(10)) }
    }
    // The removal of others stays.
    #expect(!first.titles.contains("5") && first.titles.contains("2000"))
    #expect(first.titles == second.titles && first.titles == third.titles)
    #expect(first.titles.count == 1_001 && first.memos.conflicts.isEmpty)
  }

  @Test("a full disk is said, and nothing that was agreed is lost")
  func fullDisk() {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open())
    first.add(1)
    files.setFault { operation, _ in operation == .write ? .partialWrite(28) : nil }
    first.add(2)
    #expect(first.memos.failure != nil && first.titles == ["1", "2"])
    second.add(3)
    files.setFault(nil)
    for _ in 0..<4 { first.clock.advance(by: .seconds(10)) }
    #expect(first.memos.failure == nil && Set(first.titles) == ["1", "2", "3"])
    #expect(second.titles == first.titles)
  }

  @Test("changes made offline are agreed in batches, in their order")
  func long() {
    let (first, second) = (team.open(), team.open())
    server.stop()
    for id in 0..<2_000 { first.add(id) }
    #expect(first.memos.waiting == 2_000)
    let appends = server.state.appends
    server.start()
    first.clock.advance(by: .seconds(10))
    second.clock.advance(by: .seconds(10))
    #expect(second.titles == (0..<2_000).map { "\($0)" } && first.titles == second.titles)
    #expect(server.state.appends - appends <= 8)
  }

  @Test("a command appends, undoes and reads with the server, and without it")
  func commands() throws {
    let files = MemoryStorage()
    func log() -> DocumentLog<Memos> {
      DocumentLog(server: server.client(), copy: "/copy/memos", storage: files)
    }
    let program = team.open()
    try log().send(.change(.add(Memo(id: 1, title: "one"))))
    #expect(program.titles == ["one"])
    #expect(try log().read().value.items.map(\.title) == ["one"])
    server.stop()
    try log().send(.change(.add(Memo(id: 2, title: "two"))))
    let state = try log().read()
    #expect(state.value.items.map(\.title) == ["one", "two"])
    #expect(state.offline != nil && state.waiting == 1)
    try log().send(.undo)
    #expect(try log().read().value.items.map(\.title) == ["one"])
    server.start()
    program.clock.advance(by: .seconds(10))
    #expect(try log().read().waiting == 0)
    #expect(program.titles == ["one"] && server.state.entries.count == 3)
  }

  @Test("what the server sends is not trusted")
  func hostile() {
    for text in [
      "\"position\":1,\"author\":\"a\",\"writer\":\"w\",\"schema\":1,\n\"action\":{}}", "", "}",
      "\"position\":1,\"schema\":1,\"number\":7,\"action\":{}}", "\"position\":-1,\"schema\":1}",
      "\"position\":1,\"author\":\"a\",\"writer\":\"w\",\"schema\":1,\"action\":{\"x\":1}}",
      "\"position\":18446744073709551615,\"author\":\"a\",\"writer\":\"w\",\"schema\":1}",
      String(repeating: "[", count: 10_000),
    ] {
      let team = Team()
      let first = team.open()
      first.add(1)
      team.server.state.entries.append(.init(number: 2, writer: "w", position: 1, text: text))
      team.server.state.last = 2
      first.clock.advance(by: .seconds(10))
      #expect(first.titles == ["1"])
      first.add(2)
      #expect(first.titles.first == "1")
      let isSaid = first.memos.access != .writing || first.memos.offline != nil
      #expect(isSaid, "\(text.prefix(80))")
    }
  }
}
