import Millrace
import MillraceSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints a command's results: as text, or as JSON if the command line has `--json`.
///
/// Output is not buffered: a method returns after writing, and throws if it cannot write.
public struct CommandOutput: Sendable {
  /// Whether the output is JSON instead of text.
  public let isJSON: Bool
  /// Whether the output is a terminal. If so, ``write(_:)`` makes control characters visible, so
  /// that text cannot control the terminal.
  public let isTerminal: Bool
  private let writeText: @Sendable (String) throws -> Void

  /// Makes an output that passes its text to a function.
  /// - Parameters:
  ///   - isJSON: Whether values are written as JSON.
  ///   - isTerminal: Whether the output is a terminal: see ``isTerminal``.
  ///   - write: Writes the text as it is, and adds no line break.
  public init(
    isJSON: Bool, isTerminal: Bool = false, to write: @escaping @Sendable (String) throws -> Void
  ) {
    (self.isJSON, self.isTerminal, writeText) = (isJSON, isTerminal, write)
  }

  /// Prints text and adds no line break after it. On a terminal, control characters are made
  /// visible; elsewhere, the text is printed verbatim.
  public func write(_ text: String) throws {
    try writeText(isTerminal ? SafeText.visible(text) : text)
  }

  /// Prints a value as JSON, or as text with control characters made visible.
  /// - Parameters:
  ///   - value: The result.
  ///   - text: The result for people, without the last line break. Empty text prints nothing.
  public func show(_ value: some Encodable, as text: @autoclosure () -> String) throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try write(String(decoding: encoder.encode(value), as: UTF8.self) + "\n")
    }
    let text = SafeText.visible(text())
    if !text.isEmpty { try writeText(text + "\n") }
  }

  /// Prints a message about the result: a line, or `{"message": …}`.
  public func report(_ message: String) throws { try show(["message": message], as: message) }

  /// Prints a line on standard error, with control characters made visible.
  public static func warn(_ text: String) { writeToStandardError(line(text) + "\n") }

  /// A message on one line, with control characters made visible.
  static func line(_ text: String) -> String {
    SafeText.visible(text.split(separator: "\n").joined(separator: " "))
  }

  /// Writes text verbatim. A failure is ignored, because it cannot be reported elsewhere.
  public static func writeToStandardError(_ text: String) {
    try? SystemFiles().writeStream(Array(text.utf8), to: 2)
  }
}
