#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How to start a process: in its own session, with no signal blocked or ignored, independent of
/// the tests' environment.
struct Launch {
  enum Streams {
    /// - Parameter isControlling: whether this is the controlling terminal of the session. It sends
    /// signals for keys such as Ctrl-C and for a changed size, and has a foreground process group.
    case terminal(path: String, isControlling: Bool)
    case files(input: Int32, output: Int32, errors: Int32)
  }

  var words: [String]
  /// Shell commands, with `words` as `"$@"`.
  var script: String
  var folder: String
  var environment: [String: String]
  var streams: Streams

  /// `POSIX_SPAWN_SETSID`, which `<spawn.h>` declares for GNU sources only.
  #if canImport(Darwin)
    private static let startsSession = Int16(POSIX_SPAWN_SETSID)
  #else
    private static let startsSession: Int16 = 0x80
  #endif

  func start() throws -> ChildProcess {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    switch streams {
    case .terminal(let path, let isControlling):
      // A session without a terminal gets the first one that its leader opens without O_NOCTTY.
      let flags = isControlling ? O_RDWR : O_RDWR | O_NOCTTY
      posix_spawn_file_actions_addopen(&actions, 0, path, flags, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    case .files(let input, let output, let errors):
      for (number, file) in [input, output, errors].enumerated() {
        posix_spawn_file_actions_adddup2(&actions, file, Int32(number))
      }
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    sigdelset(&signals, SIGKILL)
    sigdelset(&signals, SIGSTOP)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Self.startsSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    // A crash signal from a test dumps no core. Other files that a program leaves are removed with
    // its folder.
    let setUp = "cd \"$0\" && ulimit -c 0 && { \(script)\n}"
    let arguments = ["/bin/sh", "-c", setUp, folder] + words
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    var id: pid_t = 0
    let error = withCStrings(arguments) { arguments in
      withCStrings(variables) { variables in
        posix_spawn(&id, "/bin/sh", &actions, &attributes, arguments, variables)
      }
    }
    if error != 0 { throw CallFailed(call: "posix_spawn", code: error) }
    return ChildProcess(id: id)
  }
}

/// A system call that a test needs failed.
struct CallFailed: Error, CustomStringConvertible {
  let call: String
  var code = errno

  var description: String { "\(call): \(String(cString: strerror(code)))" }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
