/// Selects lines of a ``Log``.
///
/// It tests the visible text of a line: control sequences are left out.
public struct LogFilter: Equatable, Sendable {
  let name: String
  let pattern: TextPattern?
  private let test: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  /// A filter for lines that contain a text, without regard to case and diacritics. An empty text
  /// matches every line.
  public static func text(_ text: String) -> LogFilter {
    let pattern = TextPattern(text)
    return LogFilter(name: "text \(text)", pattern: pattern) {
      pattern.isEmpty || pattern.range(in: $0, from: 0) != nil
    }
  }

  /// A filter for lines that pass a test.
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
