import MillraceSystem

#if !canImport(Darwin)
  import Dispatch
  import MillraceStore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension FileWatch {
    static func makeWatcher(_ path: Path) throws(FileWatchError) -> some FileWatcher {
      try FolderWatcher(path)
    }
  }

  /// Watches a file by its name in its folder, so that another file that takes the name is seen;
  /// and if the file is a symbolic link, what that leads to as well.
  private final class FolderWatcher: FileWatcher {
    private let path: Path
    private let events: FolderEvents
    private let source: AnySource
    private let state: Guarded<WatchedNames>

    init(_ path: Path) throws(FileWatchError) {
      self.path = path
      do {
        events = try FolderEvents()
      } catch {
        throw FileWatchError(error, path: path.text)
      }
      do {
        state = Guarded(try WatchedNames(following: path, in: events))
      } catch {
        events.close()
        throw FileWatchError(error, path: path.text)
      }
      source = AnySource(
        DispatchSource.makeReadSource(
          fileDescriptor: events.descriptor, queue: DispatchQueue(label: "millrace.file")))
    }

    func activate(_ changes: Changes) {
      source.activate { [self] in
        read(changes)
      } end: { [events] in
        events.close()
        changes.finish()
      }
    }

    func stop() { source.cancel() }

    private func read(_ changes: Changes) {
      state.withLock { names in
        let wasThere = names.isThere
        do throws(SystemError) {
          let isConcerned = try events.take().contains { names.isConcerned(by: $0) }
          if !isConcerned { return }
          try names.follow(path, in: events)
        } catch {
          if wasThere, !FileWatch.exists(path) { changes.yield(.deleted) }
          let isGone = error.code == ENOENT || error.code == ENOTDIR
          changes.finish(
            throwing: isGone
              ? FileWatchError.folderIsGone(path: path.text)
              : FileWatchError(error, path: path.text))
          return
        }
        // How the file stands now, not how the events went: they may be many.
        if names.isThere {
          changes.yield(.changed)
        } else if wasThere {
          changes.yield(.deleted)
        }
      }
    }
  }

  /// The names that make up a path whose end may be a link, and the folders they are in.
  struct WatchedNames: Sendable {
    /// Of the path first; then, for links, of where each leads.
    private var chain: [Path] = []
    /// The numbers of the chain's folders; nil for one that is not there.
    private var folders: [Int32?] = []
    /// Whether the whole way leads to something.
    private(set) var isThere = false

    init(following path: Path, in events: FolderEvents) throws(SystemError) {
      try follow(path, in: events)
    }

    func isConcerned(by event: FolderEvents.Event) -> Bool {
      if event.folder < 0 { return true }
      // By bytes: strings are equal whose bytes are not.
      return zip(chain, folders).contains { path, folder in
        folder == event.folder && (event.isEnd || path.name.utf8.elementsEqual(event.name))
      }
    }

    /// Watches the folders along the way as it is now, and forgets those of another.
    mutating func follow(_ path: Path, in events: FolderEvents) throws(SystemError) {
      var watched = Set(folders)
      repeat {
        chain = Self.chain(from: path)
        folders = []
        for path in chain {
          folders.append(try Self.watch(path, in: events, isFirst: folders.isEmpty))
        }
        watched.formUnion(folders)
        // A link that was changed before its folder was watched has to be read again.
      } while chain != Self.chain(from: path)
      for case let folder? in watched.subtracting(folders) { events.forget(folder) }
      isThere = FileWatch.exists(path)
    }

    private static func watch(
      _ path: Path, in events: FolderEvents, isFirst: Bool
    ) throws(SystemError) -> Int32? {
      do {
        return try events.watch(path.folder)
      } catch {
        // A link may lead nowhere, for now.
        if !isFirst, [ENOENT, ENOTDIR, EACCES].contains(error.code) { return nil }
        throw error
      }
    }

    private static func chain(from path: Path) -> [Path] {
      var chain = [path]
      // As far as the system follows links (path_resolution(7)).
      while chain.count <= 40, let last = chain.last,
        let target = try? SystemFiles().linkTarget(of: last.text)
      {
        chain.append(Path(Path.join(last.folder, target)))
      }
      return chain
    }
  }
#endif
