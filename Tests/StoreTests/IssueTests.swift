import Testing
import TestSupport

@testable import MillraceStore

@Suite("Issues of a store")
struct IssueTests {
  private let site = CallSite(fileID: "Program/File.swift", line: 1, function: "here()")

  private func gone(_ number: Int) -> StoreIssue {
    .absentChild(child: "element \(number)", reducer: site)
  }

  private func hub(_ received: Log<StoreIssue>) -> IssueHub {
    IssueHub { if let issue = $0 as? StoreIssue { received.add(issue) } }
  }

  @Test("an issue of a missing child is reported once, even beyond the hundred that are kept")
  func once() {
    let received = Log<StoreIssue>()
    let log = hub(received)
    for _ in 0..<3 {
      for number in 0..<250 { log.report(gone(number)) }
    }
    #expect(received.entries == (0..<250).map(gone))
    #expect(log.recorded.map { $0 as? StoreIssue } == (0..<100).map(gone))
  }

  @Test("each failure of an effect is reported, and the first hundred issues are kept")
  func failures() {
    let received = Log<StoreIssue>()
    let log = hub(received)
    let failure = StoreIssue.effectFailed(error: "it broke", effect: site)
    for _ in 0..<3 { log.report(failure) }
    for number in 0..<200 {
      log.report(StoreIssue.effectFailed(error: "\(number)", effect: site))
    }
    log.report(gone(1))
    log.report(gone(1))
    #expect(received.entries.count == 204)
    #expect(received.entries.last == gone(1))
    #expect(log.recorded.count == 100)
    #expect(log.recorded.first as? StoreIssue == failure)
  }
}
