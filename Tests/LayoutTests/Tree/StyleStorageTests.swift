import Testing

@testable import MillraceLayout

@Suite("Shared styles")
struct StyleStorageTests {
  @Test("a style has no padding bytes, so that equal styles have equal bytes")
  func layoutOfStyle() {
    let sizes = Mirror(reflecting: LayoutStyle()).children.map {
      switch $0.value {
      case is Edges: MemoryLayout<Edges>.size
      case is Length, is Float, is Int32: 4
      default: 1
      }
    }
    #expect(MemoryLayout<LayoutStyle>.size == sizes.reduce(0, +))
    #expect(MemoryLayout<LayoutStyle>.size.isMultiple(of: StyleKey.wordSize))
  }

  @Test("a style key is equal at any alignment in memory")
  func unaligned() {
    var style = LayoutStyle()
    style.overflow = .clip
    let room = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * MemoryLayout<LayoutStyle>.size, alignment: 16)
    defer { room.deallocate() }
    let keys = [0, MemoryLayout<LayoutStyle>.alignment].map { offset in
      let memory = room + offset
      memory.initializeMemory(as: LayoutStyle.self, to: style)
      return StyleKey(style: UnsafePointer(memory.assumingMemoryBound(to: LayoutStyle.self)))
    }
    #expect(keys[1] == keys[1])
    #expect(withUnsafePointer(to: style) { StyleKey(style: $0) == keys[1] })
    #expect(withUnsafePointer(to: LayoutStyle()) { StyleKey(style: $0) != keys[1] })
    #expect(Set([keys[1], keys[1]]).count == 1)
  }
}
