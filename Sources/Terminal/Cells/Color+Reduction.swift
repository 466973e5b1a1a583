import MillraceRender

extension Color {
  /// The nearest colour at a colour depth.
  ///
  /// - Parameter depth: The terminal's colour depth.
  /// - Returns: The colour itself if the terminal supports it; `.default` for a depth of `.none`.
  ///
  /// The nearest colour has the smallest Euclidean distance, in which the squares of the red, green
  /// and blue differences have the weights 2, 4 and 3. With 256 colours, the first sixteen are not
  /// used, because the user may have changed them.
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

/// xterm's 256 colours, as red, green and blue.
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

  /// The levels of each component of the colour cube.
  static let levels = [0, 95, 135, 175, 215, 255]

  /// xterm's defaults for the sixteen colours that users can change.
  static let named = [
    Parts(0, 0, 0), Parts(205, 0, 0), Parts(0, 205, 0), Parts(205, 205, 0),
    Parts(0, 0, 238), Parts(205, 0, 205), Parts(0, 205, 205), Parts(229, 229, 229),
    Parts(127, 127, 127), Parts(255, 0, 0), Parts(0, 255, 0), Parts(255, 255, 0),
    Parts(92, 92, 255), Parts(255, 0, 255), Parts(0, 255, 255), Parts(255, 255, 255),
  ]

  /// The components of a colour; for colours below 16, xterm's defaults.
  static func fixed(_ index: UInt8) -> Parts {
    switch index {
    case ..<16: return named[Int(index)]
    case ..<232:
      let cubeIndex = Int(index) - 16
      return Parts(levels[cubeIndex / 36], levels[cubeIndex / 6 % 6], levels[cubeIndex % 6])
    default:
      let grey = 8 + 10 * (Int(index) - 232)
      return Parts(grey, grey, grey)
    }
  }

  /// The nearest of colours 16–255. O(24): the cube's nearest colour is found by component; the
  /// greys are compared one by one.
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

  /// The nearest of the first sixteen colours. O(16).
  static func nearest16(to wanted: Parts) -> Color {
    var best = 0
    for index in 1..<16 where named[index].distance(to: wanted) < named[best].distance(to: wanted) {
      best = index
    }
    return .indexed(UInt8(best))
  }
}
