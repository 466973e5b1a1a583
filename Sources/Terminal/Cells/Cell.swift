import MillraceRender

/// The content of a cell in one word, which is compared as one.
///
/// A scalar is stored directly. A cluster of several scalars, or linked text, is an index into the
/// grid's `ClusterPool`.
package struct Glyph: Hashable, Sendable {
  package let rawValue: UInt32

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A space: nothing is drawn.
  package static let blank = Glyph(rawValue: 0x20)
  /// A further column of the wide glyph to its left.
  package static let wideTail = Glyph(rawValue: 0x11_0000)
  /// The content of a shown cell that is not known. Never wanted.
  package static let unknown = Glyph(rawValue: 0x11_0001)

  private static let clusterFlag: UInt32 = 1 << 31

  package init(_ scalar: Unicode.Scalar) { rawValue = scalar.value }

  package init(ascii: UInt8) { rawValue = UInt32(ascii) }

  package init(cluster index: Int) { rawValue = Self.clusterFlag | UInt32(index) }

  /// The index into the pool, for a pooled glyph.
  package var clusterIndex: Int? {
    rawValue & Self.clusterFlag == 0 ? nil : Int(rawValue & ~Self.clusterFlag)
  }

  /// The scalar, for a cluster of one scalar without a link.
  package var scalar: Unicode.Scalar? { Unicode.Scalar(rawValue) }
}

/// One cell of the screen. Trivial, 16 bytes.
package struct Cell: Hashable, Sendable {
  package var style: Style
  package var glyph: Glyph

  package init(_ glyph: Glyph, _ style: Style) {
    self.glyph = glyph
    self.style = glyph == .blank ? style.onBlank : style
  }

  /// Cells are two words without padding: comparing the words is twice as fast as comparing the
  /// parts.
  @inline(__always)
  package static func == (left: Cell, right: Cell) -> Bool {
    unsafeBitCast(left, to: SIMD2<UInt64>.self) == unsafeBitCast(right, to: SIMD2<UInt64>.self)
  }

  /// A blank with the terminal's own background, as after erasing.
  package static let empty = Cell(.blank, Style())
}

extension [Cell] {
  /// Moves rows up, or down if the number is negative, and clears the rows that enter.
  mutating func moveRows(_ rows: Range<Int>, by lines: Int, width: Int) {
    let count = Swift.min(abs(lines), rows.count)
    let (stays, start) = ((rows.count - count) * width, rows.lowerBound * width)
    let isUp = lines > 0
    withUnsafeMutableBufferPointer { cells in
      guard let all = cells.baseAddress, count > 0 else { return }
      let (first, moved) = (all + start, count * width)
      // Cells are trivial, and the ranges may overlap.
      (isUp ? first : first + moved).update(from: isUp ? first + moved : first, count: stays)
      (isUp ? first + stays : first).update(repeating: .empty, count: moved)
    }
  }
}
