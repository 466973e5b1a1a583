import MillraceRender

/// What a cell shows: one word, compared as one.
///
/// A scalar stands for itself. A cluster of several scalars, or of linked text, is a number in the grid's
/// `ClusterPool`.
package struct Glyph: Hashable, Sendable {
  package let rawValue: UInt32

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A space: nothing is drawn.
  package static let blank = Glyph(rawValue: 0x20)
  /// A column of the wide glyph to its left.
  package static let wideTail = Glyph(rawValue: 0x11_0000)
  /// Never wanted: what a terminal shows where nobody can tell.
  package static let unknown = Glyph(rawValue: 0x11_0001)

  private static let clusterFlag: UInt32 = 1 << 31

  package init(_ scalar: Unicode.Scalar) { rawValue = scalar.value }

  package init(ascii: UInt8) { rawValue = UInt32(ascii) }

  package init(cluster index: Int) { rawValue = Self.clusterFlag | UInt32(index) }

  /// The number in the pool, for what is there.
  package var clusterIndex: Int? {
    rawValue & Self.clusterFlag == 0 ? nil : Int(rawValue & ~Self.clusterFlag)
  }

  /// The scalar, for a cluster of one without a link.
  package var scalar: Unicode.Scalar? { Unicode.Scalar(rawValue) }
}

/// One place of the screen. Trivial, 16 bytes.
package struct Cell: Hashable, Sendable {
  package var style: Style
  package var glyph: Glyph

  package init(_ glyph: Glyph, _ style: Style) {
    self.glyph = glyph
    self.style = glyph == .blank ? style.onBlank : style
  }

  /// Cells lie in memory as two words without gaps: comparing those is twice as fast as comparing the parts.
  @inline(__always)
  package static func == (left: Cell, right: Cell) -> Bool {
    unsafeBitCast(left, to: SIMD2<UInt64>.self) == unsafeBitCast(right, to: SIMD2<UInt64>.self)
  }

  /// No ink, the terminal's own background: what erasing leaves behind.
  package static let empty = Cell(.blank, Style())
}

extension [Cell] {
  /// Moves rows up, or down where the number is negative, and empties those that come in.
  mutating func moveRows(_ rows: Range<Int>, by lines: Int, width: Int) {
    let count = Swift.min(abs(lines), rows.count)
    let (stays, start) = ((rows.count - count) * width, rows.lowerBound * width)
    let isUp = lines > 0
    withUnsafeMutableBufferPointer { cells in
      guard let all = cells.baseAddress, count > 0 else { return }
      let (first, moved) = (all + start, count * width)
      // A cell is plain memory, and the places may overlap.
      (isUp ? first : first + moved).update(from: isUp ? first + moved : first, count: stays)
      (isUp ? first + stays : first).update(repeating: .empty, count: moved)
    }
  }
}
