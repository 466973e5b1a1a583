import MillraceRender

extension Color {
  /// The nearest colour that a terminal of some depth has.
  ///
  /// - Parameter depth: What the terminal shows.
  /// - Returns: The colour itself where the terminal has it; `.default` for a depth of `.none`.
  ///
  /// Nearest is by a Euclidean distance that weighs green most and blue a little over red, as the
  /// eye does. The first sixteen colours are left out when 256 are to be had: their user may have
  /// changed them.
  public func reduced(to depth: ColorDepth) -> Color {
    switch (kind, depth) {
    case (.default, _), (_, .trueColor): return self
    case (_, .none): return .default
    case (.indexed, .ansi256): return self
    case (.indexed(let index), .ansi16):
      return index < 16 ? self : Palette.nearest16(to: Palette.fixed(index))
    case (.rgb(let red, let green, let blue), .ansi256):
      return Palette.nearest256(to: Palette.Parts(Int(red), Int(green), Int(blue)))
    case (.rgb(let red, let green, let blue), .ansi16):
      return Palette.nearest16(to: Palette.Parts(Int(red), Int(green), Int(blue)))
    }
  }
}

/// The 256 colours of xterm, as red, green and blue.
enum Palette {
  struct Parts {
    var red, green, blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    func distance(to other: Parts) -> Int {
      let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
      return 2 * r * r + 4 * g * g + 3 * b * b
    }
  }

  /// The levels of one side of the cube.
  static let levels = [0, 95, 135, 175, 215, 255]

  /// xterm's defaults for the colours whose real values only the terminal's user knows.
  static let named = [
    Parts(0, 0, 0), Parts(205, 0, 0), Parts(0, 205, 0), Parts(205, 205, 0),
    Parts(0, 0, 238), Parts(205, 0, 205), Parts(0, 205, 205), Parts(229, 229, 229),
    Parts(127, 127, 127), Parts(255, 0, 0), Parts(0, 255, 0), Parts(255, 255, 0),
    Parts(92, 92, 255), Parts(255, 0, 255), Parts(0, 255, 255), Parts(255, 255, 255),
  ]

  /// The parts of colour 16–255 (below: xterm's defaults).
  static func fixed(_ index: UInt8) -> Parts {
    switch index {
    case ..<16: return named[Int(index)]
    case ..<232:
      let place = Int(index) - 16
      return Parts(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    default:
      let grey = 8 + 10 * (Int(index) - 232)
      return Parts(grey, grey, grey)
    }
  }

  /// O(24): the cube's nearest corner is nearest in each part alone; the greys are tried one by
  /// one.
  static func nearest256(to wanted: Parts) -> Color {
    func level(_ part: Int) -> Int {
      levels.indices.min { abs(levels[$0] - part) < abs(levels[$1] - part) } ?? 0
    }
    var best = UInt8(16 + 36 * level(wanted.red) + 6 * level(wanted.green) + level(wanted.blue))
    var bestDistance = fixed(best).distance(to: wanted)
    for grey in UInt8(232)...255 {
      let distance = fixed(grey).distance(to: wanted)
      if distance < bestDistance { (best, bestDistance) = (grey, distance) }
    }
    return .indexed(best)
  }

  /// O(16).
  static func nearest16(to wanted: Parts) -> Color {
    var best = 0
    for index in 1..<16 where named[index].distance(to: wanted) < named[best].distance(to: wanted) {
      best = index
    }
    return .indexed(UInt8(best))
  }
}
