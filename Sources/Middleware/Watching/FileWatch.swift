import MillraceStore
import MillraceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Watches a file for writes. It also watches the folder of the path and, if the path leads to a
/// symbolic link, the folder of each target, to notice when another file takes one of these names.
package struct FileWatch: Sendable {
  private let path: Path
  /// The path. If it leads to a symbolic link, the target of the link follows, and so on.
  private var linkChain: [Path] = []
  /// The watch numbers of the file and of the folders.
  private var watched: Set<Int32> = []
  /// The watch number of the file, if it exists and is readable.
  private(set) var file: Int32?

  init(_ path: String) { self.path = Path(path) }

  /// Begins to watch.
  /// - Returns: The changes of the file. Of several changes that wait for the reader, only the last
  ///   is kept.
  package static func begin(_ path: String) throws(FileWatchError) -> EventSubscription<FileChange>
  {
    if ["", ".", ".."].contains(Path(path).name) { throw .notAFile(path: path) }
    let (changes, continuation) = AsyncThrowingStream.makeStream(
      of: FileChange.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    do throws(SystemError) {
      // The path is made absolute, because the working directory may change while the file is
      // watched.
      let watch = Guarded(FileWatch(try SystemFiles().absolute(path)))
      let events = try FileEvents { events, written in
        watch.withLock { $0.deliver(written, events, continuation) }
      } end: {
        continuation.finish()
      }
      // The stream also ends by an error, or when its consumer is gone.
      continuation.onTermination = { _ in events.cancel() }
      _ = try watch.withLock { watch throws(SystemError) in try watch.update([], events) }
      return (events: changes, stop: { events.cancel() })
    } catch {
      continuation.finish()
      throw FileWatchError(error, path: path)
    }
  }

  /// Calls a body on a queue after each change of a file.
  /// - Returns: A function that ends the watch; nil if the file cannot be watched.
  static func begin(
    _ path: String, on queue: @escaping BlockingQueue, _ body: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    guard let listening = try? begin(path) else { return nil }
    Task.detached {
      var events = listening.events.makeAsyncIterator()
      while (try? await events.next()) != nil { queue(body) }
    }
    return listening.stop
  }

  private mutating func deliver(
    _ written: Set<Int32>, _ events: FileEvents,
    _ changes: AsyncThrowingStream<FileChange, any Error>.Continuation
  ) {
    do {
      if let change = try update(written, events) { changes.yield(change) }
    } catch {
      let failure = FileWatchError(error, path: path.text)
      if failure == .noSuchFolder(path: path.text), file != nil { changes.yield(.deleted) }
      changes.finish(throwing: failure)
    }
  }

  /// Watches the file and the folders to which the path leads now, and stops watching any others.
  /// - Returns: The change since the last update, nil if there is none. Several events become one
  ///   change.
  mutating func update(
    _ written: Set<Int32>, _ events: FileEvents
  ) throws(SystemError) -> FileChange? {
    let (known, old) = (file, watched)
    var next: Int32?
    repeat {
      linkChain = Self.linkChain(from: path)
      var found: Set = [try events.watch(path.folder, isFolder: true)]
      for link in linkChain.dropFirst() {
        if let folder = try Self.watch(link.folder, isFolder: true, events) { found.insert(folder) }
      }
      next = try Self.watch(path.text, isFolder: false, events)
      if let next { found.insert(next) }
      for number in watched.union(old).subtracting(found) { events.unwatch(number) }
      watched = found
      // A link that changed before its folder was watched has to be read again.
    } while linkChain != Self.linkChain(from: path)
    file = next
    guard let file else { return known == nil ? nil : .deleted }
    return file != known || !written.isDisjoint(with: [file, -1]) ? .changed : nil
  }

  /// - Returns: The watch number; nil for a file or a folder that is missing or unreadable.
  private static func watch(
    _ path: String, isFolder: Bool, _ events: FileEvents
  ) throws(SystemError) -> Int32? {
    do {
      return try events.watch(path, isFolder: isFolder)
    } catch {
      if error.isMissingFile || [EACCES, ELOOP].contains(error.code) { return nil }
      throw error
    }
  }

  private static func linkChain(from path: Path) -> [Path] {
    var links = [path]
    // The system follows at most 40 links, too (path_resolution(7)).
    while links.count <= 40, let last = links.last,
      let target = try? SystemFiles().linkTarget(of: last.text)
    {
      links.append(Path(Path.join(last.folder, target)))
    }
    return links
  }
}

extension FileWatchError {
  /// Makes an error for a path from a failed system call.
  init(_ error: SystemError, path: String) {
    self =
      error.isMissingFile
      ? .noSuchFolder(path: path) : .cannotWatch(path: path, reason: error.description)
  }
}
