import MillraceDocument
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Files of commands")
struct CommandFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("lines are read unchanged, including blank ones")
  func lines() throws {
    try folder.write("a\r\n\n\u{FEFF}é\r b", to: "text")
    #expect(try CommandFile.lines(of: folder.file("text")) == ["a", "", "\u{FEFF}é\r b"])
    try folder.write("a\n\n", to: "text")
    #expect(try CommandFile.lines(of: folder.file("text")) == ["a", ""])
    try folder.write("", to: "text")
    #expect(try CommandFile.lines(of: folder.file("text")) == [])
  }

  @Test("text that is not UTF-8 is refused with its line number")
  func latin1() throws {
    _ = try Shell.run("printf 'a\\nb\\ncaf\\351\\n' > '\(folder.file("latin"))'")
    let path = folder.file("latin")
    let error = #expect(throws: CommandFileError.self) { try CommandFile.lines(of: path) }
    #expect(error == .notUTF8(path: path, line: 3))
    #expect(error?.description == "\(path) is not UTF-8 (line 3)")
  }

  @Test("a pipe is read to its end, and an unreadable path is named in the error")
  func others() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    _ = try Shell.run("(printf 'a\\nb' > '\(pipe)') > /dev/null 2>&1 &")
    #expect(try CommandFile.lines(of: pipe) == ["a", "b"])
    let missing = folder.file("missing")
    #expect(throws: CommandFileError.cannotRead(path: missing, reason: "No such file or directory"))
    {
      try CommandFile.lines(of: missing)
    }
    #expect(throws: CommandFileError.cannotRead(path: folder.path, reason: "Is a directory")) {
      try CommandFile.lines(of: folder.path)
    }
  }

  @Test("a new file is created, and an existing one is replaced only with overwriting")
  func files() throws {
    let path = folder.file("out")
    try CommandFile.write("one", to: path)
    #expect(folder.text("out") == "one")
    #expect(throws: CommandFileError.exists(path: path)) { try CommandFile.write("two", to: path) }
    #expect(folder.text("out") == "one")
    chmod(path, 0o640)
    try CommandFile.write("three", to: path, overwriting: true)
    #expect(folder.text("out") == "three" && folder.permissions("out") == 0o640)
    #expect(folder.names == ["out"])
  }

  @Test("writing through a symbolic link keeps the link and writes its target")
  func links() throws {
    #expect(symlink("target", folder.file("near")) == 0)
    #expect(symlink(folder.file("near"), folder.file("far")) == 0)
    // The target of the link does not exist yet.
    try CommandFile.write("one", to: folder.file("far"))
    #expect(folder.text("target") == "one")
    #expect(throws: CommandFileError.exists(path: folder.file("far"))) {
      try CommandFile.write("two", to: folder.file("far"))
    }
    chmod(folder.file("target"), 0o604)
    try CommandFile.write("two", to: folder.file("far"), overwriting: true)
    #expect(folder.text("target") == "two" && folder.permissions("target") == 0o604)
    #expect(folder.isLink("near") && folder.isLink("far"))
    #expect(folder.names == ["far", "near", "target"])
    #expect(symlink("circle", folder.file("circle")) == 0)
    #expect(throws: CommandFileError.self) { try CommandFile.write("", to: folder.file("circle")) }
  }

  @Test("a pipe or a device is written to, and not replaced by a file", arguments: [true, false])
  func devices(overwriting: Bool) throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    _ = try Shell.run("(cat '\(pipe)' > '\(folder.file("read"))') > /dev/null 2>&1 &")
    try CommandFile.write("through", to: pipe, overwriting: overwriting)
    _ = try Shell.run("while [ ! -s '\(folder.file("read"))' ]; do :; done")
    #expect(folder.text("read") == "through")
    #expect(try Shell.run("test -p '\(pipe)' && echo yes") == "yes\n")
    try CommandFile.write("gone", to: "/dev/null", overwriting: overwriting)
    #expect(try Shell.run("test -c /dev/null && echo yes") == "yes\n")
    #if os(Linux)
      #expect(
        throws: CommandFileError.cannotWrite(path: "/dev/full", reason: "No space left on device")
      ) {
        try CommandFile.write("much", to: "/dev/full", overwriting: overwriting)
      }
    #endif
  }

  @Test("a failed write names the path, and leaves no file")
  func failures() throws {
    #expect(throws: CommandFileError.cannotWrite(path: folder.path, reason: "Is a directory")) {
      try CommandFile.write("x", to: folder.path, overwriting: true)
    }
    let path = folder.file("no/file")
    #expect(throws: CommandFileError.cannotWrite(path: path, reason: "No such file or directory")) {
      try CommandFile.write("x", to: path)
    }
    #expect(folder.names == [])
  }
}
