import MillraceRender

/// The content of a cell as one integer, so that comparisons are fast.
///
/// A scalar is stored directly. A cluster of several scalars, or linked text, is an index into the
/// grid's `ClusterPool`.
package struct Glyph: Hashable, Sendable {
  package let rawValue: UInt32

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A space: nothing is drawn.
  package static let blank = Glyph(rawValue: 0x20)
  /// Any column but the first of a wide glyph.
  package static let wideTail = Glyph(rawValue: 0x11_0000)
  /// The glyph of a cell of ``ShownScreen`` whose content is unknown. Does not occur in a
  /// `CellGrid`.
  package static let unknown = Glyph(rawValue: 0x11_0001)

  private static let clusterFlag: UInt32 = 1 << 31

  package init(_ scalar: Unicode.Scalar) { rawValue = scalar.value }

  package init(ascii: UInt8) { rawValue = UInt32(ascii) }

  package init(cluster index: Int) { rawValue = Self.clusterFlag | UInt32(index) }

  /// The index into the `ClusterPool`; nil if the glyph is a single scalar.
  package var clusterIndex: Int? {
    rawValue & Self.clusterFlag == 0 ? nil : Int(rawValue & ~Self.clusterFlag)
  }

  /// The scalar, for a cluster of one scalar without a link.
  package var scalar: Unicode.Scalar? { Unicode.Scalar(rawValue) }
}

/// One cell of the screen, a trivial value of 16 bytes.
package struct Cell: Hashable, Sendable {
  package var style: Style
  package var glyph: Glyph

  package init(_ glyph: Glyph, _ style: Style) {
    self.glyph = glyph
    self.style = glyph == .blank ? style.onBlank : style
  }

  /// A cell is two words without padding. Comparing words is twice as fast as comparing properties.
  @inline(__always)
  package static func == (left: Cell, right: Cell) -> Bool {
    unsafeBitCast(left, to: SIMD2<UInt64>.self) == unsafeBitCast(right, to: SIMD2<UInt64>.self)
  }

  /// A blank with the terminal's own background, as after erasing.
  package static let empty = Cell(.blank, Style())
}

extension [Cell] {
  /// Moves rows up by `lines`, or down if negative, and clears the vacated rows.
  mutating func moveRows(_ rows: Range<Int>, by lines: Int, width: Int) {
    let count = Swift.min(abs(lines), rows.count)
    let (stays, start) = ((rows.count - count) * width, rows.lowerBound * width)
    let isUp = lines > 0
    withUnsafeMutableBufferPointer { cells in
      guard let all = cells.baseAddress, count > 0 else { return }
      let (first, moved) = (all + start, count * width)
      // `update` permits that the ranges overlap.
      (isUp ? first : first + moved).update(from: isUp ? first + moved : first, count: stays)
      (isUp ? first + stays : first).update(repeating: .empty, count: moved)
    }
  }
}
