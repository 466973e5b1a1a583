import MillraceSystem
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Files of the operating system")
struct SystemFilesTests {
  let folder: TemporaryFolder
  let files = SystemFiles()

  init() throws { folder = try TemporaryFolder() }

  @Test("a missing path, or one below a file, has no status")
  func missing() throws {
    try folder.write("x", to: "file")
    #expect(try files.status(of: folder.file("missing")) == nil)
    #expect(try files.status(of: folder.file("file/below")) == nil)
  }

  @Test("a status has the kind, size, permissions and number of links")
  func status() throws {
    try files.makeFile(folder.file("one"), Array("four".utf8))
    #expect(link(folder.file("one"), folder.file("two")) == 0)
    let one = try #require(try files.status(of: folder.file("one")))
    #expect(one.kind == .file)
    #expect(one.size == 4)
    #expect(one.permissions == 0o600)
    #expect(one.links == 2)
    #expect(try files.status(of: folder.file("two"))?.isSame(as: one) == true)
    #expect(try files.status(of: folder.path)?.kind == .folder)
  }

  @Test("a file is written in pieces, and read from any offset")
  func pieces() throws {
    let file = try files.open(folder.file("a"), .any)
    defer { files.close(file) }
    try files.writeAll(Array("hello world".utf8), to: file)
    try files.writeAll(Array("W".utf8), to: file, at: 6)
    #expect(try files.read(folder.file("a"), from: 6) == Array("World".utf8))
    try files.resize(file, to: 5)
    #expect(try files.read(folder.file("a"), from: 0) == Array("hello".utf8))
    #expect(try files.read(folder.file("a"), from: 9).isEmpty)
  }

  @Test("a file is opened as an existing one, as a new one, or as either")
  func opening() throws {
    let path = folder.file("a")
    #expect(throws: SystemError.self) { try files.open(path, .existing) }
    files.close(try files.open(path, .new(permissions: 0o640)))
    #expect(folder.permissions("a") == 0o640)
    #expect(throws: SystemError.self) { try files.open(path, .new(permissions: 0o600)) }
    files.close(try files.open(path, .existing))
    files.close(try files.open(path, .any))
  }

  @Test("a part of a file is read, up to a limit")
  func part() throws {
    let path = folder.file("a")
    try files.makeFile(path, Array("0123456789".utf8))
    func text(_ offset: Int, _ limit: Int) throws -> String {
      String(decoding: try files.read(path, from: offset, limit: limit), as: UTF8.self)
    }
    #expect(
      try (text(0, 4), text(3, 2), text(8, 9), text(12, 1), text(3, 0)) == (
        "0123", "34", "89", "", ""
      ))
    #expect(try String(decoding: files.read(path, from: 7), as: UTF8.self) == "789")
  }

  @Test("a file that is not a regular one is not read")
  func noPlainFile() throws {
    #expect(throws: SystemError.self) { try files.read(folder.path, from: 0) }
    #expect(throws: SystemError.self) { try files.read("/dev/null", from: 0) }
  }

  @Test("a failed call has the system's message")
  func words() {
    let error = #expect(throws: SystemError.self) {
      try files.names(in: folder.file("missing"))
    }
    #expect(error?.description == "No such file or directory")
  }

  @Test("a rename replaces a file, and removing a missing file succeeds")
  func names() throws {
    try folder.write("old", to: "a")
    try folder.write("new", to: "b")
    try files.rename(folder.file("b"), to: folder.file("a"))
    #expect(folder.text("a") == "new")
    #expect(try files.names(in: folder.path) == ["a"])
    try files.remove(folder.file("a"))
    try files.remove(folder.file("a"))
    #expect(folder.names == [])
  }

  @Test("a lock belongs to one descriptor until it is closed")
  func lock() throws {
    let one = try files.open(folder.file("a"), .any)
    let other = try files.open(folder.file("a"), .any)
    defer { files.close(other) }
    #expect(try files.lock(one))
    #expect(try files.lock(other) == false)
    files.close(one)
    #expect(try files.lock(other))
  }

  @Test("a regular file and a missing path have no link target")
  func links() throws {
    try folder.write("x", to: "a")
    #expect(try files.linkTarget(of: folder.file("a")) == nil)
    #expect(try files.linkTarget(of: folder.file("missing")) == nil)
  }
}
