import MillraceTerminal
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@MainActor
@Suite("Output to a slow terminal", .timeLimit(.minutes(20)))
struct PendingOutputTests {
  private let (reader, writer): (OpenFile, OpenFile)

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (reader, writer) = (OpenFile(ends[0]), OpenFile(ends[1]))
  }

  private func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(reader.descriptor, &buffer, buffer.count)
      if count <= 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  @Test("if the terminal takes output at once, it stays idle, and no handler is called")
  func quick() {
    let output = PendingOutput(to: writer) { Issue.record("was not busy") }
    output.write([1, 2, 3])
    #expect(!output.isBusy)
    #expect(readAll() == [1, 2, 3])
  }

  @Test("pending output is written in order, and its end is reported once")
  func slow() async {
    // More than any pipe can hold.
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var read: [UInt8] = []
    await withCheckedContinuation { continuation in
      let output = PendingOutput(to: writer) { continuation.resume() }
      output.write(Array(bytes[..<200_000]))
      #expect(output.isBusy)
      output.write(Array(bytes[200_000...]))
      Task {
        while output.isBusy {
          read += readAll()
          await Task.yield()
        }
      }
    }
    read += readAll()
    #expect(read == bytes)
  }

  @Test("the end of pending output is reported on a thread with a stack for signal handlers")
  func alternateStack() async {
    let flags = await withCheckedContinuation { continuation in
      let output = PendingOutput(to: writer) {
        var stack = stack_t()
        sigaltstack(nil, &stack)
        continuation.resume(returning: stack.ss_flags)
      }
      output.write([UInt8](repeating: 0, count: 200_000))
      Task {
        while output.isBusy {
          _ = readAll()
          await Task.yield()
        }
      }
    }
    #expect(flags & Int32(SS_DISABLE) == 0)
  }

  @Test("discarded output is not written, and later output is")
  func discards() {
    let output = PendingOutput(to: writer) { Issue.record("nothing was left to wait for") }
    output.write([UInt8](repeating: 0, count: 2_000_000))
    output.discard()
    #expect(!output.isBusy)
    #expect(readAll().allSatisfy { $0 == 0 })
    output.write([7])
    #expect(readAll() == [7])
  }

  @Test("output to a closed terminal is not pending")
  func gone() {
    let output = PendingOutput(to: OpenFile(-1)) { Issue.record("was not busy") }
    output.write([1])
    #expect(!output.isBusy)
  }
}
