/// A terminal as a program sees it: something that shows bytes and sends events.
///
/// ``Tty`` is a real one, `TestTerminal` one in memory.
@MainActor
public protocol TerminalDevice: AnyObject {
  var size: TerminalSize { get }
  /// What is known of the terminal by now.
  var traits: TerminalTraits { get }
  /// Whether bytes of the last write are still on their way: the terminal is slow, or stopped.
  var isBusy: Bool { get }

  /// Takes the terminal over: raw input, the alternate screen. Events follow, on the main actor.
  /// - Throws: ``TerminalError`` if it cannot be taken over; it is then as it was.
  func start(_ receive: @escaping @MainActor (DeviceEvent) -> Void) throws

  /// Shows bytes, and does not wait for a terminal that takes no more: then it is busy, and says ``DeviceEvent/ready``
  /// when it has taken them all. Not to be called before that.
  func write(_ bytes: [UInt8])

  /// Sends the events of what has come, answers of the terminal say, and does not wait for more.
  func readInput()

  /// Gives the terminal back and stops the program, as Ctrl-Z does; returns when it goes on.
  func suspend()

  /// Gives the terminal back for another program to run on: until ``reclaim()`` the device is busy and sends no
  /// input. Does nothing if the terminal is given back.
  func release()

  /// Takes the terminal over again after ``release()``, whatever the other program has left there, and drops
  /// what was typed meanwhile. Sends ``DeviceEvent/hangup`` if it cannot be taken over, and does nothing after
  /// ``stop()``.
  func reclaim()

  /// Gives the terminal back as it was. Does nothing if it was not started.
  func stop()
}

extension TerminalDevice {
  /// Does nothing, for a device that sends its events as they come.
  public func readInput() {}
}

/// What a device tells.
public enum DeviceEvent: Equatable, Sendable {
  case input([InputEvent])
  /// The size changed, or may have.
  case resized
  /// More is known of the terminal: its traits are others.
  case traitsChanged
  /// What was written has reached the terminal, which was busy.
  case ready
  /// The screen shows something else now, all of it: the program was stopped and goes on.
  case resumed
  /// The program is asked to end by this signal.
  case signal(Int32)
  /// The program is asked to stop, as by Ctrl-Z, from outside.
  case suspendRequested
  /// The terminal is gone.
  case hangup
}

/// In cells.
public struct TerminalSize: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// Why a terminal cannot be used.
public enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Standard output is no terminal.
  case notATerminal
  /// A call to the system failed.
  case system(call: String, reason: String)
  /// Another program has the terminal; see `TerminalControl.suspend(_:)`.
  case suspended
  /// The program has ended, and given the terminal back.
  case ended

  public var description: String {
    switch self {
    case .notATerminal:
      "standard output is not a terminal: start the program in a terminal window"
    case .system(let call, let reason):
      "the terminal or the output cannot be used: \(call): \(reason)"
    case .suspended: "another program has the terminal: end that one first"
    case .ended: "the program has ended and given the terminal back"
    }
  }
}
