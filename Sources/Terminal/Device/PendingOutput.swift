import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes for a terminal that may be slow or stopped. Writing never blocks.
@MainActor
package final class PendingOutput {
  private let file: OpenFile
  private let ready: @MainActor () -> Void
  private var rest: ArraySlice<UInt8> = []
  private var source: (any DispatchSourceWrite)?

  /// - Parameters:
  ///   - file: a non-blocking descriptor.
  ///   - ready: called when all bytes are written, if they could not be written at once.
  package init(to file: OpenFile, ready: @escaping @MainActor () -> Void) {
    self.file = file
    self.ready = ready
  }

  /// Whether bytes remain to be written.
  package var isBusy: Bool { source != nil }

  package func write(_ bytes: [UInt8]) {
    if isBusy {
      rest += bytes
    } else {
      rest = bytes[...]
      flush()
    }
  }

  /// Drops the bytes that are not written yet.
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
        // The terminal is gone, which the reader of its input will report.
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
    source.setEventHandler { [weak self] in
      EmergencyExit.ensureAlternateStack()
      MainActor.assumeIsolated { self?.flush() }
    }
    // Dispatch requires an open descriptor until the cancel handler runs.
    source.setCancelHandler { [file] in _ = file }
    source.activate()
    self.source = source
  }
}

/// A descriptor that is closed when its last reference is released.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

/// Calls the system's `write`, which the method `write` would shadow.
func writeFile(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}
