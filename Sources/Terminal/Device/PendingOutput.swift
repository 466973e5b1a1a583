import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes on their way to a terminal that may be slow, or stopped: nobody waits for it.
@MainActor
package final class PendingOutput {
  private let file: OpenFile
  private let ready: @MainActor () -> Void
  private var rest: ArraySlice<UInt8> = []
  private var source: (any DispatchSourceWrite)?

  /// - Parameters:
  ///   - file: does not block.
  ///   - ready: called when all is written, after a time in which it was not.
  package init(to file: OpenFile, ready: @escaping @MainActor () -> Void) {
    self.file = file
    self.ready = ready
  }

  /// Whether there are bytes left.
  package var isBusy: Bool { source != nil }

  package func write(_ bytes: [UInt8]) {
    if isBusy {
      rest += bytes
    } else {
      rest = bytes[...]
      flush()
    }
  }

  /// Forgets what is not written yet.
  package func discard() {
    rest = []
    source?.cancel()
    source = nil
  }

  private func flush() {
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeFile(file.descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        return waitForRoom()
      } else if errno != EINTR {
        // The terminal is gone: the end of its input says so.
        return discard()
      }
    }
    let wasBusy = isBusy
    discard()
    if wasBusy { ready() }
  }

  private func waitForRoom() {
    if isBusy { return }
    let source = DispatchSource.makeWriteSource(fileDescriptor: file.descriptor, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.flush() } }
    // Dispatch wants the descriptor open until it has let go of it.
    source.setCancelHandler { [file] in _ = file }
    source.activate()
    self.source = source
  }
}

/// A descriptor, closed when nobody holds it.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

/// `write`, whose name a method takes.
func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
