import Testing

@testable import MillraceStore

@Suite("What a store could not do")
struct IssueTests {
  private let site = CallSite(fileID: "Program/File.swift", line: 1, function: "here()")

  private func gone(_ number: Int) -> StoreIssue {
    .childIsGone(child: "element \(number)", reducer: site)
  }

  @Test("a child that is gone is told of once, also after the hundred that are kept")
  func once() {
    let told = Log<StoreIssue>()
    let log = IssueLog { told.add($0) }
    for _ in 0..<3 {
      for number in 0..<250 { log.report(gone(number)) }
    }
    #expect(told.entries == (0..<250).map(gone))
    #expect(log.issues == (0..<100).map(gone))
  }

  @Test("each failure of an effect is told, and kept once")
  func failures() {
    let told = Log<StoreIssue>()
    let log = IssueLog { told.add($0) }
    let failure = StoreIssue.effectFailed(error: "it broke", effect: site)
    for _ in 0..<3 { log.report(failure) }
    for number in 0..<200 {
      log.report(.effectFailed(error: "\(number)", effect: site))
    }
    log.report(gone(1))
    log.report(gone(1))
    #expect(told.entries.count == 204)
    #expect(told.entries.last == gone(1))
    #expect(log.issues.count == 100)
    #expect(log.issues.first == failure)
  }
}
