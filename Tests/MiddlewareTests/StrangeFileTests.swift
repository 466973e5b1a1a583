import MillraceMiddleware
import MillraceStore
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tests files that are not regular: they block, never end, or are larger than memory.
@Suite("Persistence: irregular files")
struct StrangeFileTests {
  enum Thing: CaseIterable {
    case folder, pipe, endless, huge, linkInCircle, linkToNothing

    func make(_ path: String) {
      switch self {
      case .folder: mkdir(path, 0o700)
      case .pipe: mkfifo(path, 0o600)
      case .endless: symlink("/dev/zero", path)
      case .huge:
        let file = open(path, O_RDWR | O_CREAT, 0o600)
        // The file uses no space on the device. It stays empty if the file system does not support
        // this size.
        ftruncate(file, 1 << 40)
        close(file)
      case .linkInCircle: symlink(path, path)
      case .linkToNothing: symlink("\(path).nothing", path)
      }
    }
  }

  enum FileName: String, CaseIterable {
    case state = "notes.json"
    case lock = ".notes.json.lock"
    case new = ".notes.json.new"
    case log = "notes.json.log"
    case entries = "notes.json.log/entries"
    case logLock = "notes.json.log/lock"
    case olderJournal = "notes.json.journal/lines"
  }

  @Test(
    "a store with an irregular file starts or fails at once, and leaves the file in place",
    arguments: Thing.allCases, FileName.allCases)
  func strange(thing: Thing, name: FileName) throws {
    for durability in [Durability<NotesAction>.journal, .snapshot] {
      let folder = try TemporaryFolder()
      let path = folder.file("notes.json")
      let first = Wreck.open(SystemFiles(), path, durability)
      first.dispatch(.add("kept"))
      first.finish()
      for name in ["log", "journal"] { mkdir(folder.file("notes.json.\(name)"), 0o700) }
      let target = folder.file(name.rawValue)
      rename(target, "\(folder.path)/away")
      thing.make(target)
      var before = stat()
      let isThere = lstat(target, &before) == 0

      let store = Wreck.open(SystemFiles(), path, durability)
      for failure in store.startupFailures { #expect(failure is PersistenceError) }
      if store.startupFailures.isEmpty {
        store.dispatch(.add("new"))
        store.finish()
        let later = Wreck.open(SystemFiles(), path, durability)
        let isSaved = store.savedFile?.failure == nil
        #expect(
          !isSaved || later.state.text == store.state.text,
          "\(later.startupFailures), \(store.state.text.map(\.title))")
        later.finish()
      }
      // Only a file with the name of the temporary new file is removed. Any other stays or is
      // renamed.
      var after = stat()
      if isThere, name != .new, thing != .linkToNothing {
        let isLeft = lstat(target, &after) == 0 && after.st_ino == before.st_ino
        let isAside = folder.names.contains { $0.contains("-20") }
        #expect(isLeft || isAside, "\(thing) as \(name): \(folder.names)")
      }
    }
  }
}
