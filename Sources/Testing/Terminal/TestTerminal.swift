import MillraceLayout
import MillraceRender
import MillraceTerminal

/// A terminal in memory: shows what a real one would show of the bytes written to it, and sends
/// keys as a real one would send them.
///
/// It interprets bytes, so a test that looks at its screen has tested the painter too.
@MainActor
public final class TestTerminal: TerminalDevice {
  public var size: TerminalSize {
    TerminalSize(columns: emulator.width, rows: traits.screen.rows(of: emulator.height))
  }
  public var traits: TerminalTraits { dialogue.traits }
  public var isBusy: Bool { isReleased }
  private var emulator: VirtualScreen
  private var receive: (@MainActor (DeviceEvent) -> Void)?
  private var decoder = InputDecoder()
  private var dialogue: TerminalDialogue
  /// Bytes written so far.
  public private(set) var bytesWritten = 0
  /// Writes so far.
  public private(set) var writes = 0
  /// How often the program gave the terminal back, to stop or for another program to run on it.
  public private(set) var suspensions = 0
  /// Whether another program has the terminal: what is typed is not sent to this one.
  public private(set) var isReleased = false

  /// - Parameters:
  ///   - columns: the width of the screen, in cells.
  ///   - rows: its height.
  ///   - colorDepth: the colours that it shows.
  ///   - widths: how wide it draws clusters of several scalars.
  ///   - screen: what the program takes of it.
  ///   - version: what it says that it is (XTVERSION).
  public init(
    columns: Int = 80, rows: Int = 24, colorDepth: ColorDepth = .trueColor,
    widths: VirtualScreen.Widths = .clusters, screen: ScreenMode = .full,
    version: String = "XTerm(390)"
  ) {
    dialogue = TerminalDialogue(TerminalTraits(colorDepth: colorDepth).taking(screen))
    emulator = VirtualScreen(width: columns, height: rows, widths: widths)
    emulator.version = version
  }

  // MARK: - What it shows

  /// The screen as text: a line a row, without trailing blanks.
  public var screen: String { emulator.text }

  /// What a terminal makes of all bytes so far: cells with styles, cursor, modes.
  public var virtualScreen: VirtualScreen { emulator }

  /// Where the cursor shows; nil: it is hidden.
  public var cursor: CellPoint? {
    emulator.isCursorVisible ? CellPoint(x: emulator.cursorX, y: emulator.cursorY) : nil
  }

  // MARK: - What it sends

  /// Presses keys, one after the other, all before the next frame.
  public func send(_ keys: Key...) {
    // One by one: an Escape that is followed at once by another key would be Alt.
    deliver(keys.flatMap { decoder.decode($0.bytes) + decoder.finish() })
  }

  /// Types text.
  public func type(_ text: String) { sendBytes(Array(text.utf8)) }

  /// Pastes text, as a terminal with bracketed paste does.
  public func paste(_ text: String) {
    sendBytes(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
  }

  /// Presses and releases the left mouse button on a cell.
  public func click(x: Int, y: Int) {
    sendBytes(Array("\u{1B}[<0;\(x + 1);\(y + 1)M\u{1B}[<0;\(x + 1);\(y + 1)m".utf8))
  }

  /// Presses, moves or releases the mouse on a cell.
  /// - Parameters:
  ///   - action: what the mouse does.
  ///   - button: what goes down or up, or is held; `.none` for a motion without any.
  ///   - x: the cell's column, from 0.
  ///   - y: its row, from 0.
  public func mouse(
    _ action: MouseEvent.Action, _ button: MouseEvent.Button = .left, x: Int, y: Int
  ) {
    let number =
      switch button {
      case .left: 0
      case .middle: 1
      case .right: 2
      case .none: 3
      case .other(let number): 120 + number
      }
    let motion = action == .drag || action == .move ? 32 : 0
    let end = action == .release ? "m" : "M"
    sendBytes(Array("\u{1B}[<\(number + motion);\(x + 1);\(y + 1)\(end)".utf8))
  }

  /// Turns the mouse wheel by one notch on a cell.
  public func wheel(up: Bool, x: Int, y: Int) {
    sendBytes(Array("\u{1B}[<\(up ? 64 : 65);\(x + 1);\(y + 1)M".utf8))
  }

  /// Sends bytes as they are, in one piece; what is left incomplete is then taken as it is.
  public func sendBytes(_ bytes: [UInt8]) {
    deliver(decoder.decode(bytes) + decoder.finish())
  }

  private func deliver(_ events: [InputEvent]) {
    if isReleased { return }
    let before = traits
    for case .reply(let reply) in events {
      if let bytes = dialogue.take(reply) { emulator.feed(bytes) }
    }
    if traits != before { receive?(.traitsChanged) }
    let events = dialogue.located(events)
    if !events.isEmpty { receive?(.input(events)) }
  }

  /// Answers what the program has asked when it started, as a modern terminal does; without this it is one
  /// that does not answer.
  public func answer() { sendBytes(emulator.takeAnswers()) }

  /// Changes the size of the window.
  public func resize(columns: Int, rows: Int) {
    emulator.resize(width: columns, height: rows)
    receive?(.resized)
  }

  /// Sends any other event of a device.
  public func send(_ event: DeviceEvent) { receive?(event) }

  // MARK: - TerminalDevice

  public func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws {
    self.receive = receive
    emulator.feed(TerminalModes.enter(traits) + dialogue.ask())
  }

  public func write(_ bytes: [UInt8]) {
    writes += 1
    bytesWritten += bytes.count
    emulator.feed(bytes)
  }

  public func suspend() {
    release()
    reclaim()
  }

  public func release() {
    guard receive != nil, !isReleased else { return }
    emulator.feed(TerminalModes.leave(traits))
    isReleased = true
    suspensions += 1
  }

  public func reclaim() {
    guard receive != nil, isReleased else { return }
    isReleased = false
    emulator.feed(TerminalModes.enter(traits))
  }

  public func stop() {
    guard receive != nil else { return }
    receive = nil
    if !isReleased { emulator.feed(TerminalModes.leave(traits)) }
  }
}
