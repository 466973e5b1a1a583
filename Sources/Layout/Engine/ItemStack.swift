/// The items of a container, or of one of its lines, during layout. Their memory does not move
/// while in use.
struct Line: Sequence, IteratorProtocol {
  var start: UnsafeMutablePointer<FlexItem>
  var end: UnsafeMutablePointer<FlexItem>

  var count: Int { end - start }

  @inline(__always) mutating func next() -> UnsafeMutablePointer<FlexItem>? {
    guard start < end else { return nil }
    defer { start += 1 }
    return start
  }
}

/// Memory for the items of the containers in layout, in blocks of growing size. A container takes
/// the memory for its items, and releases it after its layout.
struct ItemStack {
  private var blocks: ContiguousArray<Line> = []
  /// The first unused block.
  private var unused = 0
  /// The unused rest of the current block.
  private var rest: Line?

  struct Top {
    fileprivate let unused: Int
    fileprivate let rest: Line?
  }

  var top: Top { Top(unused: unused, rest: rest) }

  @inline(__always) mutating func release(to top: Top) {
    unused = top.unused
    rest = top.rest
  }

  /// Returns an empty line with uninitialized memory for `count` items.
  @inline(__always) mutating func take(_ count: Int) -> Line {
    let room = rest.flatMap { $0.count < count ? nil : $0 } ?? nextBlock(count)
    rest = Line(start: room.start + count, end: room.end)
    return Line(start: room.start, end: room.start)
  }

  @inline(never) private mutating func nextBlock(_ count: Int) -> Line {
    while unused < blocks.count, blocks[unused].count < count { unused += 1 }
    if unused == blocks.count {
      let size = Swift.max(count, 4 << Swift.min(unused, 10))
      let start = UnsafeMutablePointer<FlexItem>.allocate(capacity: size)
      blocks.append(Line(start: start, end: start + size))
    }
    unused += 1
    return blocks[unused - 1]
  }

  /// Releases all memory except at most `count` small blocks.
  mutating func shrink(to count: Int = 1) {
    while blocks.count > count || blocks.last.map({ $0.count > 4 }) ?? false {
      blocks.removeLast().start.deallocate()
    }
    unused = 0
    rest = nil
  }
}
