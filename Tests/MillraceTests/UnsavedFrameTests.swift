import Dispatch
import Millrace
import MillraceTesting
import Testing

/// A sink that writes only as far as a test allows, like a disk that hangs.
private final class HangingSink: CommitSink {
  typealias State = Int
  typealias Action = Int

  private struct Waiter: Sendable {
    let version: UInt64
    let mayGoOn = DispatchSemaphore(value: 0)
  }

  private struct Disk: Sendable {
    var limit = UInt64.max
    var waiters: [Waiter] = []
  }

  private let disk = Guarded(Disk())
  /// Signalled by each flush that hangs.
  let hangs = DispatchSemaphore(value: 0)

  func enqueue(_ commit: Commit<Int, Int>) {}

  func flush(through version: UInt64) {
    let waiter = disk.withLock { disk -> Waiter? in
      if version <= disk.limit { return nil }
      disk.waiters.append(Waiter(version: version))
      return disk.waiters.last
    }
    guard let waiter else { return }
    hangs.signal()
    waiter.mayGoOn.wait()
  }

  /// Allows writing up to a version.
  func write(through limit: UInt64) {
    disk.withLock { disk in
      disk.limit = limit
      for waiter in disk.waiters where waiter.version <= limit { waiter.mayGoOn.signal() }
      disk.waiters.removeAll { $0.version <= limit }
    }
  }
}

/// Shows the tens of a number, and counts keys: by one while the tens are zero, then by ten.
private struct Panel: Component {
  let store: Store<Int, Int>
  @Local var keys = 0
  @Environment(\.terminal) var terminal

  var body: Node {
    Column {
      Connect(store, { $0 / 10 }) { tens, _ in
        Button("tens \(tens), keys \(keys)") { keys += tens == 0 ? 1 : 10 }
      }
    }
    .onKey { key in
      if key == .character("q") { terminal.quit() }
      return key == .character("q")
    }
  }
}

/// Collects work for a thread that may block; the test runs it.
private final class BlockingWork: Sendable {
  private let work = Guarded<[@Sendable () -> Void]>([])

  var count: Int { work.withLock { $0.count } }

  func add(_ body: @escaping @Sendable () -> Void) { work.withLock { $0.append(body) } }

  func run() {
    let bodies = work.withLock { work in
      defer { work = [] }
      return work
    }
    for body in bodies { body() }
  }
}

@MainActor
@Suite("Frames and unsaved commits")
struct UnsavedFrameTests {
  private let sink = HangingSink()
  private let blocking = BlockingWork()
  private let dispatched = DispatchGroup()
  private let store: Store<Int, Int>
  private let stage: TestStage

  init() throws {
    var dependencies = Dependencies()
    dependencies.makeBlockingQueue = { [blocking] in { blocking.add($0) } }
    let store = Store<Int, Int>(
      initial: 0, reducer: Reducer { $0 += $1 },
      middleware: [Middleware(parts: { [sink] _ in .init(sink: sink) })],
      dependencies: dependencies)
    self.store = store
    stage = try TestStage(
      TerminalApp(store) { Panel(store: store).node }, columns: 30, rows: 3)
  }

  /// Dispatches on another thread, which hangs in the sink.
  private func dispatchAndHang(_ count: Int) {
    DispatchQueue.global().async(group: dispatched) { [store] in store.dispatch(count) }
    sink.hangs.wait()
  }

  /// Allows all writes, and waits until the other threads have continued.
  private func writeAll() {
    sink.write(through: .max)
    dispatched.wait()
    blocking.run()
    stage.settle()
  }

