#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What `stty` would say of a terminal.
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
    // Set by the system itself where input waits to be looked at again.
    local = UInt(settings.c_lflag) & ~UInt(PENDIN)
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Whether lines are edited, and keys shown, by the system: not in raw mode.
  var isCooked: Bool { local & UInt(ICANON) != 0 && local & UInt(ECHO) != 0 }
}
