import Testing

@testable import MillraceWeb

@Suite("Page: protocol")
struct PageProtocolTests {
  /// The words of each line of the table at the head of the script.
  private let head = PageAssets.script.split(separator: "\n")
    .drop { !$0.contains("PageProtocol") }.dropFirst().prefix { $0.hasPrefix("//") }
    .map { $0.split(separator: " ").dropFirst().map(String.init) }

  private func codes<Code: CaseIterable & RawRepresentable<String>>(
    _ group: Code.Type
  ) -> [String] {
    ["\(group)"] + group.allCases.map(\.rawValue)
  }

  @Test("the table at the head of the script has the codes of the server, in their order")
  func table() {
    let all =
      codes(PageProtocol.Operation.self) + codes(PageProtocol.StreamEvent.self)
      + codes(PageProtocol.HelloKey.self) + codes(PageProtocol.EndKey.self)
      + codes(PageProtocol.EndReason.self) + codes(PageProtocol.FrameKey.self)
      + codes(PageProtocol.BatchKey.self) + codes(PageProtocol.EventKind.self)
      + codes(PageProtocol.EventKey.self) + codes(PageProtocol.EditKey.self)
    #expect(head.map(\.first) == all)
  }

  @Test("the table names each operation as the server does")
  func names() {
    let operations = PageProtocol.Operation.allCases
    // The name of a coding key is not known at run time.
    #expect(head.dropFirst().prefix(operations.count).map { $0[1] } == operations.map { "\($0)" })
  }

  @Test("the script has a function for each operation, and for each event of the stream")
  func functions() {
    let names =
      PageProtocol.Operation.allCases.map(\.rawValue)
      + PageProtocol.StreamEvent.allCases.map(\.rawValue)
    for name in names { #expect(PageAssets.script.contains("\n    \(name)("), "\(name)") }
  }

  @Test("the script sends events of these kinds, and no others")
  func kinds() {
    let sent = PageAssets.script.matches(of: /\{ t: '(\w+)'/).map { String($0.1) }
    #expect(Set(sent) == Set(PageProtocol.EventKind.allCases.map(\.rawValue)))
  }
}
