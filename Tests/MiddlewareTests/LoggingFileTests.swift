import Foundation
import MillraceStore
import MillraceSystem
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Log files")
struct LoggingFileTests {
  private func store(_ destination: LogDestination, dispatching count: Int = 1) -> ItemsStore {
    let store = makeStore([.logging(to: destination, showing: [])], onIssue: { _ in })
    for _ in 0..<count { store.dispatch(.nothing) }
    store.finish()
    return store
  }

  @Test("a log file is appended to, and only its owner can read it")
  func file() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      #expect(store(.file(folder.file("a.log"))).startupFailures.isEmpty)
    }
    #expect(folder.text("a.log") == "1 nothing\n1 nothing\n")
    #expect(folder.permissions("a.log") == 0o600)
  }

  @Test("a log file is rotated before it grows too large, and a number of older files is kept")
  func rotation() throws {
    let folder = try TemporaryFolder()
    // Two lines of ten bytes fit into a file.
    _ = store(.file(folder.file("a.log"), rotatingAt: 20, keeping: 2), dispatching: 9)
    #expect(folder.names == ["a.log", "a.log.1", "a.log.2"])
    #expect(folder.text("a.log") == "9 nothing\n")
    #expect(folder.text("a.log.1") == "7 nothing\n8 nothing\n")
    #expect(folder.text("a.log.2") == "5 nothing\n6 nothing\n")
    _ = store(.file(folder.file("a.log"), rotatingAt: 20, keeping: 2), dispatching: 2)
    #expect(folder.text("a.log") == "2 nothing\n", "the file's earlier content is used")
  }

  @Test("a line longer than the limit gets its own file")
  func longLine() throws {
    let folder = try TemporaryFolder()
    _ = store(.file(folder.file("a.log"), rotatingAt: 5, keeping: 0), dispatching: 3)
    #expect(folder.names == ["a.log", "a.log.1"], "one older file is kept at least")
    #expect(folder.text("a.log") == "3 nothing\n")
    #expect(folder.text("a.log.1") == "2 nothing\n")
  }

  @Test("a log file that cannot be rotated grows, and this is reported once")
  func failedRotation() throws {
    let folder = try TemporaryFolder()
    try SystemFiles().makeFolder(folder.file("a.log.1"))
    let path = folder.file("a.log")
    let store = store(.file(path, rotatingAt: 20), dispatching: 4)
    #expect(folder.text("a.log")?.split(separator: "\n").count == 4)
    #expect(
      store.middlewareIssues.recorded == [
        .logging(.cannotRotate(path: path, reason: "Is a directory"))
      ])
  }

  @Test("a new file has no line break for a line that the older file has only in part")
  func rotationAfterPartialLine() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let failures = Log<LoggingError>()
      let file = try LogFile(folder.file("a.log"), limit: 20, keeping: 1) { failures.add($0) }
      // The system writes the bytes below the limit, and refuses the rest.
      signal(SIGXFSZ, SIG_IGN)
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #else
        let resource = RLIMIT_FSIZE
      #endif
      var size = rlimit()
      getrlimit(resource, &size)
      size.rlim_cur = 15
      setrlimit(resource, &size)
      for line in ["1 nothing", "2 nothing", "3 nothing"] { file.write(line) }
      size.rlim_cur = size.rlim_max
      setrlimit(resource, &size)
      #expect(failures.entries.count == 1)
      #expect(folder.text("a.log.1") == "1 nothing\n2 not")
      #expect(folder.text("a.log") == "3 nothing\n")
    }
  }

  @Test("lines are written to a pipe that another program reads")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let store = store(.file(path, rotatingAt: 5), dispatching: 2)
    #expect(store.middlewareIssues.recorded.isEmpty)
    #expect(text(from: reader, lines: 2) == "1 nothing\n2 nothing\n")
  }

  @Test("lines are written to a terminal")
  func terminal() throws {
    var (main, other): (Int32, Int32) = (-1, -1)
    try #require(openpty(&main, &other, nil, nil, nil) == 0)
    defer { for file in [main, other] { close(file) } }
    let path = String(cString: try #require(ttyname(other)))
    let store = store(.file(path), dispatching: 2)
    #expect(store.middlewareIssues.recorded.isEmpty)
    #expect(text(from: main, lines: 2) == "1 nothing\r\n2 nothing\r\n")
  }

  @Test("a pipe that nobody reads is a startup failure, and does not block the store")
  func unreadPipe() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    #expect(store(.file(path)).startupFailures.count == 1)
  }

  /// Reads a number of lines, or less at the end of the file, or if nothing comes for a minute. A
  /// terminal delivers its lines one by one, some time after they are written.
  private func text(from file: Int32, lines: Int) -> String {
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1_000))
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while text.count(where: { $0 == 10 }) < lines, poll(&waiting, 1, 60_000) > 0 {
      let count = read(file, &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer.prefix(count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("a log file that cannot be opened is a startup failure, and the store works")
  func unopenable() throws {
    let folder = try TemporaryFolder()
    let store = makeStore([.logging(to: .file(folder.path))])
    #expect("\(store.startupFailures)".contains("cannot be opened: Is a directory"))
    store.dispatch(.add("a"))
    #expect(store.state.items.count == 1)
  }

  @Test("a failing write is reported once")
  func failingWrite() throws {
    // A device that is always full. Some systems have none.
    guard try SystemFiles().status(of: "/dev/full") != nil else { return }
    let issues = Log<String>()
    let store = makeStore(
      [.logging(to: .file("/dev/full"))], onIssue: { issues.add("\($0)") })
    for _ in 0..<3 { store.dispatch(.nothing) }
    store.finish()
    #expect(
      issues.entries == [
        "The log /dev/full cannot be written: No space left on device. Lines are missing."
      ])
  }

  @Test(
    "a log file with the documented options has the time and the call site, at the chosen level")
  func sample() throws {
    struct Password {}
    let folder = try TemporaryFolder()
    let path = folder.file("todo.log")
    let store = makeStore([
      .logging(to: .file(path, rotatingAt: 1_000_000), redacting: [.type(Password.self)]) {
        action in if case .draft = action { .debug } else { .info }
      }
    ])
    store.dispatch(.draft("a"))
    store.dispatch(.nothing)
    store.finish()
    let lines = folder.text("todo.log")?.split(separator: "\n") ?? []
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("2 20") && lines[0].contains("Z nothing | "))
    #expect(lines[0].contains("LoggingFileTests.swift:"))
    #expect(lines[0].hasSuffix(" sample()"))
  }
}
