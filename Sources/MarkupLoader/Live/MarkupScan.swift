import Millrace
import MillraceSystem

/// One scan of a markup folder and its content. Each folder and file is watched before it is read,
/// so that every change after the read causes an event.
struct MarkupScan {
  let events: FileEvents
  private(set) var files = MarkupFiles()
  private(set) var watched: Set<Int32> = []
  private var folders: Set<FileStatus.Identity> = []
  private let system = SystemFiles()

  init(events: FileEvents) { self.events = events }

  mutating func read(_ root: Path) {
    // Watches the folder above, because the markup folder may be created in it later.
    _ = watch(Path(root.folder), isFolder: true)
    readFolder(root)
  }

  private mutating func readFolder(_ folder: Path) {
    guard watch(folder, isFolder: true), let status = try? system.status(of: folder.text),
      folders.insert(status.identity).inserted
    else { return }
    do {
      for name in try system.names(in: folder.text).sorted()
      where name.utf8.first != UInt8(ascii: ".") {
        let path = Path(Path.join(folder.text, name))
        if (try? system.status(of: path.text))?.kind == .folder {
          readFolder(path)
        } else if name.hasSuffix(".ui.xml") || name.hasSuffix(".styles.xml"),
          watch(path, isFolder: false)
        {
          readFile(path)
        }
      }
    } catch { add(error, at: folder) }
  }

  private mutating func readFile(_ path: Path) {
    do {
      files.contents[path.text] = try system.read(path.text, from: 0)
    } catch { add(error, at: path) }
  }

  /// - Returns: Whether the file or folder exists and can be watched.
  private mutating func watch(_ path: Path, isFolder: Bool) -> Bool {
    do {
      watched.insert(try events.watch(path.text, isFolder: isFolder))
      return true
    } catch {
      add(error, at: path)
      return false
    }
  }

  /// Adds an error, unless the file is missing, because a missing file may be created later.
  private mutating func add(_ error: any Error, at path: Path) {
    if let error = error as? SystemError, error.isMissingFile { return }
    files.problems[path.text] = "\(path.name) cannot be read: \(error)"
  }
}
