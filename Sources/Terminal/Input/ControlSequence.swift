/// A finished control sequence (`CSI … final`), taken apart as ECMA-48 5.4 says.
struct ControlSequence {
  /// Longer ones are not known, and not kept whole.
  static let maximumLength = 256

  /// `<`, `=`, `>` or `?` before the parameters, else 0.
  let marker: UInt8
  /// Numbers, apart by `;`, and their parts, apart by `:`.
  private let parameters: ArraySlice<UInt8>
  /// Bytes between the parameters and the final one.
  let intermediates: ArraySlice<UInt8>
  let final: UInt8

  /// - Parameters:
  ///   - body: All bytes between `CSI` and the final one.
  ///   - final: The byte that ended it.
  /// - Returns: Nil where the bytes are not in the order that the standard asks for.
  init?(_ body: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    marker = body.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil } ?? 0
    let rest = marker == 0 ? body : body.dropFirst()
    parameters = rest.prefix { (0x30...0x3B).contains($0) }
    intermediates = rest.dropFirst(parameters.count)
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
  }

  /// How many parameters there are, missing ones between others too.
  var count: Int {
    parameters.isEmpty ? 0 : parameters.count { $0 == UInt8(ascii: ";") } + 1
  }

  /// A parameter, or a part of it; nil for a missing one. Numbers are capped: no screen is that
  /// large, and none overflows.
  func parameter(_ index: Int, part: Int = 0) -> Int? {
    var place = (index: 0, part: 0)
    var value: Int?
    for byte in parameters {
      if byte == UInt8(ascii: ";") {
        place = (place.index + 1, 0)
      } else if byte == UInt8(ascii: ":") {
        place.part += 1
      } else if place == (index, part) {
        value = min((value ?? 0) * 10 + Int(byte - 0x30), 0xFFFFFF)
      }
    }
    return value
  }

  /// Whether what follows is pasted.
  var isPasteStart: Bool {
    final == UInt8(ascii: "~") && marker == 0 && intermediates.isEmpty
      && parameters.elementsEqual("200".utf8)
  }
}
