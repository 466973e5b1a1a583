#if !canImport(Darwin)

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The events of folders that inotify tells (inotify(7)).
  package struct FolderEvents: Sendable {
    package struct Event {
      /// The number that `watch(_:)` gave; -1 when events were lost.
      package let folder: Int32
      /// The folder itself has gone: removed, renamed or unmounted.
      package let isEnd: Bool
      /// The bytes of the name in the folder.
      package let name: [UInt8]
    }

    package let descriptor: Int32

    package init() throws(SystemError) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      if descriptor < 0 { throw .last }
    }

    /// Begins to tell of a folder.
    /// - Returns: Its number, the same as before for one that is watched already.
    package func watch(_ folder: String) throws(SystemError) -> Int32 {
      let number = inotify_add_watch(descriptor, folder, Self.interest)
      if number < 0 { throw .last }
      return number
    }

    package func forget(_ folder: Int32) { inotify_rm_watch(descriptor, folder) }

    package func close() { SystemFiles().close(descriptor) }

    /// All that has happened since the last call.
    package func take() throws(SystemError) -> [Event] {
      var events: [Event] = []
      // Room for many; one with the longest name needs 272 bytes.
      var buffer = [UInt8](repeating: 0, count: 8192)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count <= 0 {
          if count == 0 || errno == EAGAIN { return events }
          if errno != EINTR { throw .last }
          continue
        }
        buffer.withUnsafeBytes { bytes in
          var start = 0
          while start < count {
            let head = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            let nameStart = start + MemoryLayout<inotify_event>.size
            start = nameStart + Int(head.len)
            // Zeros fill the name up.
            let name = bytes[nameStart..<start].prefix { $0 != 0 }
            events.append(
              Event(folder: head.wd, isEnd: head.mask & Self.ends != 0, name: Array(name)))
          }
        }
      }
    }

    /// `IN_MODIFY` for who writes and goes on, as a log does; `IN_CLOSE_WRITE` for who has cut the
    /// file to nothing and closes it.
    private static let interest = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    private static let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
  }
#endif