  @Test("a key does not show another thread's action before it is written")
  func unsaved() {
    sink.write(through: 0)
    dispatchAndHang(10)
    #expect(store.state == 10)
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows == ["‹tens 0, keys 0›"])
    writeAll()
    #expect(stage.rows == ["‹tens 1, keys 1›"])
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("while a frame waits for a save, events reach the current tree, not the shown one")
  func routing() {
    sink.write(through: 0)
    dispatchAndHang(10)
    stage.terminal.send(.enter, .enter)
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows == ["‹tens 0, keys 0›"])
    writeAll()
    #expect(stage.rows == ["‹tens 1, keys 21›"])
  }

  @Test("after a second of waiting, the earlier frame shows a notice until the state is written")
  func notice() {
    sink.write(through: 0)
    dispatchAndHang(10)
    stage.terminal.send(.enter)
    stage.clock.advance(by: .milliseconds(999))
    stage.settle()
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows == ["‹tens 0, keys 0›", "", " saving is delayed"])
    let writes = stage.terminal.writes
    stage.clock.advance(by: .seconds(60))
    stage.settle()
    #expect(stage.terminal.writes == writes)
    writeAll()
    #expect(stage.rows == ["‹tens 1, keys 11›"])
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("a resize, Ctrl-L and Ctrl-Z keep the unsaved state hidden, and show the notice again")
  func repaints() {
    sink.write(through: 0)
    dispatchAndHang(10)
    stage.terminal.resize(columns: 12, rows: 4)
    stage.clock.advance(by: .seconds(1))
    stage.settle()
    #expect(stage.rows == ["‹tens 0, key", "", "", " saving is d"])
    stage.terminal.send(.control("l"))
    stage.settle()
    #expect(stage.rows == ["‹tens 0, key", "", "", " saving is d"])
    stage.terminal.send(.control("z"))
    stage.settle()
    #expect(stage.rows == ["", "", "", " saving is d"])
    writeAll()
    #expect(stage.rows == ["‹tens 1, key"])
  }

  @Test("with endless changes, a frame is shown once its own state is written")
  func endless() {
    sink.write(through: 0)
    dispatchAndHang(10)
    stage.terminal.send(.enter)
    dispatchAndHang(10)
    sink.write(through: 1)
    // The first thread continues to the second change.
    sink.hangs.wait()
    blocking.run()
    stage.settle()
    #expect(stage.rows == ["‹tens 1, keys 1›"])
    stage.settle()
    #expect(stage.rows == ["‹tens 1, keys 1›"])
    writeAll()
    #expect(stage.rows == ["‹tens 2, keys 1›"])
  }

  @Test("a frame also waits for the write of a change that no view shows")
  func unconcerned() {
    sink.write(through: 0)
    dispatchAndHang(1)
    stage.terminal.send(.enter)
    stage.settle()
    #expect(stage.rows == ["‹tens 0, keys 0›"])
    sink.write(through: .max)
    dispatched.wait()
    stage.settle()
    #expect(stage.rows == ["‹tens 0, keys 0›"])
    blocking.run()
    stage.settle()
    #expect(stage.rows == ["‹tens 0, keys 1›"])
  }

  @Test("with everything written, a key is answered at once without another thread")
  func written() {
    let writes = stage.terminal.writes
    for count in 1...3 {
      store.dispatch(10)
      stage.terminal.send(.enter)
      stage.settle()
      #expect(stage.rows == ["‹tens \(count), keys \(count * 10)›"])
    }
    #expect(stage.terminal.writes <= writes + 6)
    #expect(blocking.count == 0)
  }

  @Test(
    "quitting while saving waits restores the terminal at once",
    arguments: [Key.character("q"), .control("c")])
  func quits(_ key: Key) {
    sink.write(through: 0)
    dispatchAndHang(10)
    stage.terminal.send(.enter)
    stage.clock.advance(by: .seconds(1))
    stage.terminal.send(key)
    #expect(stage.session.ended != nil)
    #expect(stage.terminal.virtualScreen.modes == VirtualScreen(width: 1, height: 1).modes)
    let writes = stage.terminal.writes
    writeAll()
    #expect(stage.terminal.writes == writes)
  }

  @Test("a session that ends while a frame waits retains neither store nor view")
  func releases() throws {
    weak var released: Store<Int, Int>?
    weak var ended: TerminalSession?
    do {
      var dependencies = Dependencies()
      dependencies.makeBlockingQueue = { [blocking] in { blocking.add($0) } }
      let store = Store<Int, Int>(
        initial: 0, reducer: Reducer { $0 += $1 },
        middleware: [Middleware(parts: { [sink] _ in .init(sink: sink) })],
        dependencies: dependencies)
      released = store
      let stage = try TestStage(TerminalApp(store) { Panel(store: store) })
      ended = stage.session
      sink.write(through: 0)
      DispatchQueue.global().async(group: dispatched) { [store] in store.dispatch(1) }
      sink.hangs.wait()
      stage.terminal.send(.enter)
      #expect(blocking.count == 1)
      stage.session.end()
      sink.write(through: .max)
      dispatched.wait()
      blocking.run()
    }
    #expect(released == nil)
    #expect(ended == nil)
  }
}
