extension ConstraintContainerSolver {
  /// Adds a child, and names it.
  ///
  /// - Parameters:
  ///   - width: What its content wants, in cells; nil when it wants nothing.
  ///   - height: The same, down.
  /// - Throws: `outOfRange` for a size that is negative, not finite or beyond 1e12.
  package mutating func addChild(
    width: Double? = nil, height: Double? = nil
  ) throws(LayoutConstraintError) -> LayoutItemID {
    if let width { _ = try Self.checked(size: width) }
    if let height { _ = try Self.checked(size: height) }
    let item = LayoutItemID(number: nextItem, owner: owner)
    nextItem += 1
    boxes[item.number] = Box()
    try setIntrinsicSize(width, axis: .horizontal, of: item)
    try setIntrinsicSize(height, axis: .vertical, of: item)
    return item
  }

  /// Gives the child its unknowns, with what holds for them, before a constraint mentions it.
  mutating func makeUnknowns(of item: LayoutItemID) {
    guard let box = boxes[item.number], box.unknowns == nil else { return }
    boxes[item.number]?.unknowns = Unknowns(
      left: solver.makeVariable(), top: solver.makeVariable(),
      width: solver.makeVariable(), height: solver.makeVariable())
    let first = nextKey
    for axis in ConstraintAxis.allCases { insert(.notNegative(item, axis), for: [item]) }
    boxes[item.number]?.bounds = first..<nextKey
    var (horizontal, vertical) = (box.horizontal, box.vertical)
    follow(&horizontal, .horizontal, item)
    follow(&vertical, .vertical, item)
  }

  /// Removes a child with all constraints that mention it.
  ///
  /// - Throws: `unknownItem`.
  package mutating func removeChild(_ item: LayoutItemID) throws(LayoutConstraintError) {
    let box = try box(of: item)
    for key in box.constraints.sorted() { removeEntry(key) }
    boxes[item.number] = nil
    guard let unknowns = box.unknowns else { return }
    for variable in [unknowns.left, unknowns.top, unknowns.width, unknowns.height] {
      // No constraint mentions it any more.
      try? solver.remove(variable)
    }
  }

  /// Whether the constraints that mention the child count; they are kept while they do not.
  ///
  /// - Complexity: O(constraints that mention it) edits.
  mutating func setTakesPart(_ takesPart: Bool, _ item: LayoutItemID) {
    guard let box = boxes[item.number], box.takesPart != takesPart else { return }
    forgetSizes()
    boxes[item.number]?.takesPart = takesPart
    for key in box.constraints.sorted() {
      if takesPart { takeIn(key) } else { takeOut(key) }
    }
    mayTakeIn = true
  }

  /// Sets what the child's content wants on one axis, in cells; nil when it wants nothing.
  ///
  /// - Throws: `unknownItem`; `outOfRange` for a size that is negative, not finite or beyond 1e12.
  package mutating func setIntrinsicSize(
    _ size: Double?, axis: ConstraintAxis, of item: LayoutItemID
  ) throws(LayoutConstraintError) {
    if let size { _ = try Self.checked(size: size) }
    var content = try content(of: item, axis)
    if content.size == size { return }
    content.size = size
    follow(&content, axis, item)
  }

  /// Sets how strongly the child keeps from being larger than its content; 250 at first.
  ///
  /// - Throws: `unknownItem`.
  package mutating func setHugging(
    _ priority: ConstraintPriority, axis: ConstraintAxis, of item: LayoutItemID
  ) throws(LayoutConstraintError) {
    var content = try content(of: item, axis)
    if content.hugging == priority { return }
    content.hugging = priority
    follow(&content, axis, item)
  }

  /// Sets how strongly the child keeps from being smaller than its content; 750 at first.
  ///
  /// - Throws: `unknownItem`.
  package mutating func setCompressionResistance(
    _ priority: ConstraintPriority, axis: ConstraintAxis, of item: LayoutItemID
  ) throws(LayoutConstraintError) {
    var content = try content(of: item, axis)
    if content.compressionResistance == priority { return }
    content.compressionResistance = priority
    follow(&content, axis, item)
  }

  func intrinsicSize(_ axis: ConstraintAxis, ofNumber number: Int) -> Double? {
    axis == .horizontal ? boxes[number]?.horizontal.size : boxes[number]?.vertical.size
  }

  func box(of item: LayoutItemID) throws(LayoutConstraintError) -> Box {
    guard item.owner === owner, let box = boxes[item.number] else { throw .unknownItem(item) }
    return box
  }

  private func content(
    of item: LayoutItemID, _ axis: ConstraintAxis
  ) throws(LayoutConstraintError) -> Content {
    let box = try box(of: item)
    return axis == .horizontal ? box.horizontal : box.vertical
  }

  /// Brings the two constraints in line with what the content wants.
  private mutating func follow(
    _ content: inout Content, _ axis: ConstraintAxis, _ item: LayoutItemID
  ) {
    if boxes[item.number]?.unknowns != nil {
      let size = content.size
      follow(
        &content.huggingKey, item,
        size.map { .hugging(item, axis, size: $0, content.hugging) })
      follow(
        &content.compressionKey, item,
        size.map { .compressionResistance(item, axis, size: $0, content.compressionResistance) })
    }
    if axis == .horizontal {
      boxes[item.number]?.horizontal = content
    } else {
      boxes[item.number]?.vertical = content
    }
  }

  private mutating func follow(
    _ key: inout Int?, _ item: LayoutItemID, _ source: ConstraintSource?
  ) {
    if let present = key {
      if let source {
        change(present, to: source)
      } else {
        removeEntry(present)
        key = nil
      }
    } else if let source {
      key = insert(source, for: [item])
    }
  }
}
