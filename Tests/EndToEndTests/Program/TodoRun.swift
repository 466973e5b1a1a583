#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `todo` without a terminal, from start to end: its output and errors go into pipes.
struct TodoRun {
  let end: ProcessEnd
  let output: String
  let errors: String

  /// - Parameters:
  ///   - input: its standard input, less than a pipe holds.
  ///   - script: the shell commands that start it: `"$@"` is the program and its arguments.
  init(
    _ arguments: [String] = [], in folder: TestFolder, input: String = "",
    script: String = "exec \"$@\"", environment: [String: String] = [:],
    program: String = "todo"
  ) throws {
    let (source, pipes) = (try Pipe(), [try Pipe(), try Pipe()])
    try source.write(input)
    let process = try Launch(
      words: [TodoExecutable.path(of: program)] + arguments, script: script, folder: folder.path,
      environment: folder.environment.merging(environment) { $1 },
      streams: .files(
        input: source.readEnd, output: pipes[0].writeEnd, errors: pipes[1].writeEnd)
    ).start()
    source.closeWriteEnd()
    for pipe in pipes { pipe.closeWriteEnd() }

    let clock = ContinuousClock()
    let deadline = clock.now + .timeout
    while pipes.contains(where: { !$0.isAtEnd }) || process.end == nil {
      guard clock.now < deadline else {
        throw NeverHappened(what: "the end of todo \(arguments)", end: process.end, screen: "")
      }
      for pipe in pipes { pipe.read(milliseconds: 5) }
    }
    guard let end = process.end else { throw CallFailed(call: "waitpid") }
    self.end = end
    output = String(decoding: pipes[0].bytes, as: UTF8.self)
    errors = String(decoding: pipes[1].bytes, as: UTF8.self)
  }

  /// Whether the program failed and printed one line with the reason, without control characters.
  var isRefusal: Bool {
    let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
    return end != .status(0) && output.isEmpty && lines.count == 2 && lines[1].isEmpty
      && lines[0].hasPrefix("todo: ") && !lines[0].unicodeScalars.contains { $0.value < 0x20 }
  }
}

/// A pipe that is read until all its writers have closed it.
private final class Pipe {
  private(set) var writeEnd: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false
  let readEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CallFailed(call: "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    closeWriteEnd()
    close(readEnd)
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard writeFile(writeEnd, bytes, bytes.count) == bytes.count else {
      throw CallFailed(call: "write")
    }
  }

  func read(milliseconds: Int32) {
    var wait = pollfd(fd: isAtEnd ? -1 : readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = readFile(readEnd, &buffer, buffer.count)
    if count > 0 { bytes += buffer[..<count] }
    if count == 0 { isAtEnd = true }
  }
}

/// `write`, whose name a method uses.
private func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// `read`, whose name a method uses.
private func readFile(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ size: Int) -> Int {
  read(file, buffer, size)
}
