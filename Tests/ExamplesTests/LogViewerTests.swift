import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import log_viewer

@Suite("The example log-viewer")
@MainActor
struct LogViewerTests {
  private func wait(on stage: TestStage, until isMet: () -> Bool) async throws {
    // The system may report changes late.
    let isDone = await repeatUntil(isMet) { await stage.settleReads() }
    #expect(isDone, "\(stage.terminal.screen)")
  }

  @Test(
    "the viewer shows a file, follows appended lines, and starts again when the file is emptied")
  func follows() async throws {
    let folder = try TemporaryFolder()
    try folder.write("one\ntwo\nthr", to: "a.log")
    let stage = try TestStage(
      LogViewerProgram.app(folder.file("a.log")), columns: 40, rows: 6)
    try await wait(on: stage) { stage.rows[1].hasPrefix("two") }
    #expect(
      stage.rows.map { $0.hasSuffix("│") ? String($0.dropLast().prefix(3)) : $0 } == [
        "one", "two", "   ", "   ", "Filter all lines                 2 lines", "f Filter  q Quit",
      ])
    try folder.write("one\ntwo\nthree\nfour\n", to: "a.log")
    try await wait(on: stage) { stage.rows[3].hasPrefix("four") }
    #expect(stage.rows[2].hasPrefix("three"))
    try folder.write("new\n", to: "a.log")
    try await wait(on: stage) { stage.rows[3].hasPrefix("new") }
    stage.session.end()
  }

  @Test("a missing file is reported, and shown when it appears")
  func missing() async throws {
    let folder = try TemporaryFolder()
    let stage = try TestStage(
      LogViewerProgram.app(folder.file("b.log")), columns: 120, rows: 6)
    try await wait(on: stage) { stage.terminal.screen.contains("b.log does not exist yet.") }
    try folder.write("here\n", to: "b.log")
    try await wait(on: stage) { stage.rows[0].hasPrefix("here") }
    #expect(!stage.terminal.screen.contains("does not exist"))
    stage.session.end()
  }

  @Test("standard input is read in whole lines, filtered by typed text, and wrapped")
  func input() async throws {
    let parts = Parts(["first li", "ne\nsecond ", "line\nä", " third that is longer than its row"])
    let stage = try TestStage(columns: 20, rows: 8) { dependencies in
      dependencies[LogInput.self] = { Array(parts.next().utf8) }
      return LogViewerProgram.app(nil, dependencies)
    }
    try await wait(on: stage) { stage.rows[2].hasPrefix("ä third") }
    #expect(
      stage.rows.prefix(3).map { $0.prefix(11) } == ["first line ", "second line", "ä third tha"])
    stage.terminal.send("f")
    stage.settle()
    stage.terminal.type("li")
    stage.settle()
    #expect(stage.rows.prefix(3).map { $0.prefix(6) } == ["first ", "second", "      "])
    stage.terminal.send(.control("u"), .enter)
    stage.settle()
    stage.terminal.send("w")
    stage.settle()
    #expect(stage.rows[3].hasPrefix("ger than its row"))
  }
}

/// Parts of standard input, in order.
private final class Parts: Sendable {
  private let rest: Guarded<[String]>
  init(_ parts: [String]) { rest = Guarded(parts) }
  func next() -> String { rest.withLock { $0.isEmpty ? "" : $0.removeFirst() } }
}

extension TestStage {
  /// Lets tasks continue that wait for the system.
  fileprivate func settleReads() async {
    try? await Task.sleep(for: .milliseconds(2))
    settle()
  }
}
