import MillraceStore
import MillraceSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Watches a file by the means of the system: inotify on Linux, kqueue on Darwin.
enum FileWatch {
  /// Begins to watch.
  /// - Returns: What happens to the file. Of several changes that nobody has taken yet only the
  ///   last is kept. The stream ends when the watch is stopped, after its descriptors are closed.
  static func begin(_ path: String) throws(FileWatchError) -> Listening<FileChange> {
    let name = Path(path).name
    if ["", ".", ".."].contains(name) { throw .notAFile(path: path) }
    let watcher = try makeWatcher(Path(try absolute(path)))
    let (changes, continuation) = AsyncThrowingStream.makeStream(
      of: FileChange.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    watcher.activate(continuation)
    // The stream ends by an error too, or because nobody wants it any longer.
    continuation.onTermination = { _ in watcher.stop() }
    return (events: changes, stop: { watcher.stop() })
  }

  /// The process may come to work in another folder while it watches.
  private static func absolute(_ path: String) throws(FileWatchError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let folder = getcwd(nil, 0) else { throw FileWatchError(.last, path: path) }
    defer { free(folder) }
    return Path.join(String(cString: folder), path)
  }

  /// Whether something is where a path leads.
  static func exists(_ path: Path) -> Bool {
    (try? SystemFiles().status(of: path.text)) ?? nil != nil
  }
}

/// The system's part of watching one file.
protocol FileWatcher: Sendable {
  typealias Changes = AsyncThrowingStream<FileChange, any Error>.Continuation

  /// Begins to tell. When it has been stopped and has closed its descriptors, it finishes the
  /// stream.
  func activate(_ changes: Changes)
  /// On any thread. A second call does nothing.
  func stop()
}
