import MillraceLayout
import MillraceRender
import MillraceTerminal

/// A terminal in memory: shows what a real one would show for the bytes written to it, and sends
/// keys as a real one would.
///
/// It interprets bytes, so a test of its screen also tests the code that writes the bytes.
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
  private var dialogue: TerminalQueries
  /// The number of bytes that the program has written so far.
  public private(set) var bytesWritten = 0
  /// The number of writes so far.
  public private(set) var writes = 0
  /// How often the program released the terminal, to be suspended or to start another program.
  public private(set) var suspensions = 0
  /// Whether another program has the terminal: then typed keys are not sent to the tested program.
  public private(set) var isReleased = false

  /// Makes a terminal with an empty screen.
  /// - Parameters:
  ///   - columns: The width of the screen, in cells.
  ///   - rows: The height of the screen, in cells.
  ///   - colorDepth: The colours that the terminal can show.
  ///   - widths: How the terminal measures the width of grapheme clusters of several scalars.
  ///   - screen: The part of the terminal that the program uses.
  ///   - version: The name and version that the terminal reports (XTVERSION).
  public init(
    columns: Int = 80, rows: Int = 24, colorDepth: ColorDepth = .trueColor,
    widths: VirtualScreen.Widths = .clusters, screen: ScreenMode = .full,
    version: String = "XTerm(390)"
  ) {
    dialogue = TerminalQueries(TerminalTraits(colorDepth: colorDepth).taking(screen))
    emulator = VirtualScreen(width: columns, height: rows, widths: widths)
    emulator.version = version
  }

  // MARK: - Screen

  /// The screen as text, one row per line, without trailing blanks.
  public var screen: String { emulator.text }

  /// The emulator after all bytes so far: cells with styles, cursor, modes.
  public var virtualScreen: VirtualScreen { emulator }

  /// The position of the cursor; nil if hidden.
  public var cursor: CellPoint? {
    emulator.isCursorVisible ? CellPoint(x: emulator.cursorX, y: emulator.cursorY) : nil
  }

  // MARK: - Input

  /// Presses keys in order, all before the next frame.
  public func send(_ keys: Key...) {
    // The keys are decoded one by one, because an Escape directly before another key would be read
    // as Alt.
    deliver(keys.flatMap { decoder.decode($0.bytes) + decoder.finish() })
  }

  /// Types text, all before the next frame.
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
  ///   - action: The action of the mouse.
  ///   - button: The button that is pressed, released or held; `.none` for a motion without one.
  ///   - x: The cell's column, from 0.
  ///   - y: The cell's row, from 0.
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

  /// Sends bytes in one piece. An incomplete sequence at the end is decoded without waiting for
  /// more bytes.
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
    let events = dialogue.positioned(events)
    if !events.isEmpty { receive?(.input(events)) }
  }

  /// Answers the queries that the program sends at its start, as a modern terminal does. Without
  /// this call the terminal does not answer.
  public func answerQueries() { sendBytes(emulator.takeReplies()) }

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
    emulator.feed(TerminalModes.enter(traits) + dialogue.makeQueries())
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
