/// A container's items while it is laid out. They stay where they are as long as they are in use.
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

/// Room for the items of the containers that are being laid out, in blocks of growing size. A container
/// takes what its items need, and gives it back when it is done.
struct ItemStack {
  private var blocks: ContiguousArray<Line> = []
  /// The first block that nothing is taken of.
  private var unused = 0
  /// What is left of the block before that.
  private var rest: Line?

  struct Mark {
    fileprivate let unused: Int
    fileprivate let rest: Line?
  }

  var mark: Mark { Mark(unused: unused, rest: rest) }

  @inline(__always) mutating func release(to mark: Mark) {
    unused = mark.unused
    rest = mark.rest
  }

  /// Room for so many items, none of which is in it yet.
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

  /// Keeps no more than a small block, or nothing.
  mutating func shrink(to count: Int = 1) {
    while blocks.count > count || blocks.last.map({ $0.count > 4 }) ?? false {
      blocks.removeLast().start.deallocate()
    }
    unused = 0
    rest = nil
  }
}
