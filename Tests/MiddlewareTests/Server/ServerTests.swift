import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMiddleware
@testable import MillraceStore

/// Machines that share a document of memos on a server.
struct Team {
  typealias MemoStore = MemoDesk.MemoStore

  /// A process of a machine.
  final class Process: Sendable {
    let client: MemoryClient
    let log: DocumentLog<Memos>
    let store: MemoStore
    let clock = ManualClock()

    init(_ server: MemoryServer, _ files: MemoryStorage) {
      client = server.client()
      log = DocumentLog(server: client, copy: "/copy/memos", storage: files)
      var desk = MemoDesk()
      desk.clock = clock
      store = desk.open(log)
    }

    var titles: [String] { store.state.document.items.map(\.title) }
    var memos: DocumentState<Memos> { store.state.memos }

    func add(_ id: Int, _ title: String? = nil) {
      store.dispatch(.document(.add(Memo(id: id, title: title ?? "\(id)"))))
    }
  }

  let server = MemoryServer()

  func open(_ files: MemoryStorage = MemoryStorage()) -> Process { Process(server, files) }

  /// Kills all processes of a machine.
  func kill(_ processes: Process..., on files: MemoryStorage) {
    for process in processes { process.client.kill() }
    files.killProcess()
  }
}

@Suite("Document on a server")
struct ServerTests {
  private let team = Team()
  private var server: MemoryServer { team.server }

  @Test("two machines show each other's changes, and each undoes its own")
  func twoMachines() {
    let (first, second) = (team.open(), team.open())
    first.add(1, "milk")
    #expect(second.titles == ["milk"])
    second.add(2, "bread")
    #expect(first.titles == ["milk", "bread"])
    first.store.dispatch(.undo)
    #expect(first.titles == ["bread"] && second.titles == ["bread"])
    #expect(second.store.state.undoNames == ["added a memo"])
    second.store.dispatch(.undo)
    first.store.dispatch(.redo)
    #expect(first.titles == ["milk"] && second.titles == ["milk"])
    #expect(first.log.waiting == 0 && second.log.waiting == 0)
  }

  @Test("without the server, changes show, wait, and survive kill -9; later they are agreed")
  func offline() throws {
    let files = MemoryStorage()
    let (first, second) = (team.open(files), team.open())
    first.add(1)
    server.stop()
    first.add(2)
    first.add(3)
    #expect(first.titles == ["1", "2", "3"] && first.memos.waiting == 2)
    #expect(first.memos.offline?.reason == "the server is stopped" && first.memos.isSaved)
    team.kill(first, on: files)
    let again = team.open(files)
    #expect(again.titles == ["1", "2", "3"] && again.log.waiting == 2)
    again.store.dispatch(.undo)
    #expect(again.titles == ["1", "2"] && again.memos.waiting == 3)
    server.start()
    second.add(9)
    second.clock.advance(by: .seconds(10))
    again.clock.advance(by: .seconds(10))
    #expect(again.titles == ["1", "9", "2"] && second.titles == again.titles)
    #expect(again.log.waiting == 0 && again.memos.offline == nil && again.memos.waiting == 0)
    #expect(server.state.entries.count == 5)
    again.store.dispatch(.undo)
    second.clock.advance(by: .seconds(1))
    #expect(again.titles == ["1", "9"] && second.titles == again.titles)
    again.store.dispatch(.redo)
    second.clock.advance(by: .seconds(1))
    #expect(again.titles == ["1", "9", "2"] && second.titles == again.titles)
  }

  @Test("an entry whose answer was lost is taken once, also after kill -9")
  func lostAnswer() {
    let files = MemoryStorage()
    let first = team.open(files)
    first.add(1)
    server.state.losesAnswer = true
    first.add(2)
    #expect(first.log.waiting == 1)
    first.add(3)
    team.kill(first, on: files)
    let again = team.open(files)
    again.clock.advance(by: .seconds(10))
    #expect(again.titles == ["1", "2", "3"] && again.log.waiting == 0)
    let positions = server.state.entries.map(\.position)
    #expect(positions.count == 3 && positions == positions.sorted())
  }
}
