import MillraceRender

/// The colours of a terminal in SVG notation: `#rrggbb`.
struct PicturePalette {
  let text, background: String
  /// The colours of the window's frame and title.
  let frame, title: String
  private let named: [String]

  init(_ background: PictureBackground) {
    let colors =
      background == .dark
      ? """
      e6e6e6 1b1d23 3a3d46 a0a4ae 2e3138 f0716b 7fc97a e3b75b 6ca8f0 cb8fe3
      5cc4c4 c9ccd3 747984 ff9a94 a5e39f f7d58a 9cc6ff e3b5f5 8fe3e3 ffffff
      """
      : """
      24262b fcfcfa d0d2d6 6a6e77 24262b b3261e 2b7a2b 8a6100 1f5fbf 8b3ba8
      0e7575 b9bcc2 787c85 d1453d 3e9440 a87a12 3d7bdb a557c2 1f9191 f2f2f0
      """
    let all = colors.split(whereSeparator: \.isWhitespace).map { "#\($0)" }
    (text, self.background, frame, title) = (all[0], all[1], all[2], all[3])
    named = Array(all[4...])
  }

  /// The SVG notation of a colour; nil for the default colour.
  func value(of color: Color) -> String? {
    switch color.kind {
    case .default: return nil
    case .rgb(let red, let green, let blue): return Self.hex([red, green, blue])
    case .indexed(let index) where index < 16: return named[Int(index)]
    case .indexed(let index) where index < 232:
      let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
      return Self.hex([36, 6, 1].map { levels[Int(index - 16) / $0 % 6] })
    case .indexed(let index): return Self.hex(Array(repeating: 8 + 10 * (index - 232), count: 3))
    }
  }

  private static func hex(_ parts: [UInt8]) -> String {
    "#" + String(parts.reduce(1) { $0 << 8 | Int($1) }, radix: 16).dropFirst()
  }
}
