import MillraceBindings
import MillraceStore
import MillraceTesting
import Testing

@MainActor
@Suite("Frame loop")
struct FrameLoopTests {
  private let clock = ManualClock()
  private let main = ManualMainQueue()
  private let frames = Counter()

  private func loop(_ draw: @escaping @MainActor () -> Void = {}) -> FrameLoop {
    FrameLoop(
      interval: .milliseconds(16), scheduler: clock, runOnMainActor: { [main] in main.add($0) }
    ) {
      [frames] in
      frames.count += 1
      draw()
    }
  }

  private func advance(_ milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    main.run()
  }

  @Test("the first request after an idle time draws at once")
  func atOnce() {
    let loop = loop()
    loop.requestFrame()
    main.run()
    #expect(frames.count == 1)
  }

  @Test("requests before a frame lead to one frame and one turn of the main actor")
  func coalesced() {
    let loop = loop()
    for _ in 0..<100 { loop.requestFrame() }
    #expect(main.count == 1)
    main.run()
    #expect(frames.count == 1)
  }

  @Test("frames are at least 16 ms apart, and the last request is drawn")
  func distance() {
    let loop = loop()
    loop.requestFrame()
    main.run()
    loop.requestFrame()
    main.run()
    #expect(frames.count == 1)
    advance(15)
    #expect(frames.count == 1)
    loop.requestFrame()
    advance(1)
    #expect(frames.count == 2)
    advance(100)
    #expect(frames.count == 2)
  }

  @Test("requests while a frame is pending schedule nothing on the main actor")
  func quietWhileWaiting() {
    let loop = loop()
    loop.requestFrame()
    main.run()
    loop.requestFrame()
    main.run()
    for _ in 0..<10 { loop.requestFrame() }
    #expect(main.count == 0)
  }

  @Test("an idle loop schedules nothing")
  func idle() {
    let loop = loop()
    loop.requestFrame()
    main.run()
    #expect(clock.pendingCount == 0)
    #expect(main.count == 0)
    _ = loop
  }

  @Test("a frame that work requests is drawn when the work returns, without another turn")
  func perform() {
    let loop = loop()
    loop.perform {
      loop.requestFrame()
      loop.requestFrame()
      #expect(frames.count == 0)
    }
    #expect(frames.count == 1)
    #expect(main.count == 0)
  }

  @Test("a request made while drawing leads to another frame")
  func whileDrawing() {
    let again = Counter()
    var requested: FrameLoop?
    let loop = loop {
      guard again.count == 0 else { return }
      again.count += 1
      requested?.requestFrame()
    }
    requested = loop
    loop.requestFrame()
    main.run()
    #expect(frames.count == 1)
    advance(16)
    #expect(frames.count == 2)
  }

  @Test("a stopped loop draws no requested frame")
  func stopped() {
    let loop = loop()
    loop.requestFrame()
    main.run()
    loop.requestFrame()
    main.run()
    loop.stop()
    loop.requestFrame()
    advance(100)
    #expect(frames.count == 1)
  }

  @Test("requests from several threads lead to one frame", arguments: 0..<20)
  func manyThreads(round: Int) async {
    let loop = loop()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<100 { loop.requestFrame() } } }
    }
    main.run()
    #expect(frames.count == 1, "round \(round)")
    loop.requestFrame()
    main.run()
    advance(16)
    #expect(frames.count == 2, "round \(round)")
  }
}

@MainActor
final class Counter {
  var count = 0
}
