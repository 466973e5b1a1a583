import MillraceStore
import MillraceSystem
import Testing

@testable import MillraceMiddleware

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Persistence: what goes wrong")
struct PersistenceFaultTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("items.json") }

  private func leave(_ title: String) {
    let saved = Saved(path)
    saved.store.dispatch(.add(title))
    saved.store.finish()
  }

  @Test(
    "the content is on the device before it takes the file's name, and the name is put there after")
  func order() {
    let files = FaultyFiles()
    let saved = Saved(path, files: files)
    saved.store.dispatch(.add("a"))
    saved.store.finish()
    #expect(
      files.steps == ["remove", "create", "write", "synchronize", "rename", "synchronizeFolder"])
  }

  @Test("short writes are continued")
  func shortWrites() {
    let files = FaultyFiles()
    files.plan.longestWrite = 7
    let saved = Saved(path, files: files)
    saved.store.dispatch(.add("a title of some length"))
    saved.store.finish()
    #expect(files.steps.count { $0 == "write" } > 10)
    #expect(Saved(path).store.state.items.map(\.title) == ["a title of some length"])
  }

  @Test(
    "a step that fails leaves the old file and no litter, is reported, and is tried again at the next change",
    arguments: ["create", "write", "synchronize", "rename"])
  func failingStep(step: String) {
    leave("old")
    let old = folder.text("items.json")
    let files = FaultyFiles()
    let saved = Saved(path, files: files)
    files.plan.failing = [step]
    saved.store.dispatch(.add("new"))
    saved.scheduler.advance(by: .seconds(1))
    #expect(
      saved.events.entries.last
        == .failed(.cannotWrite(path: path, reason: "No space left on device")))
    #expect(folder.text("items.json") == old)
    #expect(folder.names == ["items.json"])

    files.plan.failing = []
    saved.store.dispatch(.nothing)
    saved.scheduler.advance(by: .seconds(1))
    #expect(saved.events.entries.last == .saved(version: saved.store.snapshot.version))
    #expect(folder.text("items.json")?.contains("new") == true)
  }

  @Test("what failed is tried again at the end, and a failure there is reported")
  func failingFinish() {
    leave("old")
    let files = FaultyFiles()
    for (failing, expected) in [(["write"] as Set, "old"), ([], "old new")] {
      let saved = Saved(path, files: files)
      files.plan.failing = ["write"]
      saved.store.dispatch(.add("new"))
      saved.scheduler.advance(by: .seconds(1))
      files.plan.failing = failing
      saved.store.finish()
      let restored = Saved(path)
      #expect(restored.store.state.items.map(\.title).joined(separator: " ") == expected)
      let failures = saved.events.entries.count { if case .failed = $0 { true } else { false } }
      #expect(failures == (failing.isEmpty ? 1 : 2))
    }
  }

  @Test("a folder that cannot be put on the device is reported, and written again")
  func failingFolder() {
    let files = FaultyFiles()
    let saved = Saved(path, files: files)
    files.plan.failing = ["synchronizeFolder"]
    saved.store.dispatch(.add("a"))
    saved.scheduler.advance(by: .seconds(1))
    #expect(saved.events.entries.count == 1)
    files.plan.failing = []
    files.forget()
    saved.store.finish()
    #expect(files.steps.last == "synchronizeFolder")
    #expect(saved.events.entries.last == .saved(version: 1))
  }

  @Test(
    "a crash in any step leaves the whole old state or the whole new one, and the next start works")
  func crashes() throws {
    var outcomes: Set<String> = []
    for step in 0..<7 {
      let folder = try TemporaryFolder()
      let path = folder.file("items.json")
      do {
        let first = Saved(path)
        first.store.dispatch(.add("old"))
        first.store.finish()
      }
      let files = FaultyFiles()
      do {
        let saved = Saved(path, files: files)
        files.plan.crashAt = step
        saved.store.dispatch(.add("new"))
        saved.store.finish()
      }
      let restored = Saved(path)
      #expect(restored.store.startupFailures.isEmpty)
      #expect(restored.events.entries == [.restored(path: path)], "crash in step \(step)")
      let titles = restored.store.state.items.map(\.title).joined(separator: " ")
      #expect(["old", "old new"].contains(titles), "crash in step \(step): \(titles)")
      outcomes.insert(titles)
      // What the crash left behind is no obstacle, and goes away.
      restored.store.dispatch(.add("after"))
      restored.store.finish()
      #expect(
        restored.events.entries.last == .saved(version: restored.store.snapshot.version),
        "crash in step \(step)")
      #expect(folder.names == ["items.json"], "crash in step \(step)")
    }
    #expect(outcomes == ["old", "old new"], "both sides of the instant were seen")
  }
}

/// Makes a symbolic link.
func makeLink(_ target: String, at path: String) throws {
  if symlink(target, path) != 0 { throw SystemError.last }
}
