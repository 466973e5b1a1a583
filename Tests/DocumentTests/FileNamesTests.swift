import Foundation
import MillraceDocument
import Testing

@Suite("Document: names in existing files")
struct FileNamesTests {
  @Test("a resolved conflict is encoded with the names that earlier journals used")
  func resolve() throws {
    let action = DocumentAction<MemoScreen>.resolve(
      .init(element: 1, field: .title), takingTheirs: true)
    let data = try JSONEncoder().encode(action)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix(#"{"settle":{"#) && text.contains(#""takesTheirs":true"#))
    #expect(try JSONDecoder().decode(DocumentAction<MemoScreen>.self, from: data) == action)
  }

  @Test("reasons for a replaced state keep the names that earlier recordings used")
  func replacement() {
    #expect(Replacement(rawValue: "follow") == .mirror)
  }
}
