import Foundation
import Millrace
import MillraceStoreTesting
import MillraceSystem
import TestSupport
import Testing

@testable import MillraceMarkupLoader

@Suite("Watched markup folder", .timeLimit(.minutes(20)))
struct MarkupFolderTests {
  let temporary: TemporaryFolder
  let clock = ManualClock()
  let received = Feed<MarkupFiles>()

  init() throws { temporary = try TemporaryFolder() }

  private func watch(_ name: String = "views") -> MarkupFolder {
    MarkupFolder(temporary.file(name), scheduler: clock) { [received] in received.add($0) }
  }

  private func makeFolder(_ name: String = "views") throws {
    try SystemFiles().makeFolder(temporary.file(name))
  }

  private func write(_ text: String, to name: String) throws {
    let path = temporary.file(name)
    try? SystemFiles().remove(path)
    try SystemFiles().makeFile(path, Array(text.utf8))
  }

  /// Overwrites the content, and keeps the file.
  private func overwrite(_ text: String, in name: String, truncating: Bool = false) throws {
    let files = SystemFiles()
    let file = try files.open(temporary.file(name), .existing)
    defer { files.close(file) }
    if truncating { try files.resize(file, to: 0) }
    try files.writeAll(Array(text.utf8), to: file)
  }

  private func rename(_ old: String, to new: String) throws {
    try SystemFiles().rename(temporary.file(old), to: temporary.file(new))
  }

  private func texts(_ files: MarkupFiles) -> [String: String] {
    let start = temporary.path.utf8.count + 1
    return Dictionary(
      uniqueKeysWithValues: files.contents.map { path, bytes in
        (String(path.dropFirst(start)), String(decoding: bytes, as: UTF8.self))
      })
  }

  /// Waits until the last reported files are the expected ones; optionally advances the clock.
  private func wait(for expected: [String: String], movingTime: Bool = false) async {
    await wait(movingTime: movingTime) { texts($0) == expected }
  }

  private func wait(movingTime: Bool = false, _ isDone: (MarkupFiles) -> Bool) async {
    while received.entries.last.map(isDone) != true {
      if movingTime { clock.advance(by: .milliseconds(20)) }
      await Task.yield()
    }
  }

  private let name = "views/a.ui.xml"

  private enum Save: CaseIterable { case rename, inPlace, truncate, delete, folder }

  @Test(
    "every way of saving is reported, and only a write in place may be reported incomplete",
    arguments: Save.allCases)
  private func saves(_ kind: Save) async throws {
    try makeFolder()
    try write("start", to: name)
    let folder = watch()
    await wait(for: [name: "start"])
    for round in 10..<70 {
      let text = "round \(round)"
      switch kind {
      case .rename:
        try write(text, to: "views/.a.ui.xml.swp")
        try rename("views/.a.ui.xml.swp", to: name)
      case .inPlace: try overwrite(text, in: name)
      case .truncate: try overwrite(text, in: name, truncating: true)
      case .delete:
        try SystemFiles().remove(temporary.file(name))
        try write(text, to: name)
      case .folder:
        try rename("views", to: "away")
        try overwrite(text, in: "away/a.ui.xml")
        try rename("away", to: "views")
      }
      await wait(for: [name: text])
    }
    // A write in place has several steps, and may be reported between them.
    if kind != .inPlace, kind != .folder {
      #expect(received.entries.allSatisfy { texts($0)[name]?.isEmpty == false })
      #expect(received.entries.count <= 61)
    }
    withExtendedLifetime(folder) {}
  }

  @Test("new, renamed, moved and deleted files and folders are reported")
  func tree() async throws {
    try makeFolder()
    let folder = watch()
    try write("a", to: name)
    await wait(for: [name: "a"])
    try makeFolder("views/inner")
    try makeFolder("views/inner/deep")
    try write("b", to: "views/inner/deep/b.styles.xml")
    await wait(for: [name: "a", "views/inner/deep/b.styles.xml": "b"])
    try overwrite("c", in: "views/inner/deep/b.styles.xml")
    await wait(for: [name: "a", "views/inner/deep/b.styles.xml": "c"])
    try rename("views/inner/deep", to: "views/deep")
    await wait(for: [name: "a", "views/deep/b.styles.xml": "c"], movingTime: true)
    try overwrite("d", in: "views/deep/b.styles.xml")
    await wait(for: [name: "a", "views/deep/b.styles.xml": "d"])
    try rename(name, to: "views/inner/z.ui.xml")
    await wait(
      for: ["views/inner/z.ui.xml": "a", "views/deep/b.styles.xml": "d"], movingTime: true)
    try FileManager.default.removeItem(atPath: temporary.file("views/deep"))
    await wait(for: ["views/inner/z.ui.xml": "a"], movingTime: true)
    withExtendedLifetime(folder) {}
  }

