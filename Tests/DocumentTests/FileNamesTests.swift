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

  @Test("a patch is decoded from the names that earlier journals used, and encoded with them")
  func patch() throws {
    let part = #"{"id":1,"neighbor":[2],"place":[3]}"#
    let text =
      #"{"conflicts":[],"isRedo":false,"name":"","number":1,"parts":["# + part
      + #"],"settled":[{"element":1,"field":"title"}]}"#
    let patch = try JSONDecoder().decode(DocumentPatch<MemoScreen>.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(patch), as: UTF8.self) == text)
  }

  @Test("reasons for a replaced state keep the names that earlier recordings used")
  func replacement() {
    #expect(Replacement(rawValue: "follow") == .mirror)
  }
}
