/// A terminal from a program's view: it displays bytes and sends events.
///
/// ``Tty`` is a real terminal, `TestTerminal` one in memory.
@MainActor
public protocol TerminalDevice: AnyObject {
  /// The current size.
  var size: TerminalSize { get }
  /// The traits of the terminal as known so far.
  var traits: TerminalTraits { get }
  /// Whether bytes of the last write are still pending, because the terminal is slow or stopped.
  var isBusy: Bool { get }

  /// Takes control of the terminal: raw input, the alternate screen. Events follow, on the main
  /// actor.
  /// - Throws: ``TerminalError`` if that fails; the terminal is then unchanged.
  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws

  /// Writes bytes without blocking. If the terminal does not take all of them, the device is busy
  /// until it sends ``DeviceEvent/ready``. Must not be called while the device is busy.
  func write(_ bytes: [UInt8])

  /// Sends the events of the available input, such as answers of the terminal, without waiting for
  /// more.
  func readInput()

  /// Restores the terminal and stops the program, as Ctrl-Z does; returns when the program
  /// continues.
  func suspend()

  /// Restores the terminal so that another program can run on it: until ``reclaim()`` the device is
  /// busy and sends no input. Has no effect if the terminal is already released.
  func release()

  /// Takes control of the terminal again after ``release()``, in whatever state the other program
  /// left it, and drops the input typed meanwhile. Sends ``DeviceEvent/hangup`` if that fails; has
  /// no effect after ``stop()``.
  func reclaim()

  /// Restores the terminal. Has no effect if the device was not started.
  func stop()
}

extension TerminalDevice {
  /// Does nothing, for devices that send their events immediately.
  public func readInput() {}
}

/// An event of a device.
public enum DeviceEvent: Equatable, Sendable {
  /// Keys, pastes, mouse events and replies, in order.
  case input([InputEvent])
  /// The size changed, or may have.
  case resized
  /// The traits changed, because more is known of the terminal.
  case traitsChanged
  /// The terminal has taken all pending bytes.
  case ready
  /// The whole screen has other content: the program was stopped and continues.
  case resumed
  /// A signal asks the program to end.
  case signal(Int32)
  /// A signal from another process asks the program to stop, as Ctrl-Z does.
  case suspendRequested
  /// The terminal is gone.
  case hangup
}

/// The size of a terminal in cells.
public struct TerminalSize: Hashable, Sendable {
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// Makes a size in cells.
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// The reason why a terminal cannot be used.
public enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Standard output is not a terminal, or the program's session runs in a browser.
  case notATerminal
  /// A system call failed.
  case system(call: String, reason: String)
  /// Another program uses the terminal; see `TerminalControl.suspend(_:)`.
  case suspended
  /// The program has ended and restored the terminal.
  case ended

  public var description: String {
    switch self {
    case .notATerminal:
      "a terminal is needed, and not a browser, file or pipe: start the program in a terminal window"
    case .system(let call, let reason):
      "the terminal or the output cannot be used: \(call): \(reason)"
    case .suspended: "another program uses the terminal: end that program first"
    case .ended: "the program has ended and released the terminal"
    }
  }
}
