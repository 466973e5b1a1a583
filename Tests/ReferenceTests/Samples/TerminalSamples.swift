import Millrace
import MillraceTesting

/// Programs on a terminal, drawing, text and devices.
@MainActor
enum TerminalSamples {
  struct Counter: Equatable, Sendable {
    var count = 0
    var title = "Counter"
  }

  enum CounterAction: Equatable, Sendable { case increment, edited(String) }

  nonisolated static let counter = Reducer<Counter, CounterAction> { state, action in
    switch action {
    case .increment: state.count += 1
    case .edited(let title): state.title = title
    }
  }

  // sample: TerminalProgram
  // @main
  struct CounterProgram: TerminalProgram {
    static func run() async throws {
      let store = Store(initial: Counter(), reducer: counter)
      try await TerminalApp(store) { state, _ in Text("\(state.count)") }.run()
    }
  }
  // end

  static func app(_ store: Store<Counter, CounterAction>) async throws {
    // sample: TerminalApp
    try await TerminalApp(store) { state, dispatch in
      Column {
        Text("\(state.count)")
        Button("more") { dispatch(.increment) }
      }
    }.run()
    // end
  }

  static func content(_ store: Store<Counter, CounterAction>) async throws {
    // sample: TerminalApp
    let app = TerminalApp(store) {
      Connect(store, \.title) { title, _ in Text(title) }
      Connect(store, \.count) { count, _ in Text("\(count) items") }
    }
    // end
    try await app.run()
  }

  static func ending(_ store: Store<Counter, CounterAction>) async throws {
    // sample: ScreenMode, Ending, TerminalError
    let app = TerminalApp(store, screen: .inline(rows: 5)) { state, dispatch in
      Text("\(state.count) files copied")
    }
    do {
      let ending = try await app.runReturningEnding()
      if ending == .interrupted { print("stopped after \(store.state.count) files") }
      ending.raiseSignal()
    } catch TerminalError.notATerminal {
      print("run this in a terminal")
    }
    // end
  }

  static func control(_ store: Store<Counter, CounterAction>) -> some NodeConvertible {
    // sample: TerminalControl, TerminalSize, TerminalProgress
    struct Download: Component {
      let share: Double
      @Environment(\.terminal) var terminal

      var body: Node {
        ProgressBar(share)
        Text("\(terminal.size.columns) × \(terminal.size.rows)")
          .onChange(of: share) { _, share in
            terminal.setProgress(share < 1 ? .share(share) : nil)
            if share >= 1 { terminal.notify("Download", "complete") }
          }
          .keys { Bind("q", "Quit") { terminal.quit() } }
      }
    }
    // end
    return Download(share: 0.5)
  }

  static func traits() {
    // sample: TerminalTraits, ColorDepth, TerminalControl
    struct Title: Component {
      @Environment(\.terminal) var terminal

      var body: Node {
        let isLight = terminal.background == TerminalTraits.Background.light
        Text("Prices").foreground(isLight ? .blue : .brightYellow)
      }
    }

    // What the environment says, before the terminal answers.
    let traits = TerminalTraits.detect(environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    print(traits.colorDepth == .ansi256, traits.isUTF8)
    print(Color.rgb(250, 20, 20).reduced(to: .ansi16))
    // end
    _ = Title()
  }

  // sample: Canvas, Brush
  struct Load: Component {
    let percent: Int

    var body: Node {
      Canvas(width: 20, height: 1, id: percent) { brush in
        let columns = percent * brush.size.width / 100
        brush.fill(CellRect(x: 0, y: 0, width: columns, height: 1), with: "▓")
        brush.write("\(percent) %", x: columns + 1, y: 0, style: Style(attributes: .dim))
      }
    }
  }
  // end

  // sample: TerminalContent, Brush, ElementContent, Element
  struct Meter: TerminalContent {
    var share: Double

    func measure(_ widths: WidthRules) -> MeasureFunction? {
      MeasureFunction { _, _ in LayoutSize(width: 10, height: 1) }
    }

    func draw(in brush: Brush, state: inout Void) {
      let columns = Int(share * Double(brush.size.width))
      brush.write(String(repeating: "█", count: columns), x: 0, y: 0)
    }

    var plainText: PlainText { .text("\(Int(share * 100)) %") }
  }

  // end

  static func meter() -> Node {
    // sample: TerminalContent, Element
    let node = Node(Element(Meter(share: 0.5)))
    // end
    return node
  }

  static func text() {
    // sample: TextLayout, TextExtent, WidthRules
    let text = "One-way state for Swift programs"
    for line in TextLayout.lines(of: text, width: 12, wrap: .word) { print(line) }
    let extent = TextLayout.measure(text, width: 12, wrap: .word, .standard)
    print(extent.columns, extent.lines, displayWidth(of: "日本"))  // 9 4 4
    // end
  }

  static func safe(_ fileName: String) {
    // sample: SafeText
    print(SafeText.visible(fileName))  // "\u{1B}[2J" is printed as ␛[2J
    // end
  }

  static func plain(_ items: [String]) {
    // sample: PlainTextHost, Renderer, RenderHost
    let host = PlainTextHost()
    let renderer = Renderer(host: host)
    renderer.render(Column { for item in items { Text(item).key(item) } }.node)
    print(host.lines.joined(separator: "\n"))
    // end
  }

  static func decoder() {
    // sample: InputDecoder, InputEvent, TerminalReply, MouseEvent
    var decoder = InputDecoder()
    for event in decoder.decode("\u{1B}[A\u{1B}[<0;3;2Mq".utf8) {
      switch event {
      case .key(let key): print("key", key)  // up, then q
      case .mouse(let mouse): print(mouse.action, mouse.button, mouse.x, mouse.y)
      case .paste(let text): print("pasted", text)
      case .reply(.version(let name)): print("the terminal is", name)
      default: break
      }
    }
    // end
  }

  static func device(_ app: TerminalApp<Counter, CounterAction>) async throws {
    // sample: Tty, TerminalDevice, TerminalSession
    let device = Tty(environment: ["TERM": "xterm-256color"], screen: .fullWithoutMouse)
    let session = try app.start(on: device)
    session.onFrame = { frame in print(frame.bytes, "bytes") }
    print(await session.ending())
    // end
  }

  // sample: TerminalDevice, DeviceEvent
  /// A device of fixed size that keeps what is written, such as for a recording.
  final class Tape: TerminalDevice {
    let size = TerminalSize(columns: 80, rows: 24)
    let traits = TerminalTraits.detect(environment: ["TERM": "xterm", "LANG": "C.UTF-8"])
    let isBusy = false
    private(set) var bytes: [UInt8] = []
    private var receive: ((DeviceEvent) -> Void)?

    func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) { self.receive = receive }
    func press(_ key: Key) { receive?(.input([.key(key)])) }
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
    func suspend() {}
    func release() {}
    func reclaim() {}
    func stop() { receive = nil }
  }
  // end

