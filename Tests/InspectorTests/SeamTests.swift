import Foundation
import Millrace
import MillraceMiddleware
import MillraceStore
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector

/// Each test combines two features: files, branches, the log, screens, hidden parts.
@MainActor
@Suite("Combined features of the inspector", .timeLimit(.minutes(20)))
struct SeamTests {
  private let folder: TemporaryFolder
  private let store = Store(initial: Notebook(), reducer: notebook)
  private let inspector: Inspector

  init() throws {
    folder = try TemporaryFolder()
    inspector = Inspector(store)
  }

  /// Writes a session whose first version is large.
  private func writeLateSession() throws -> String {
    let other = Store(initial: Notebook(), reducer: notebook)
    let recorder = Inspector(other)
    for number in 0..<40 { other.dispatch(number % 2 == 0 ? .remove(99) : .draft("\(number)")) }
    let path = folder.file("late")
    try recorder.save(to: path, from: 20)
    return path
  }

  private func extended(_ index: CommitIndex) async -> CommitIndex {
    var index = index
    while let more = await index.extended(inspector) { index = more }
    return index
  }

  @Test("an index of the log is not extended with commits of another source")
  func indexOfAnotherSource() async throws {
    var query = CommitQuery()
    (query.hidesNoops, query.folds) = (true, true)
    for _ in 0..<3 { store.dispatch(.remove(99)) }
    let ofProgram = await extended(CommitIndex(query))
    #expect(ofProgram.hidden == 3)
    try await inspector.open(writeLateSession())
    #expect(await ofProgram.extended(inspector) == nil)
    let ofFile = await extended(CommitIndex(query, of: inspector.file))
    #expect(ofFile.hidden == 10)
    inspector.goLive()
    #expect(await ofFile.extended(inspector) == nil)
    #expect(await extended(ofProgram).hidden == 3)
  }

  @Test("a search for no-ops skips versions that cannot be reproduced")
  func removedNoops() {
    // With a clock of its own, a store's recording drops old versions at once.
    let store = Store(
      initial: Notebook(), reducer: notebook, dependencies: Dependencies(clock: ManualClock()))
    let inspector = Inspector(store, limit: 64)
    for _ in 0..<2_000 { store.dispatch(.remove(99)) }
    let versions = inspector.versions
    #expect(versions.lowerBound > 256)
    #expect(inspector.history.noops(among: Set(0..<versions.lowerBound)).isEmpty)
    #expect(inspector.history.noops(among: [versions.upperBound + 1]).isEmpty)
  }

  @Test("hiding no-ops hides no other commits of a folded run")
  func foldedNoops() {
    for action in [NotebookAction.draft("a"), .draft("b"), .draft("b")] { store.dispatch(action) }
    var query = CommitQuery()
    (query.folds, query.hidesNoops) = (true, true)
    let list = inspector.commits(query)
    #expect(list.lines.map(\.version) == [2])
    #expect(list.lines.map(\.count) == [2])
    #expect(list.muted == 1)
  }

  @Test("opening or closing a file removes the branch")
  func branchAndFile() async throws {
    for text in ["a", "b", "c"] { store.dispatch(.draft(text)) }
    try inspector.skip([3])
    try await inspector.open(writeLateSession())
    #expect(inspector.skipped.isEmpty)
    try inspector.skip([30])
    try inspector.showBranch()
    try inspector.leaveBranch()
    #expect(inspector.file != nil)
    #expect(inspector.position == 40)
    inspector.goLive()
    #expect(inspector.skipped.isEmpty)
    #expect(inspector.position == nil)
  }

  @Test("an inspector that no longer records refuses a break")
  func breakWithoutRecording() throws {
    let newer = Inspector(store)
    store.dispatch(.draft("a"))
    #expect(throws: InspectorError.self) { try inspector.addBreak(at: "draft") }
    try newer.addBreak(at: "draft")
    try newer.addBreak(at: "")
    newer.removeBreak(at: "state")
    #expect(newer.holding.breaks == ["draft"])
  }

