#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pseudo terminal of the system; the test acts as its window and keyboard.
final class PseudoTerminal {
  /// The path of the device for programs.
  let path: String
  private var window: Int32
  /// The program's end, open for the whole test so that settings and output outlive the program.
  private let device: Int32

  init(columns: Int, rows: Int) throws {
    var (window, device): (Int32, Int32) = (-1, -1)
    guard openpty(&window, &device, nil, nil, nil) == 0 else { throw CallFailed(call: "openpty") }
    self.window = window
    self.device = device
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(device, &name, name.count) == 0 else { throw CallFailed(call: "ttyname_r") }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    for file in [window, device] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    // The program opens the device itself, so this does not concern it.
    for file in [window, device] { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) }
    try resize(columns: columns, rows: rows)
  }

  deinit {
    closeWindow()
    close(device)
  }

  /// Changes the size. A controlling terminal also sends SIGWINCH to the foreground programs.
  func resize(columns: Int, rows: Int) throws {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    guard ioctl(window, UInt(TIOCSWINSZ), &size) == 0 else { throw CallFailed(call: "ioctl") }
  }

  func settings() throws -> TerminalSettings { try TerminalSettings(of: device) }

  /// The process that leads the group in the foreground.
  var foreground: pid_t { tcgetpgrp(window) }

  /// The bytes written since the last call; empty if the terminal is closed.
  func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = readFile(window, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Returns when there is something to read, or after a time.
  func waitForOutput(milliseconds: Int32) {
    var wait = pollfd(fd: window, events: Int16(POLLIN), revents: 0)
    let isReady = poll(&wait, 1, milliseconds) > 0
    // No process has the device open any more: the first poll returns at once, so this one waits.
    if isReady, Int32(wait.revents) & POLLIN == 0 { _ = poll(nil, 0, milliseconds) }
  }

  /// Types as many bytes as there is room for.
  /// - Returns: Their number.
  func write(_ bytes: some Collection<UInt8>) throws -> Int {
    let count = Array(bytes).withUnsafeBytes { writeFile(window, $0.baseAddress, $0.count) }
    if count < 0, errno != EAGAIN, errno != EINTR { throw CallFailed(call: "write") }
    return max(0, count)
  }

  /// Waits for typed bytes that no program has read, and returns them.
  func waitForInput() -> [UInt8] {
    var wait = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, 5000) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1024)
    return Array(buffer[..<max(0, readFile(device, &buffer, buffer.count))])
  }

  /// Whether the buffer of unread output is full.
  var isFull: Bool {
    var wait = pollfd(fd: device, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, 0) == 0
  }

  /// Fills the buffer of unread output, with NULs, which leave the screen unchanged.
  func fill() throws {
    let zeros = [UInt8](repeating: 0, count: 1024)
    repeat {
      let count = zeros.withUnsafeBytes { writeFile(device, $0.baseAddress, $0.count) }
      if count < 0, errno != EAGAIN, errno != EINTR { throw CallFailed(call: "write") }
      // The system may make room once more.
      if count <= 0 { _ = poll(nil, 0, 5) }
    } while !isFull
  }

  /// Stops output, as after Ctrl-S, or when a connection hangs.
  func freeze() throws {
    guard tcflow(device, TCOOFF) == 0 else { throw CallFailed(call: "tcflow") }
  }

  /// Continues output.
  func thaw() throws {
    guard tcflow(device, TCOON) == 0 else { throw CallFailed(call: "tcflow") }
  }

  /// Closes the window, as a user does.
  func closeWindow() {
    if window >= 0 { close(window) }
    window = -1
  }
}

// The C functions whose names the methods above use.
private func readFile(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ size: Int) -> Int {
  read(file, buffer, size)
}

private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
