/// A line of JSON with a checksum at its start: `{"sum":"…16 digits…","version":7,…}`.
///
/// The sum covers everything after its comma, without the line break.
enum CheckedLine {
  private static let start = Array(#"{"sum":""#.utf8)
  private static let end = Array(#"","#.utf8)
  private static let headLength = start.count + 16 + end.count

  /// Appends a line, with its line break.
  /// - Parameter object: Appends the text of a JSON object that is not empty, on one line and
  ///   without its first brace.
  static func append(
    to bytes: inout [UInt8], _ object: (inout [UInt8]) throws -> Void
  ) rethrows {
    let first = bytes.count
    bytes += start
    bytes += repeatElement(UInt8(ascii: "0"), count: 16)
    bytes += end
    try object(&bytes)
    let sum = Checksum(bytes[(first + headLength)...])
    for index in 0..<16 { bytes[first + start.count + index] = sum.digit(index) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns a line, with its line break.
  /// - Parameter object: The text of a JSON object that is not empty, on one line.
  static func make(_ object: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes) { $0 += object.dropFirst() }
    return bytes
  }

  /// The text of a line's object, without its first brace.
  static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropFirst(headLength)
  }

  /// Whether a line's checksum is right.
  /// - Parameter line: The line, without its line break.
  static func hasValidChecksum(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count > headLength else { return false }
    let sum = Checksum(line.dropFirst(headLength))
    return line.prefix(headLength).elementsEqual(start + sum.digits + end)
  }
}
