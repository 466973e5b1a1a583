import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import file_browser

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("The example file-browser", .timeLimit(.minutes(20)))
@MainActor
struct FileBrowserTests {
  /// A folder with a file, a folder in it, and hostile names.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkdir(folder.file("docs"), 0o700)
    try folder.write("one\ntwo\u{1B}[31m", to: "docs/read.me")
    try folder.write("", to: "empty")
    try folder.write("a\0b", to: "data")
    try folder.write("the right one", to: "evil\u{1B}[2J")
    return folder
  }

  private func wait(for stage: TestStage, until isMet: () -> Bool) async {
    while !isMet() {
      // The suite's time limit cancels the task.
      if Task.isCancelled {
        Issue.record("what was waited for did not come: \(stage.rows)")
        return
      }
      await Task.yield()
      stage.settle()
    }
  }

  private func stage(_ folder: TemporaryFolder) throws -> TestStage {
    try TestStage(
      FileBrowserProgram.app(FileLocation(folder.path)), columns: 60, rows: 10)
  }

  @Test("the marked row follows the state")
  func follows() async throws {
    let folder = try folder()
    let app = FileBrowserProgram.app(FileLocation(folder.path))
    let stage = try TestStage(app, columns: 60, rows: 10)
    await wait(for: stage) { stage.rows[4].contains("evil") }
    #expect(stage.rows[0].hasPrefix("› "))
    app.store.dispatch(.show(FileLocation(folder.file("empty"))))
    stage.settle()
    #expect(stage.rows[3].hasPrefix("› ├── empty"))
  }

  @Test("folders are listed when opened, and the start of the current file is shown")
  func browses() async throws {
    let folder = try folder()
    let stage = try stage(folder)
    func left(_ row: Int) -> String { String(stage.rows[row].prefix(22)) }
    await wait(for: stage) { left(4).contains("evil") }
    #expect(left(1).hasPrefix("  ├─▸ docs") && left(2).hasPrefix("  ├── data"))
    #expect(left(4).hasPrefix("  └── evil␛[2J"))
    stage.terminal.send(.down, .right)
    await wait(for: stage) { left(2).contains("read.me") }
    #expect(left(2).hasPrefix("  │ └── read.me"))
    stage.terminal.send(.right)
    await wait(for: stage) { stage.rows[1].contains("one") }
    #expect(stage.rows[2].contains("two␛[31m"))
    stage.terminal.send(.down)
    await wait(for: stage) { stage.rows[1].contains("Not a text.") }
    stage.terminal.send(.down)
    await wait(for: stage) { stage.rows[1].contains("Empty.") }
    stage.terminal.send(.end)
    await wait(for: stage) { stage.rows[1].contains("the right one") }
  }

  @Test("a name that is not UTF-8 opens its own file, and a missing folder is reported")
  func hostile() async throws {
    let folder = try TemporaryFolder()
    let source = FolderSource.system
    let location = FileLocation(folder.path)
    for (name, text) in [([0x66, 0xFF], "first"), ([0x66, 0xFE], "second")] as [([UInt8], String)] {
      let path = (location.child(name).bytes + [0]).map { CChar(bitPattern: $0) }
      let file = open(path, O_WRONLY | O_CREAT, 0o600)
      // A file system can refuse such names.
      if file < 0 { return }
      _ = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    let entries = try await source.entries(in: location)
    #expect(entries.map(\.name) == ["f\u{FFFD}", "f\u{FFFD}"])
    var texts: [String] = []
    for entry in entries {
      texts.append(String(decoding: try await entry.id.start(100), as: UTF8.self))
    }
    #expect(texts == ["second", "first"])
    #expect(try await entries[0].id.start(3) == Array("sec".utf8))
    await #expect(throws: (any Error).self) { try await location.start(10) }
    await #expect(throws: (any Error).self) {
      try await source.entries(in: location.child(Array("gone".utf8)))
    }
    let stage = try TestStage(
      FileBrowserProgram.app(location.child(Array("gone".utf8))), columns: 60, rows: 10)
    await wait(for: stage) { stage.rows[1].contains("No such file") }
    #expect(stage.rows[1].contains("No such file"))
  }
}