  @Test("text and times of a recording file add no lines or control sequences to answers")
  func hostileFile() async throws {
    store.dispatch(.draft("a"))
    var writer = RecordingWriter<Notebook, NotebookAction>(began: "2026-01-01T00:00:00Z")
    var bytes: [UInt8] = []
    var state = Notebook()
    try writer.write(RecordedLine(version: 0, ms: 0), state) { line, _ in bytes += line }
    for (version, ms) in [(UInt64(1), Int.min), (2, Int.max)] {
      var line = RecordedLine<Notebook, NotebookAction>(
        version: version, ms: ms, action: .draft("b"))
      line.origin = "a.swift:1\nfatalError()"
      line.input = "x\u{1B}[31m"
      _ = notebook.reduce(&state, .draft("b"))
      try writer.write(line, state) { line, _ in bytes += line }
    }
    try folder.write(String(decoding: bytes, as: UTF8.self), to: "hostile")
    try await inspector.open(folder.file("hostile"))
    let list = inspector.commits()
    #expect(!list.text.contains("\u{1B}"))
    #expect(list.text.split(separator: "\n").allSatisfy { !$0.hasPrefix("fatalError") })
    let source = try inspector.testSource(reducer: "notebook")
    #expect(source.split(separator: "\n").allSatisfy { !$0.hasPrefix("fatalError") })
  }

  @Test(
    "recorded input and keys of nodes contain no hidden parts")
  func hidden() async throws {
    let program = try InspectedNotebook(columns: 60, rows: 12, hiding: [.path(\.draft)]) {
      state, dispatch in
      Column {
        TextField(state.draft, onChange: { dispatch(.draft($0)) })
        for note in state.notes { Text(note.title).key("secret\(note.id)") }
      }
    }
    let (inspector, stage) = (program.inspector, program.stage)
    let viewing = inspector.screen.beginViewing()
    defer { withExtendedLifetime(viewing) {} }
    stage.terminal.click(x: 1, y: 0)
    stage.settle()
    stage.terminal.send(.character("q"), .enter)
    stage.settle()
    inspector.store.setInput(nil)
    #expect(inspector.commits().lines.map(\.input) == ["character"])
    let tree = try inspector.tree(depth: 64).json
    #expect(!tree.contains("secret"), "\(tree)")
  }

  @Test("screens are private while they show the link of a served program")
  func servedLink() throws {
    let program = try InspectedNotebook(columns: 60, rows: 12) { _, _ in Text("program") }
    let (inspector, stage) = (program.inspector, program.stage)
    #expect(inspector.screen.privacy == nil)
    stage.session.showsLinks = true
    #expect(inspector.screen.privacy?.contains("link") == true)
  }

  @Test("the current row of the log is the last commit of a file that was opened")
  func currentRow() async throws {
    let other = Store(initial: Notebook(), reducer: notebook)
    let recorder = Inspector(other)
    for number in 0..<6 { other.dispatch(.draft("\(number)")) }
    try recorder.save(to: folder.file("whole"))
    let program = try InspectedNotebook(columns: 120, rows: 30) { _, _ in Text("program") }
    let (inspector, stage) = (program.inspector, program.stage)
    program.store.dispatch(.draft("live"))
    stage.settle()
    stage.terminal.send(.function(12))
    stage.settle()
    #expect(stage.rows.joined().contains(#""" → "live""#))
    try await inspector.open(folder.file("whole"))
    stage.settle()
    stage.clock.advance(by: .milliseconds(40))
    stage.settle()
    #expect(stage.rows.joined().contains(#""4" → "5""#), "\(stage.rows.joined(separator: "\n"))")
  }

  @Test("a version of an opened file has no screen")
  func screensAndFile() async throws {
    let program = try InspectedNotebook(columns: 60, rows: 12) { state, _ in
      Text("draft: \(state.draft)")
    }
    let (inspector, stage) = (program.inspector, program.stage)
    let newest = try inspector.screen()
    try await inspector.open(writeLateSession())
    stage.settle()
    #expect(stage.rows[0] == "draft: 39")
    #expect(try inspector.screen() == newest)
    #expect(throws: InspectorError.self) { try inspector.screen(version: 30) }
  }
}
