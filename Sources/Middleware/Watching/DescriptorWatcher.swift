import MillraceSystem

#if canImport(Darwin)
  import Darwin
  import Dispatch
  import MillraceStore

  extension FileWatch {
    static func makeWatcher(_ path: Path) throws(FileWatchError) -> some FileWatcher {
      try DescriptorWatcher(path)
    }
  }

  /// Watches a file by a descriptor of it, for what is written to it, and by one of its folder, for
  /// which file has its name (`EVFILT_VNODE` of kqueue(2)).
  private final class DescriptorWatcher: FileWatcher {
    /// Which file it is, whatever its name; of a path, the one it leads to, links followed.
    private struct Identity: Equatable, Sendable {
      let device: dev_t
      let number: ino_t

      init?(_ path: Path) {
        var status = stat()
        guard stat(path.text, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
      }

      init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
      }
    }

    private struct State: Sendable {
      var file: AnySource?
      var identity: Identity?
      var isStopped = false
    }

    private static let gone: DispatchSource.FileSystemEvent = [.delete, .rename, .revoke]

    private let path: Path
    private let queue = DispatchQueue(label: "millrace.file")
    private let folderDescriptor: Int32
    private let folder: AnySource
    private let state = Guarded(State())

    init(_ path: Path) throws(FileWatchError) {
      self.path = path
      do {
        folderDescriptor = try SystemFiles().openFile(path.folder, O_EVTONLY | O_DIRECTORY)
      } catch {
        throw FileWatchError(error, path: path.text)
      }
      folder = AnySource(
        DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: folderDescriptor, eventMask: [.write, .delete, .rename, .revoke],
          queue: queue))
    }

    func activate(_ changes: Changes) {
      watchFile(changes)
      folder.activate { [self] in
        if folder.fileEvents.isDisjoint(with: Self.gone) {
          look(changes, isWritten: false)
        } else {
          if state.withLock({ $0.identity != nil }), !FileWatch.exists(path) {
            changes.yield(.deleted)
          }
          changes.finish(throwing: FileWatchError.folderIsGone(path: path.text))
        }
      } end: { [folderDescriptor] in
        SystemFiles().close(folderDescriptor)
        changes.finish()
      }
    }

    func stop() {
      let file = state.withLock { state in
        state.isStopped = true
        defer { state.file = nil }
        return state.file
      }
      // The stream ends with the folder's source, on the same queue: the file's comes first.
      file?.cancel()
      folder.cancel()
    }

    /// Looks at which file has the name now.
    private func look(_ changes: Changes, isWritten: Bool) {
      let known = state.withLock { $0.identity }
      let identity = Identity(path)
      if identity != known { watchFile(changes) }
      if identity == nil {
        if known != nil { changes.yield(.deleted) }
      } else if isWritten || identity != known {
        changes.yield(.changed)
      }
    }

    /// Watches the file that has the name, and no other any more.
    private func watchFile(_ changes: Changes) {
      let descriptor = try? SystemFiles().openFile(path.text, O_EVTONLY)
      // Of what was opened: another may have the name by now, which the folder tells.
      let identity = descriptor.flatMap { Identity($0) }
      let file = descriptor.map { descriptor in
        let file = AnySource(
          DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .revoke],
            queue: queue))
        file.activate { [self] in
          look(changes, isWritten: !file.fileEvents.isDisjoint(with: [.write, .extend]))
        } end: {
          SystemFiles().close(descriptor)
        }
        return file
      }
      let (old, isStopped) = state.withLock { state in
        defer { (state.file, state.identity) = (state.isStopped ? nil : file, identity) }
        return (state.file, state.isStopped)
      }
      old?.cancel()
      if isStopped { file?.cancel() }
    }
  }
#endif
