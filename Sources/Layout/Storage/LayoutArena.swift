#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#endif

/// The records of the nodes of one tree, or of several trees that have exchanged nodes, in one
/// block of memory.
///
/// A new node has its own arena, unless it is created for a tree. When a child is inserted from
/// another arena, the records of the smaller arena move to the larger one: each record moves only a
/// few times, in whatever order a tree is built. Nodes that are removed from a tree stay in its
/// arena. Trees that share an arena belong to one thread or actor at a time: see ``LayoutNode``.
///
/// Exclusivity checks are off for some properties: no access to them lasts while a measure function
/// runs.
final class LayoutArena {
  @exclusivity(unchecked) private(set) var records: UnsafeMutablePointer<NodeRecord>
  /// The number of records that fit in the block of memory.
  @exclusivity(unchecked) private(set) var capacity: Int
  /// The number of records that are or were in use.
  @exclusivity(unchecked) private(set) var end = 0
  /// The indices of the free records before `end`.
  @exclusivity(unchecked) private var vacant: ContiguousArray<Int32> = []
  private var styles: [StyleKey: UnsafeMutablePointer<StyleRecord>] = [:]
  /// Blocks of cached sizes that few nodes need. Block 0 is reserved to mean none.
  @exclusivity(unchecked) var blocks: ContiguousArray<ExtraSizes> = []
  @exclusivity(unchecked) private var freeBlocks: ContiguousArray<Int32> = []
  var roots: [Int32: RootState] = [:]
  var constraints: [Int32: ConstraintContainer] = [:]
  var items = ItemStack()
  /// The number of layouts so far.
  @exclusivity(unchecked) var layouts = 0
  /// The number of running layouts: more than one if a measure function lays out a tree with the
  /// same arena. While it is not 0, the records must not move.
  @exclusivity(unchecked) var running = 0

  init() {
    capacity = 1
    records = LayoutArena.memory(1, from: nil)
  }

  deinit {
    // Handles retain their arena, so no record is in use.
    free(records)
    items.shrink(to: 0)
  }

  var count: Int { end - vacant.count }

  subscript(index: Int32) -> NodePointer {
    @inline(__always) get { records + Int(index) }
  }

  func index(of box: NodePointer) -> Int32 { Int32(box - records) }

  // MARK: Nodes

  /// Creates the record of a node.
  func add(_ handle: LayoutNode, _ style: LayoutStyle) -> Int32 {
    let index = freeIndex()
    self[index].initialize(to: NodeRecord(handle: handle, style: record(of: style)))
    return index
  }

  func remove(_ index: Int32) {
    let box = self[index]
    dropBlock(of: box)
    release(box.styleRecord)
    if box.flags.contains(.hasRoot) { roots[index] = nil }
    if box.flags.contains(.hasConstraints) { constraints[index] = nil }
    box.deinitialize(count: 1)
    vacant.append(index)
  }

  func setStyle(_ style: LayoutStyle, of box: NodePointer) {
    let old = box.styleRecord
    box.pointee.style = record(of: style)
    release(old)
  }

  /// Returns the record of a style and increments its number of users.
  private func record(of style: LayoutStyle) -> UnsafeMutablePointer<StyleRecord> {
    if let record = withUnsafePointer(to: style, { styles[StyleKey(style: $0)] }) {
      record.pointee.users += 1
      return record
    }
    let record = UnsafeMutablePointer<StyleRecord>.allocate(capacity: 1)
    record.initialize(to: StyleRecord(style))
    styles[record.key] = record
    return record
  }

  /// Decrements a record's number of users, and releases the record when that number is 0.
  private func release(_ record: UnsafeMutablePointer<StyleRecord>) {
    record.pointee.users -= 1
    guard record.pointee.users == 0 else { return }
    styles[record.key] = nil
    record.deallocate()
  }

  private func freeIndex() -> Int32 {
    if let index = vacant.popLast() { return index }
    reserve(1)
    end += 1
    return Int32(end - 1)
  }

