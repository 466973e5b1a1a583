import MillraceStoreTesting
import MillraceSystem
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Files in memory")
struct MemoryStorageTests {
  private let storage = MemoryStorage()

  @Test("a power failure restores the size and the links of a file, and changes its time")
  func statusAfterPowerFailure() throws {
    let file = try storage.open("/a", .any)
    try storage.writeAll([UInt8](repeating: 1, count: 10), to: file)
    try storage.synchronize(file)
    try storage.synchronizeFolder("/")
    try storage.writeAll([UInt8](repeating: 2, count: 20), to: file, at: 10)
    let before = try #require(storage.status(of: "/a"))
    #expect(before.size == 30 && before.links == 1)
    try storage.link("/a", to: "/b")
    #expect(storage.status(of: "/a")?.links == 2)
    try storage.remove("/a")
    #expect(storage.status(of: "/b")?.links == 1)
    try storage.remove("/b")
    #expect(try storage.status(of: file).links == 0)
    storage.cutPower()
    let after = try #require(storage.status(of: "/a"))
    #expect(after.size == 10 && after.links == 1)
    #expect(after.identity == before.identity && after.modified != before.modified)
  }

  @Test("a power failure releases the lock of a file whose name was removed or replaced")
  func lockAfterPowerFailure() throws {
    for isReplaced in [false, true] {
      let storage = MemoryStorage()
      storage["/a"] = [1]
      #expect(try storage.lock(try storage.open("/a", .existing)))
      if isReplaced {
        _ = try storage.open("/b", .any)
        try storage.rename("/b", to: "/a")
      } else {
        try storage.remove("/a")
      }
      storage.cutPower()
      #expect(storage["/a"] == [1])
      #expect(try storage.lock(try storage.open("/a", .existing)))
    }
  }

  @Test("a folder replaces only an empty folder")
  func folders() throws {
    for folder in ["/a", "/b", "/b/c"] { try storage.makeFolder(folder) }
    storage["/a/x"] = [1]
    storage["/b/x"] = [2]
    #expect(throws: SystemError(code: ENOTEMPTY)) { try storage.rename("/a", to: "/b") }
    try storage.remove("/b/x")
    #expect(throws: SystemError(code: ENOTEMPTY)) { try storage.rename("/a", to: "/b") }
    try storage.rename("/b/c", to: "/c")
    try storage.rename("/a", to: "/a")
    try storage.rename("/a", to: "/b")
    #expect(storage.allFiles == ["/b/x": [1]])
    storage.cutPower()
    #expect(storage.allFiles == ["/b/x": [1]])
  }

  @Test("a fault of reading is thrown before or after the bytes are read")
  func readingFaults() {
    storage["/a"] = [1, 2]
    storage.setFault { operation, _ in operation == .read ? .fails(EIO) : nil }
    #expect(throws: SystemError(code: EIO)) { try storage.read("/a", from: 0) }
    #expect(storage.bytesRead == 0)
    storage.setFault { operation, _ in operation == .read ? .failsAfterwards(EIO) : nil }
    #expect(throws: SystemError(code: EIO)) { try storage.read("/a", from: 0) }
    #expect(storage.bytesRead == 2)
    storage.setFault(nil)
    #expect(throws: SystemError(code: ENOENT)) { try storage.read("/b", from: 0) }
    #expect(throws: SystemError(code: EISDIR)) { try storage.read("/", from: 0) }
  }

  @Test("bytes set by the subscript, and the removal of a file by it, survive a power failure")
  func subscriptIsDurable() {
    storage["/a"] = [1]
    storage["/b"] = [2]
    storage["/b"] = nil
    storage.cutPower()
    #expect(storage.allFiles == ["/a": [1]])
  }
}
