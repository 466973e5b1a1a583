import MillraceMiddleware
import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Persistence: failures")
struct PersistenceFaultTests {
  private let files = MemoryStorage()
  private let path = "/items.json"

  private func leave(_ title: String) {
    let saved = Saved(path, storage: files)
    saved.store.dispatch(.add(title))
    saved.store.finish()
  }

  private func restoredTitles() -> [String] { Saved(path, storage: files).titles }

  @Test("a save synchronizes the content before the rename, and the folder after it")
  func order() {
    let steps = Log<MemoryStorage.Operation>()
    let saved = Saved(path, storage: files)
    files.setFault { operation, path in
      if path.hasPrefix("/items.json") || path.hasSuffix(".new") || path == "/" {
        steps.add(operation)
      }
      return nil
    }
    saved.store.dispatch(.add("a"))
    saved.store.finish()
    #expect(
      steps.entries == [
        .remove, .open, .write, .synchronize, .lock, .rename, .synchronizeFolder,
      ])
  }

  @Test("a file that another process puts in place between two looks at it is read")
  func appearingFile() {
    leave("a")
    let reads = Log<String>()
    files.setFault { operation, path in
      guard operation == .read, path == "/items.json" else { return nil }
      reads.add(path)
      // Not there at the first look; there when its status is asked for.
      return reads.entries.count == 1 ? .fails(ENOENT) : nil
    }
    #expect(restoredTitles() == ["a"])
    #expect(reads.entries.count > 1)
  }

  @Test("short writes are continued")
  func shortWrites() {
    let count = Log<Int>()
    let saved = Saved(path, storage: files)
    files.setFault { operation, _ in
      guard operation == .write else { return nil }
      count.add(1)
      return .shortWrite
    }
    saved.store.dispatch(.add("a title of some length"))
    saved.store.finish()
    #expect(count.entries.count > 5)
    #expect(restoredTitles() == ["a title of some length"])
  }

  @Test(
    "a failed save leaves only the old file, is reported, and is retried",
    arguments: [MemoryStorage.Operation.open, .write, .synchronize, .rename])
  func failingStep(step: MemoryStorage.Operation) {
    leave("old")
    let old = files[path]
    let saved = Saved(path, storage: files)
    files.setFault { operation, _ in operation == step ? .fails(ENOSPC) : nil }
    saved.store.dispatch(.add("new"))
    saved.scheduler.advance(by: .seconds(1))
    #expect(
      saved.events.entries.last
        == .failed(.cannotWrite(path: path, reason: "No space left on device")))
    #expect(files[path] == old)
    #expect(files["/.items.json.new"] == nil)
    #expect(saved.store.savedFile?.failure != nil)

    files.setFault(nil)
    saved.scheduler.advance(by: .seconds(1))
    #expect(saved.events.entries.last == .saved(version: saved.store.snapshot.version))
    #expect(saved.store.savedFile?.failure == nil)
    #expect(restoredTitles().isEmpty, "the first store still holds the lock")
    saved.store.finish()
    #expect(restoredTitles() == ["old", "new"])
  }

  @Test("pauses between retries grow, and a lasting failure is reported once, and again at the end")
  func pauses() {
    let saved = Saved(path, storage: files)
    let attempts = Log<Int>()
    files.setFault { operation, _ in
      guard operation == .open else { return nil }
      attempts.add(1)
      return .fails(ENOSPC)
    }
    saved.store.dispatch(.add("new"))
    var times: [Int] = []
    for second in 1...200 {
      let before = attempts.entries.count
      saved.scheduler.advance(by: .seconds(1))
      if attempts.entries.count > before { times.append(second) }
    }
    #expect(times.count >= 8)
    let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(pauses == pauses.sorted(), "\(times)")
    #expect(pauses.last == 60)
    #expect(saved.events.entries.count == 1)
    saved.store.finish()
    #expect(saved.events.entries.count == 2)
    // After the store's end, the state can still be saved elsewhere.
    files.setFault(nil)
    #expect(throws: Never.self) { try saved.store.savedFile?.saveCopy(to: .file("/other.json")) }
    #expect(Saved("/other.json", storage: files).titles == ["new"])
  }

  @Test("a folder that cannot be synchronized is reported, and the save is repeated")
  func failingFolder() {
    let saved = Saved(path, storage: files)
    files.setFault { operation, _ in operation == .synchronizeFolder ? .fails(EIO) : nil }
    saved.store.dispatch(.add("a"))
    saved.scheduler.advance(by: .seconds(1))
    #expect(saved.events.entries.count == 1)
    files.setFault(nil)
    saved.store.finish()
    #expect(saved.events.entries.last == .saved(version: 1))
    files.cutPower()
    #expect(restoredTitles() == ["a"])
  }
}

/// Creates a symbolic link.
func makeLink(_ target: String, at path: String) throws {
  if symlink(target, path) != 0 { throw SystemError.last }
}
