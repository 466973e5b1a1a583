/// Selects lines of a ``Log``.
///
/// It tests the visible text of a line: control sequences are left out.
public struct LogFilter: Equatable, Sendable {
  let name: String
  let pattern: LogPattern?
  private let test: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  /// Lines that contain a text. If the text has no ASCII capital letter, ASCII case is ignored. An
  /// empty text matches every line.
  public static func text(_ text: String) -> LogFilter {
    let pattern = LogPattern(text)
    return LogFilter(name: "text \(text)", pattern: pattern) {
      pattern.position(in: $0, from: 0) != nil
    }
  }

  /// Lines that pass a test.
  /// - Parameters:
  ///   - name: identifies the test: lines are tested again when it changes.
  ///   - test: called once per line, possibly off the main actor.
  public static func lines(
    _ name: String, where test: @escaping @Sendable (String) -> Bool
  ) -> LogFilter {
    LogFilter(name: "lines \(name)", pattern: nil) { test(String(decoding: $0, as: UTF8.self)) }
  }

  func matches(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if line.contains(0x1B) { return StyledLogLine(line).bytes.withUnsafeBufferPointer(test) }
    return test(UnsafeBufferPointer(rebasing: line))
  }

  public static func == (one: LogFilter, other: LogFilter) -> Bool { one.name == other.name }
}

/// A text to search for.
struct LogPattern: Sendable {
  private let bytes: [UInt8]
  private let ignoresCase: Bool

  init(_ text: String) {
    bytes = Array(text.utf8)
    ignoresCase = !bytes.contains { (0x41...0x5A).contains($0) }
  }

  var length: Int { bytes.count }

  /// The offset of the first occurrence at or after a start offset.
  func position(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard text.count - start >= length else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      for position in start...(text.count - length) {
        var count = 0
        while count < length, folded(text[position + count]) == bytes[count] { count += 1 }
        if count == length { return position }
      }
      return nil
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  /// All occurrences that do not overlap, in order.
  func ranges(in text: [UInt8]) -> [Range<Int>] {
    text.withUnsafeBufferPointer { text in
      var ranges: [Range<Int>] = []
      while length > 0, let position = position(in: text, from: ranges.last?.upperBound ?? 0) {
        ranges.append(position..<position + length)
      }
      return ranges
    }
  }
}