  static func frames(_ session: TerminalSession) {
    // sample: FrameRecord, BodyRecord, RenderCause, RenderReason, FramePhase, PhaseRecord
    session.onFrame = { frame in
      let frame = frame.described()
      for body in frame.bodies {
        print(body.path, body.causes.map { "\($0.reason) \($0.name)" }, body.microseconds)
      }
      for phase in frame.phases where phase.phase == FramePhase.layout { print(phase.work) }
    }
    // end
  }

  static func inspection(_ session: TerminalSession) {
    // sample: RenderIssue, InspectedNode, TerminalSession
    session.isInspected = true
    for issue in session.issues { print("\(issue.path): \(issue.mistake)") }
    for node in session.inspect() { print(node.type, node.props, node.childCount) }
    // end
  }

  static func loop(_ renderer: Renderer) {
    // sample: FrameLoop, RenderStatistics
    let loop = FrameLoop(interval: .milliseconds(16)) { renderer.render() }
    loop.perform { print("handle an event") }  // then draws the frame, if one is needed
    print(renderer.statistics.bodies, renderer.statistics.skipped)
    loop.stop()
    // end
  }

  // sample: RenderHost, HostParent, ElementID, ElementChanges, ElementTable
  /// A host that lists the texts on the screen, in the order in which they appeared.
  final class TextsHost: RenderHost {
    final class Item {
      var text = ""
    }

    let isInteractive = false
    private var items = ElementTable<Item>()
    var texts: [String] { items.values.map(\.text).filter { !$0.isEmpty } }

    func create(_ id: ElementID, _ element: Element) {
      items[id] = Item()
      show(id, element)
    }
    func update(_ id: ElementID, from old: Element, to new: Element, _ changes: ElementChanges) {
      if changes.contains(.content) { show(id, new) }
    }
    func remove(_ id: ElementID, from parent: HostParent) { items[id] = nil }
    func insert(_ id: ElementID, into parent: HostParent, before sibling: ElementID?) {}
    func move(_ id: ElementID, in parent: HostParent, before sibling: ElementID?) {}

    private func show(_ id: ElementID, _ element: Element) {
      if case .text(let text) = element.content.plainText { items[id]?.text = text }
    }
  }
  // end

  static func diff() {
    // sample: KeyedDiff
    let diff = KeyedDiff(from: ["a", "b", "c"], to: ["c", "a", "d"])
    print(diff.removed)  // [1]: "b"
    print(diff.steps)  // [.move(2), .stay(0), .insert]
    // end
  }

  // sample: RowStates, TerminalContent
  /// A row that draws its own marker, without a rendering when the current row moves.
  struct RowWithMarker: TerminalContent {
    let title: String

    func measure(_ widths: WidthRules) -> MeasureFunction? {
      MeasureFunction { _, _ in LayoutSize(width: Double(title.count + 2), height: 1) }
    }

    func draw(in brush: Brush, state: inout Void) {
      brush.write(brush.rowStates.contains(.current) ? "› " : "  ", x: 0, y: 0)
      brush.write(title, x: 2, y: 0)
    }
  }
  // end
}

@MainActor let terminalScreens: [ScreenSample] = [
  ScreenSample("TerminalApp", columns: 20, rows: 2) {
    Connect(
      Store(initial: TerminalSamples.Counter(count: 3), reducer: TerminalSamples.counter)
    ) { state, dispatch in
      Text("\(state.count)")
      Button("more") { dispatch(.increment) }
    }
  },
  ScreenSample("Canvas", columns: 30, rows: 1) { TerminalSamples.Load(percent: 60) },
  ScreenSample("TerminalContent", columns: 20, rows: 1) { TerminalSamples.meter() },
]
