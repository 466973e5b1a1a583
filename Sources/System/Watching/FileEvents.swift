import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reports events of files and folders, each identified by a watch number: by inotify(7) on Linux,
/// and by `EVFILT_VNODE` of kqueue(2) on Darwin.
package final class FileEvents: Sendable {
  /// Called on a separate queue when events have arrived.
  ///
  /// It receives the watch numbers of the files that were written to. The number -1 means that
  /// events were lost, so any file may have been written to.
  package typealias Handler = @Sendable (FileEvents, _ written: Set<Int32>) -> Void

  private let queue = DispatchQueue(label: "millrace.file")

  #if canImport(Darwin)
    /// The watched files by watch number, which is the descriptor.
    private let watched = Mutex<
      [Int32: (identity: FileStatus.Identity?, source: CancellableSource)]
    >([:])
    private let handle: Handler
    private let end: @Sendable () -> Void
    private let isCancelled = Atomic(false)

    /// Never throws; it has the signature of the initializer on Linux.
    package init(
      _ handle: @escaping Handler, end: @escaping @Sendable () -> Void
    ) throws(SystemError) {
      (self.handle, self.end) = (handle, end)
    }

    package func watch(_ path: String, isFolder: Bool) throws(SystemError) -> Int32 {
      let flags = isFolder ? O_EVTONLY | O_DIRECTORY : O_EVTONLY
      let descriptor = try SystemFiles().openFile(path, flags)
      let identity = (try? SystemFiles().status(of: descriptor))?.identity
      return watched.withLock { watched in
        if let known = watched.first(where: { $0.value.identity == identity }) {
          SystemFiles().close(descriptor)
          return known.key
        }
        let source = CancellableSource(
          DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .revoke],
            queue: queue))
        watched[descriptor] = (identity, source)
        source.activate { [self] in
          let isWritten = !source.fileEvents.isDisjoint(with: [.write, .extend])
          handle(self, isWritten ? [descriptor] : [])
        } end: {
          SystemFiles().close(descriptor)
        }
        return descriptor
      }
    }

    package func unwatch(_ number: Int32) {
      watched.withLock { $0.removeValue(forKey: number) }?.source.cancel()
    }

    package func cancel() {
      if isCancelled.exchange(true, ordering: .relaxed) { return }
      queue.async { [self] in
        for number in watched.withLock({ Array($0.keys) }) { unwatch(number) }
        end()
      }
    }
  #else
    private let descriptor: Int32
    private let source: CancellableSource

    /// - Parameter end: Called once, after cancellation.
    package init(
      _ handle: @escaping Handler, end: @escaping @Sendable () -> Void
    ) throws(SystemError) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if descriptor < 0 { throw .last }
      self.descriptor = descriptor
      source = CancellableSource(
        DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
      source.activate { [self] in
        handle(self, readEvents())
        // Without this pause, a process that writes line by line would wake the reader each time.
        source.pause(for: .milliseconds(5), on: queue)
      } end: {
        SystemFiles().close(descriptor)
        end()
      }
    }

    /// Begins to watch a file for writes, or a folder for changes of its names. Links are followed.
    /// - Returns: The watch number of the file: the same in each call while the file is watched. A
    ///   file that replaces another one at the path has another number.
    package func watch(_ path: String, isFolder: Bool) throws(SystemError) -> Int32 {
      // IN_MODIFY for a writer that keeps the file open, as for a log; IN_CLOSE_WRITE for one that
      // empties the file and closes it.
      let interest =
        isFolder
        ? IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
          | IN_ONLYDIR
        : IN_MODIFY | IN_CLOSE_WRITE
      let number = inotify_add_watch(descriptor, path, UInt32(interest))
      if number < 0 { throw .last }
      return number
    }

    package func unwatch(_ number: Int32) { inotify_rm_watch(descriptor, number) }

    /// Stops all watches. May be called on any thread. A second call does nothing.
    package func cancel() { source.cancel() }

    /// Returns the files that were written to since the last call.
    private func readEvents() -> Set<Int32> {
      var written: Set<Int32> = []
      // The buffer has space for many events. An event with the longest name needs 272 bytes.
      var buffer = [UInt8](repeating: 0, count: 8192)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return written }
        buffer.withUnsafeBytes { bytes in
          var start = 0
          while start < count {
            let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            if event.mask & Self.writes != 0 { written.insert(event.wd) }
            start += MemoryLayout<inotify_event>.size + Int(event.len)
          }
        }
      }
    }

    /// Includes IN_Q_OVERFLOW: lost events have the number -1.
    private static let writes = UInt32(IN_MODIFY | IN_CLOSE_WRITE | IN_Q_OVERFLOW)
  #endif
}
