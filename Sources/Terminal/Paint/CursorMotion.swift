/// The position of the terminal's cursor, as far as it is certain.
enum CursorPosition: Equatable {
  case unknown
  /// The row is certain, but terminals differ in the column: after a glyph whose width they
  /// disagree about, or after one in the last column. Nothing wraps (DECAWM is off).
  case row(Int)
  case at(x: Int, y: Int)

  var row: Int? {
    switch self {
    case .unknown: nil
    case .row(let y), .at(_, let y): y
    }
  }

  var column: Int? {
    if case .at(let x, _) = self { x } else { nil }
  }
}

/// A way to move the cursor.
///
/// A motion does not rely on tab stops, on wrapping, on reverse wrapping, or on whether the tty
/// turns `\n` into `\r\n`: line feeds only follow a carriage return.
struct CursorMotion: Equatable {
  enum Vertical: Equatable {
    case none
    /// CUP, which sets the column too.
    case absolute
    /// `\r` and line feeds; ends in the first column.
    case newlines(Int)
    case up(Int)
    case down(Int)
  }

  enum Horizontal: Equatable {
    case none
    case carriageReturn
    case absolute
    case forward(Int)
    case back(Int)
    case backspaces(Int)
    /// `\r`, then a motion forward.
    case fromStart(Int)
  }

  var vertical: Vertical
  var horizontal: Horizontal
  /// The number of bytes.
  var cost: Int

  /// The cheapest motion.
  /// - Parameters:
  ///   - hasColumns: whether the terminal supports CHA.
  ///   - isRelative: whether rows are not counted from the top of the terminal, so that CUP cannot
  ///     be used. The cursor's row must then be known.
  static func cheapest(
    from position: CursorPosition, toX x: Int, y: Int, hasColumns: Bool, isRelative: Bool = false
  ) -> CursorMotion {
    var best = CursorMotion(
      vertical: .absolute, horizontal: .none,
      cost: isRelative ? .max : absoluteCost(x: x, y: y))
    func consider(_ vertical: Vertical, _ verticalCost: Int, from column: Int?) {
      if verticalCost >= best.cost { return }
      guard let (horizontal, cost) = across(from: column, to: x, hasColumns) else { return }
      if verticalCost + cost < best.cost {
        best = CursorMotion(
          vertical: vertical, horizontal: horizontal, cost: verticalCost + cost)
      }
    }
    guard let row = position.row else { return best }
    if row == y {
      consider(.none, 0, from: position.column)
    } else if row < y {
      consider(.newlines(y - row), 1 + y - row, from: 0)
      consider(.down(y - row), relativeCost(y - row), from: position.column)
    } else {
      consider(.up(row - y), relativeCost(row - y), from: position.column)
    }
    return best
  }

  /// Appends the motion. `x` and `y` must be those of
  /// ``cheapest(from:toX:y:hasColumns:isRelative:)``.
  func append(toX x: Int, y: Int, into out: inout [UInt8]) {
    switch vertical {
    case .none: break
    case .absolute: Self.appendAbsolute(x: x, y: y, into: &out)
    case .newlines(let count):
      out.append(0x0D)
      for _ in 0..<count { out.append(0x0A) }
    case .up(let count): out.appendControl(count, omitting: 1, "A")
    case .down(let count): out.appendControl(count, omitting: 1, "B")
    }
    switch horizontal {
    case .none: break
    case .carriageReturn: out.append(0x0D)
    case .absolute: out.appendControl(x + 1, omitting: 1, "G")
    case .forward(let count): out.appendControl(count, omitting: 1, "C")
    case .back(let count): out.appendControl(count, omitting: 1, "D")
    case .backspaces(let count): for _ in 0..<count { out.append(0x08) }
    case .fromStart(let count):
      out.append(0x0D)
      out.appendControl(count, omitting: 1, "C")
    }
  }

  private static func across(
    from column: Int?, to x: Int, _ hasColumns: Bool
  ) -> (Horizontal, Int)? {
    if column == x { return (.none, 0) }
    if x == 0 { return (.carriageReturn, 1) }
    var best: (Horizontal, Int)?
    func consider(_ way: Horizontal, _ cost: Int) {
      if cost < best?.1 ?? .max { best = (way, cost) }
    }
    if let column, column < x {
      consider(.forward(x - column), relativeCost(x - column))
    } else if let column {
      consider(.back(column - x), relativeCost(column - x))
      consider(.backspaces(column - x), column - x)
    }
    if hasColumns { consider(.absolute, 3 + decimalDigits(x + 1)) }
    consider(.fromStart(x), 1 + relativeCost(x))
    return best
  }

  private static func relativeCost(_ count: Int) -> Int {
    count == 1 ? 3 : 3 + decimalDigits(count)
  }

  private static func absoluteCost(x: Int, y: Int) -> Int {
    3 + (y == 0 ? 0 : decimalDigits(y + 1)) + (x == 0 ? 0 : 1 + decimalDigits(x + 1))
  }

  private static func appendAbsolute(x: Int, y: Int, into out: inout [UInt8]) {
    out.append(0x1B)
    out.append(UInt8(ascii: "["))
    if y > 0 { out.appendDecimal(y + 1) }
    if x > 0 {
      out.append(UInt8(ascii: ";"))
      out.appendDecimal(x + 1)
    }
    out.append(UInt8(ascii: "H"))
  }
}
