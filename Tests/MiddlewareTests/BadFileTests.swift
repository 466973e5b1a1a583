import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@testable import MillraceMiddleware

@Suite("Persistence: damaged files")
struct BadFileTests {
  private let wreck = Wreck.make()

  enum Part: CaseIterable {
    case state, log

    /// The path of this part's file.
    func path(in wreck: Wreck) throws -> String {
      switch self {
      case .state: Wreck.path
      case .log: "\(Wreck.folder)/entries"
      }
    }

    /// The content of the undamaged file.
    func bytes(in wreck: Wreck) throws -> [UInt8] {
      return try #require(wreck.files[try path(in: wreck)])
    }

    var hasChecksum: Bool { self != .state }
  }

  /// Checks what must hold for any content of a file.
  private func check(
    _ bytes: [UInt8], in part: Part, _ change: @autoclosure () -> String
  ) throws -> Wreck.Outcome {
    let outcome = wreck.start(with: bytes, in: try part.path(in: wreck))
    func comment() -> Comment { "\(part), \(change()): \(outcome)" }
    #expect(outcome.isKept, comment())
    if part != .state {
      let known = Array(wreck.titles.prefix(outcome.titles.count))
      #expect(outcome.failure != nil || outcome.titles == known, comment())
    }
    if let later = outcome.later { #expect(later == outcome.titles + ["later"], comment()) }
    return outcome
  }

  @Test("all files of a killed program are used if none is damaged", arguments: Part.allCases)
  func whole(part: Part) throws {
    let outcome = try check(try part.bytes(in: wreck), in: part, "whole")
    #expect(!outcome.isError)
    #expect(outcome.titles.starts(with: wreck.titles))
  }

  @Test(
    "a file cut at any byte gives an earlier state or an error, and is kept",
    arguments: Part.allCases)
  func truncated(part: Part) throws {
    let bytes = try part.bytes(in: wreck)
    for count in stride(from: 0, to: bytes.count, by: rounds(13, long: 1)) {
      let outcome = try check(Array(bytes.prefix(count)), in: part, "\(count) bytes")
      // An entry at the end whose writing was interrupted is no error.
      let lines = bytes.prefix(count).count { $0 == UInt8(ascii: "\n") }
      if part == .log, lines < 2 { #expect(outcome.isError) }
    }
  }

  @Test(
    "a changed byte gives a state or an error, and always an error in a file with checksums",
    arguments: Part.allCases)
  func changed(part: Part) throws {
    let bytes = try part.bytes(in: wreck)
    for offset in stride(from: 0, to: bytes.count, by: rounds(31, long: 1)) {
      let byte = bytes[offset]
      for other in [byte ^ 1, byte ^ 0x80, UInt8(ascii: "\n")] where other != byte {
        var changed = bytes
        changed[offset] = other
        let outcome = try check(changed, in: part, "byte \(offset) is \(other)")
        if part.hasChecksum {
          #expect(outcome.isError, "\(part), byte \(offset) is \(other): \(outcome)")
        }
      }
    }
  }

  enum InvalidContent: CaseIterable {
    case empty, null, manyNulls, badText, brackets, openObjects, longNumber, longVersion, longText
    case wideText, textWithByteOrderMark, hugeCommit

    var bytes: [UInt8] {
      let state = #""state":{"history":{},"text":[]}"#
      return switch self {
      case .empty: []
      case .null: [0]
      case .manyNulls: [UInt8](repeating: 0, count: 100_000)
      case .badText:
        Array(#"{"version":1,"state":{"history":{},"text":[{"id":1,"title":""#.utf8) + [
          0xFF, 0xC0, 0x80,
        ]
          + Array(#"","isDone":true}]}}"#.utf8)
      case .brackets: [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
      case .openObjects:
        Array(#"{"version":1,"schema":1,"action":"#.utf8)
          + Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
      case .longNumber:
        Array("{\"version\":100,\"schema\":1,\"action\":1,\"number\":\(digits),\(state)}".utf8)
      case .longVersion: Array("{\"version\":\(digits),\"schema\":\(digits),\(state)}".utf8)
      case .longText: Array("{\"version\":100,\"schema\":1,\"action\":\"\(digits)\"}".utf8)
      case .wideText: [0xFE, 0xFF] + [UInt8](repeating: 0xD8, count: 1001)
      case .textWithByteOrderMark: [0xFF, 0xFE, 0, 0] + Array("{\"version\":1}".utf8)
      case .hugeCommit:
        Array("{\"version\":100,\"schema\":1,\"commit\":\(UInt64.max),\(state),\"action\":{}}".utf8)
      }
    }

    private var digits: String { String(repeating: "9", count: rounds(100_000, long: 1_000_000)) }
  }

  @Test(
    "invalid content gives a state or an error, and is kept",
    arguments: InvalidContent.allCases, [Part.state, .log])
  func invalidContent(content: InvalidContent, part: Part) throws {
    let bytes = content.bytes
    _ = try check(bytes, in: part, "\(content)")
    if part.hasChecksum, bytes.count > 1 {
      // A correct checksum does not make the content valid.
      let valid = bytes.first == UInt8(ascii: "{") ? bytes : Array("{".utf8) + bytes
      _ = try check(CheckedLine.make(valid), in: part, "\(content) with a checksum")
    }
  }

  @Test("an unreadable log is a failure, and its content is not overwritten")
  func unreadableLog() throws {
    let files = wreck.storage()
    files.setFault { operation, path in
      operation == .read && path == "\(Wreck.folder)/entries" ? .fails(EMFILE) : nil
    }
    let failed = Wreck.open(files)
    guard case .cannotRead(Wreck.folder, _) = failed.startupFailures.first as? PersistenceError
    else {
      Issue.record("\(failed.startupFailures)")
      return
    }
    files.setFault(nil)
    files.killProcess()
    #expect(Wreck.open(files).state.text.map(\.title) == wreck.titles)
  }

  @Test("two damaged files in one second are kept under two names")
  func twoDamages() throws {
    let files = wreck.storage()
    for number in 1...2 {
      files["\(Wreck.folder)/entries"] =
        (files["\(Wreck.folder)/entries"] ?? []) + Array("bad \(number)\n".utf8)
      _ = Wreck.open(files)
    }
    for number in 1...2 { #expect(files.all.values.contains(Array("bad \(number)\n".utf8))) }
  }
}
