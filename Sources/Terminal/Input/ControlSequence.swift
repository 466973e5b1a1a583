/// A complete control sequence (`CSI … final`), parsed by ECMA-48 5.4.
struct ControlSequence {
  /// Longer sequences are reported as unknown, cut to this length.
  static let maximumLength = 256

  /// `<`, `=`, `>` or `?` before the parameters; 0 if there is none.
  let marker: UInt8
  /// Numbers separated by `;`, and their parts separated by `:`.
  private let parameters: ArraySlice<UInt8>
  /// The bytes between the parameters and the final byte.
  let intermediates: ArraySlice<UInt8>
  let final: UInt8

  /// - Parameters:
  ///   - body: All bytes between `CSI` and the final one.
  ///   - final: The byte that ends the sequence.
  /// - Returns: Nil if the bytes are not in the order of the standard.
  init?(_ body: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    marker = body.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil } ?? 0
    let rest = marker == 0 ? body : body.dropFirst()
    parameters = rest.prefix { (0x30...0x3B).contains($0) }
    intermediates = rest.dropFirst(parameters.count)
    guard intermediates.allSatisfy({ (0x20...0x2F).contains($0) }) else { return nil }
  }

  /// The number of parameters, including empty ones.
  var count: Int {
    parameters.isEmpty ? 0 : parameters.count { $0 == UInt8(ascii: ";") } + 1
  }

  /// A parameter or a part of it; nil if it is empty. Numbers are capped above any screen size, so
  /// that none overflows.
  func parameter(_ index: Int, part: Int = 0) -> Int? {
    var current = (index: 0, part: 0)
    var value: Int?
    for byte in parameters {
      if byte == UInt8(ascii: ";") {
        current = (current.index + 1, 0)
      } else if byte == UInt8(ascii: ":") {
        current.part += 1
      } else if current == (index, part) {
        value = min((value ?? 0) * 10 + Int(byte - 0x30), 0xFFFFFF)
      }
    }
    return value
  }

  /// Whether the sequence begins a paste.
  var isPasteStart: Bool {
    final == UInt8(ascii: "~") && marker == 0 && intermediates.isEmpty
      && parameters.elementsEqual("200".utf8)
  }
}
