#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The settings that `stty` shows of a terminal.
struct TerminalSettings: Equatable {
  let input: UInt
  let output: UInt
  let control: UInt
  let local: UInt
  let characters: [UInt8]

  init(of terminal: Int32) throws {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { throw CallFailed(call: "tcgetattr") }
    input = UInt(settings.c_iflag)
    output = UInt(settings.c_oflag)
    control = UInt(settings.c_cflag)
    // The system sets this bit itself when pending input must be read again.
    local = UInt(settings.c_lflag) & ~UInt(PENDIN)
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Whether the system edits lines and echoes keys, as it does outside of raw mode.
  var isCooked: Bool { local & UInt(ICANON) != 0 && local & UInt(ECHO) != 0 }
}