  /// Reserves memory for more records after the existing ones.
  private func reserve(_ count: Int) {
    guard end + count > capacity else { return }
    // Growth by an eighth moves the memory rarely and wastes little of it.
    resize(to: max(end + count, end + end / 8))
  }

  /// Releases the unused memory after the records, unless a running layout has pointers to records.
  func trim() {
    if capacity > end, running == 0 { resize(to: end) }
  }

  private func resize(to count: Int) {
    precondition(running == 0, "LayoutNode: records must not move during a layout.")
    records = LayoutArena.memory(count, from: records)
    capacity = count
  }

  /// Returns a block of memory for a number of records. If there is an old block, it is resized,
  /// which may move the records as bytes.
  private static func memory(_ count: Int, from old: NodePointer?) -> NodePointer {
    guard let memory = realloc(old, max(1, count) * MemoryLayout<NodeRecord>.stride) else {
      fatalError("LayoutNode: out of memory for \(count) nodes.")
    }
    return memory.bindMemory(to: NodeRecord.self, capacity: count)
  }

  /// Moves all records of another arena to this one.
  func merge(_ other: LayoutArena) {
    reserve(max(0, other.count - vacant.count))
    // Fills free records first. Free records of the other arena are not moved.
    var newIndices = ContiguousArray<Int32>(repeating: 0, count: other.end)
    for hole in other.vacant { newIndices[Int(hole)] = -1 }
    for old in newIndices.indices where newIndices[old] == 0 { newIndices[old] = freeIndex() }
    for old in 0..<Int32(other.end) where newIndices[Int(old)] >= 0 {
      let new = newIndices[Int(old)]
      func moved(_ offset: Int32) -> Int32 {
        offset == 0 ? 0 : newIndices[Int(old + offset)] - new
      }
      let box = self[new]
      box.moveInitialize(from: other[old], count: 1)
      box.pointee.parentOffset = moved(box.pointee.parentOffset)
      box.pointee.firstOffset = moved(box.pointee.firstOffset)
      box.pointee.nextOffset = moved(box.pointee.nextOffset)
      box.pointee.handle.moved(to: self, new)
      let style = box.styleRecord
      box.pointee.style = record(of: style.pointee.style)
      other.release(style)
      if box.pointee.block != 0 {
        let block = other.blocks[Int(box.pointee.block)]
        box.pointee.block = freeBlock()
        blocks[Int(box.pointee.block)] = block
      }
    }
    for (index, root) in other.roots {
      root.changedNodes = ContiguousArray(
        root.changedNodes.map { newIndices[Int($0)] }.filter { $0 >= 0 })
      roots[newIndices[Int(index)]] = root
    }
    for (index, container) in other.constraints { constraints[newIndices[Int(index)]] = container }
    other.end = 0
    other.vacant = []
    other.roots = [:]
    other.constraints = [:]
  }

  // MARK: Blocks of sizes

  private func freeBlock() -> Int32 {
    if let block = freeBlocks.popLast() { return block }
    if blocks.isEmpty { blocks.append(ExtraSizes()) }
    blocks.append(ExtraSizes())
    return Int32(blocks.count - 1)
  }

  func dropBlock(of box: NodePointer) {
    guard box.pointee.block != 0 else { return }
    blocks[Int(box.pointee.block)] = ExtraSizes()
    freeBlocks.append(box.pointee.block)
    box.pointee.block = 0
  }

  func cachedResult(_ kind: ExtraSizes.Kind, of box: NodePointer, _ input: SIMD4<Double>) -> Double?
  {
    guard box.pointee.block != 0 else { return nil }
    return blocks[Int(box.pointee.block)].result(kind, input)
  }

  func store(
    _ kind: ExtraSizes.Kind, of box: NodePointer, _ input: SIMD4<Double>, _ result: Double
  ) {
    if box.pointee.block == 0 { box.pointee.block = freeBlock() }
    let entry = ExtraSizes.Entry(kind: kind, input: input, result: result)
    if !blocks[Int(box.pointee.block)].add(entry) { box.flags.insert(.hasUncachedResults) }
  }
}