  @Test("the folder can appear, disappear and appear again")
  func comesLater() async throws {
    let folder = watch()
    for round in 1...5 {
      try makeFolder()
      try write("\(round)", to: name)
      await wait(for: [name: "\(round)"])
      try FileManager.default.removeItem(atPath: temporary.file("views"))
      await wait(for: [:], movingTime: true)
    }
    withExtendedLifetime(folder) {}
  }

  @Test("other files that editors create are not reported")
  func ignored() async throws {
    try makeFolder()
    try write("a", to: name)
    let folder = watch()
    await wait(for: [name: "a"])
    for other in ["4913", ".a.ui.xml.swp", "a.ui.xml~", "#a.ui.xml#", ".#a.ui.xml", "a.swift"] {
      try write("x", to: "views/\(other)")
    }
    try makeFolder("views/.hidden")
    try write("x", to: "views/.hidden/b.ui.xml")
    try write("a", to: name)
    try overwrite("b", in: name)
    await wait(for: [name: "b"])
    #expect(received.entries.count == 2)
    withExtendedLifetime(folder) {}
  }

  @Test("a file that stays empty is reported as empty after a while, and a missing one as missing")
  func staysEmpty() async throws {
    try makeFolder()
    try write("a", to: name)
    let folder = watch()
    await wait(for: [name: "a"])
    try overwrite("", in: name, truncating: true)
    await clock.waitUntilPending()
    #expect(received.entries.count == 1)
    await wait(for: [name: ""], movingTime: true)
    try SystemFiles().remove(temporary.file(name))
    await wait(for: [:], movingTime: true)
    withExtendedLifetime(folder) {}
  }

  @Test("links are followed, and a cycle of links ends")
  func links() async throws {
    try makeFolder()
    try makeFolder("elsewhere")
    try write("a", to: "elsewhere/a.ui.xml")
    try write("b", to: "elsewhere/b.ui.xml")
    #expect(symlink("../elsewhere/a.ui.xml", temporary.file("views/link.ui.xml")) == 0)
    #expect(symlink("../elsewhere", temporary.file("views/folder")) == 0)
    #expect(symlink("../elsewhere", temporary.file("views/same")) == 0)
    #expect(symlink("../views", temporary.file("elsewhere/circle")) == 0)
    let folder = watch()
    func all(_ a: String) -> [String: String] {
      ["views/link.ui.xml": a, "views/folder/a.ui.xml": a, "views/folder/b.ui.xml": "b"]
    }
    await wait(for: all("a"))
    try overwrite("c", in: "elsewhere/a.ui.xml")
    await wait(for: all("c"))
    try write("d", to: "elsewhere/draft")
    try rename("elsewhere/draft", to: "elsewhere/a.ui.xml")
    await wait(for: all("d"))
    withExtendedLifetime(folder) {}
  }

  @Test("a file that cannot be read is reported with the reason")
  func problems() async throws {
    try makeFolder()
    try write("a", to: name)
    try makeFolder("views/b.ui.xml")
    #expect(mkfifo(temporary.file("views/pipe.ui.xml"), 0o600) == 0)
    let folder = watch()
    await wait { !$0.problems.isEmpty }
    let files = try #require(received.entries.last)
    #expect(files.contents.count == 1)
    #expect(Array(files.problems.values) == ["pipe.ui.xml cannot be read: Invalid argument"])
    try SystemFiles().remove(temporary.file("views/pipe.ui.xml"))
    await wait(movingTime: true) { $0.problems.isEmpty }
    withExtendedLifetime(folder) {}
  }

  @Test("a released folder reports no change")
  func released() async throws {
    try makeFolder()
    try write("a", to: name)
    var folder: MarkupFolder? = watch()
    await wait(for: [name: "a"])
    folder = nil
    _ = folder
    try overwrite("b", in: name)
    let other = Feed<MarkupFiles>()
    let second = MarkupFolder(temporary.file("views"), scheduler: clock) { other.add($0) }
    await other.wait(for: 1)
    #expect(received.entries.count == 1)
    withExtendedLifetime(second) {}
  }
}
