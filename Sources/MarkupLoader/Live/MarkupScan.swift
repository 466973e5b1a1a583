import Millrace
import MillraceSystem

/// The file at a path.
enum MarkupEntry: Equatable, Sendable {
  case bytes([UInt8])
  /// Why the file cannot be read, in one line.
  case problem(String)
}

/// One scan of a markup folder and its content. Each folder and file is watched before it is read,
/// so that a change after the scan is an event.
struct MarkupScan {
  let events: FileEvents
  private(set) var entries: [String: MarkupEntry] = [:]
  private(set) var watched: Set<Int32> = []
  private var folders: Set<FileStatus.Identity> = []
  /// Links to folders, which are followed after the real folders.
  private var links: [Path] = []

  init(events: FileEvents) { self.events = events }

  mutating func read(_ root: Path) {
    guard watchNearestFolder(of: root) else { return }
    readFolder(root)
    while !links.isEmpty { readFolder(links.removeFirst()) }
  }

  /// Watches the folder, or its nearest existing parent folder.
  /// - Returns: Whether the folder itself is watched.
  private mutating func watchNearestFolder(of root: Path) -> Bool {
    var (folder, missing) = (root, root)
    while true {
      if watch(folder, isFolder: true) {
        if folder == root { return true }
        // The folder may have been created before its parent was watched.
        guard let status = try? SystemFiles().status(of: missing.text), status.kind == .folder
        else { return false }
        folder = root
      } else if entries[folder.text] != nil || folder.folder == folder.text {
        return false
      } else {
        (missing, folder) = (folder, Path(folder.folder))
      }
    }
  }

  private mutating func readFolder(_ folder: Path) {
    let files = SystemFiles()
    guard let status = try? files.status(of: folder.text), status.kind == .folder,
      folders.insert(status.identity).inserted, watch(folder, isFolder: true)
    else { return }
    do {
      for name in try files.names(in: folder.text).sorted()
      where name.utf8.first != UInt8(ascii: ".") {
        let path = Path(Path.join(folder.text, name))
        let isLink = watchTarget(of: path)
        // A file that was removed meanwhile is missing, which is no problem.
        guard let status = try? files.status(of: path.text) else { continue }
        if status.kind == .folder {
          if isLink { links.append(path) } else { readFolder(path) }
        } else if name.hasSuffix(".ui.xml") || name.hasSuffix(".styles.xml") {
          readFile(path)
        }
      }
    } catch { note(error, at: folder) }
  }

  /// Watches the folders along a chain of links, because another file may get a name in the chain.
  private mutating func watchTarget(of path: Path) -> Bool {
    var (path, count) = (path, 0)
    // The system also follows at most 40 links (path_resolution(7)).
    while count <= 40, let target = try? SystemFiles().linkTarget(of: path.text) {
      path = Path(Path.join(path.folder, target))
      _ = watch(Path(path.folder), isFolder: true)
      count += 1
    }
    return count > 0
  }

  private mutating func readFile(_ path: Path) {
    guard watch(path, isFolder: false) else { return }
    let files = SystemFiles()
    do throws(SystemError) {
      let file = try files.openToRead(path.text)
      defer { files.close(file) }
      let status = try files.status(of: file)
      guard status.kind == .file else { throw .invalidArgument }
      let limit = MarkupFolder.largestSize
      var bytes: [UInt8] = []
      while bytes.count <= limit {
        // Reads one byte more than the reported size, because the file may have grown.
        let missing = max(min(status.size, limit) - bytes.count, 0) + 1
        let more = try files.read(file, at: bytes.count, count: missing)
        if more.isEmpty { break }
        bytes += more
      }
      entries[path.text] =
        bytes.count > limit
        ? .problem("\(path.name) is larger than 1 MB. Divide it into several files.")
        : .bytes(bytes)
    } catch { note(error, at: path) }
  }

  /// - Returns: Whether the file or folder exists and can be watched.
  private mutating func watch(_ path: Path, isFolder: Bool) -> Bool {
    do throws(SystemError) {
      watched.insert(try events.watch(path.text, isFolder: isFolder))
      return true
    } catch {
      note(error, at: path)
      return false
    }
  }

  /// Notes an error. A missing file is no problem, because it may be created later.
  private mutating func note(_ error: any Error, at path: Path) {
    if let error = error as? SystemError, error.isMissingFile { return }
    entries[path.text] = .problem("\(path.name) cannot be read: \(error)")
  }
}
