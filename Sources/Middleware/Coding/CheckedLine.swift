/// A line of JSON with a checksum at its start: `{"sum":"…16 digits…","version":7,…}`.
///
/// The sum is that of all that follows its comma, without the line break.
enum CheckedLine {
  private static let start = Array(#"{"sum":""#.utf8)
  private static let headLength = start.count + 16 + 2

  /// A line, with its line break.
  /// - Parameter object: The text of a JSON object that is not empty, on one line.
  static func make(_ object: some Collection<UInt8>) -> [UInt8] {
    let rest = object.dropFirst()
    var line: [UInt8] = []
    line.reserveCapacity(rest.count + headLength + 1)
    line += start
    line += Checksum(rest).text.utf8
    line += [UInt8(ascii: "\""), UInt8(ascii: ",")]
    line += rest
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Whether a line is as it was made.
  /// - Parameter line: Without its line break.
  static func isSound(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count > headLength else { return false }
    let rest = line.dropFirst(headLength)
    return line.prefix(headLength)
      .elementsEqual(start + Checksum(rest).text.utf8 + [UInt8(ascii: "\""), UInt8(ascii: ",")])
  }
}
