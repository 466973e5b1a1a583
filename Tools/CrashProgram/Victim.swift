#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child process, with a pipe for its output, that will be killed.
final class KilledProcess {
  private let id: pid_t
  private let output: Int32
  private var bytes: [UInt8] = []

  init(_ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CannotStart(code: errno) }
    // Other children that are started meanwhile must not inherit the pipe and keep it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, arguments[0], &actions, nil, words + [nil], [nil])
    if code != 0 {
      close(ends[0])
      throw CannotStart(code: code)
    }
    self.id = id
    output = ends[0]
  }

  /// Waits for the given number of lines, or the end of the output.
  func listen(forLines count: Int) {
    while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count, listen() {}
  }

  /// - Returns: The complete output.
  func kill() -> String {
    sendKill(id)
    while listen() {}
    close(output)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return String(decoding: bytes, as: UTF8.self)
  }

  private func listen() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer, buffer.count)
    if count > 0 { bytes += buffer.prefix(count) }
    return count > 0 || (count < 0 && errno == EINTR)
  }
}

private func sendKill(_ id: pid_t) { _ = kill(id, SIGKILL) }

struct CannotStart: Error, CustomStringConvertible {
  let code: Int32

  var description: String { "the program cannot be started: \(String(cString: strerror(code)))" }
}
