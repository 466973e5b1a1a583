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

@Suite("commands read and write files")
struct CommandFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("lines are read as they are, blank ones and all")
  func lines() throws {
    try folder.write("a\r\n\n\u{FEFF}é\r b", to: "text")
    #expect(try CommandFile.lines(of: folder.file("text")) == ["a", "", "\u{FEFF}é\r b"])
    try folder.write("a\n\n", to: "text")
    #expect(try CommandFile.lines(of: folder.file("text")) == ["a", ""])
    try folder.write("", to: "text")
    #expect(try CommandFile.lines(of: folder.file("text")) == [])
  }

  @Test("what is not UTF-8 is refused, with its line")
  func latin1() throws {
    _ = try Shell.run("printf 'a\\nb\\ncaf\\351\\n' > '\(folder.file("latin"))'")
    let path = folder.file("latin")
    let error = #expect(throws: CommandFileError.self) { try CommandFile.lines(of: path) }
    #expect(error == .notUTF8(path: path, line: 3))
    #expect(error?.description == "\(path) is not UTF-8 (line 3)")
  }

  @Test("a pipe is read to its end; what can't be read is named")
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

  @Test("a new file is made; an old one stays, unless it may be overwritten")
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

  @Test("a link stays, and leads to the result")
  func links() throws {
    #expect(symlink("target", folder.file("near")) == 0)
    #expect(symlink(folder.file("near"), folder.file("far")) == 0)
    // It leads to nothing yet.
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

  @Test("a pipe and a device are written to, and stay", arguments: [true, false])
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

  @Test("what can't be written is named, and nothing is left behind")
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
