import MillraceLayout
import MillraceTerminal

/// The screens that a program showed: the bytes of its frames, from which the emulator reproduces
/// the screen of any frame.
///
/// The recording consists of parts. The first frame of a part draws the whole screen, so that no
/// earlier part is needed. A new part starts after a pause, when the size of the screen changes, or
/// when the last part has 32 times the bytes of its first frame or a quarter of ``limit``.
package struct ScreenRecording: Sendable {
  package struct Frame: Sendable {
    package let size: TerminalSize
    /// Whether the bytes draw the whole screen.
    fileprivate var isWhole = true
    /// The number of the frame, the version of the state, and the number of bytes.
    fileprivate var head = SIMD3<Int>()
    fileprivate var bytes: ArraySlice<UInt8> = []

    package var number: Int { head.x }
    /// The version of the state that views showed.
    package var version: Int { head.y }
  }

  private struct Part {
    let size: TerminalSize
    /// The number of the part's first frame.
    let first: Int
    /// The number of bytes of the part's first frame.
    let whole: Int
    var last = SIMD3<Int>()
    /// The newest version of the state in the part.
    var newest = 0
    /// For each frame, the differences between its `head` and that of the previous frame, and its
    /// bytes.
    var log: [UInt8] = []

    mutating func add(_ head: SIMD3<Int>, _ bytes: ArraySlice<UInt8>) {
      let change = head &- last
      for index in 0..<3 { log.append(number: change[index]) }
      log += bytes
      last = head
      newest = max(newest, head.y)
    }

    var frames: [Frame] {
      var (frames, rest, frame) = ([Frame](), log[...], Frame(size: size))
      while !rest.isEmpty {
        for index in 0..<3 { frame.head[index] += rest.removeNumber() }
        frame.bytes = rest.prefix(frame.head.z)
        rest = rest.dropFirst(frame.head.z)
        frames.append(frame)
        frame.isWhole = false
      }
      return frames
    }
  }

  /// The largest number of bytes in the recording. The oldest parts are dropped first; the newest
  /// part is kept even if it is larger.
  package var limit: Int
  package private(set) var byteCount = 0
  private var parts: [Part] = []
  private var isPaused = false
  private var hasDropped = false

  package init(limit: Int = 16 << 20) { self.limit = limit }

  /// Call this when frames are left out. The next call of ``add(_:version:)`` starts a new part.
  package mutating func pause() { isPaused = true }

  /// - Parameters:
  ///   - frame: A frame with a larger number than the previous one.
  ///   - version: The version of the state that views showed.
  package mutating func add(_ frame: PaintedFrame, version: Int) {
    var bytes = frame.bytes
    if let part = parts.last, !isPaused, part.size == frame.size,
      part.log.count < min(32 * part.whole, limit / 4)
    {
      byteCount -= part.log.count
    } else {
      isPaused = false
      bytes = frame.repaint()[...]
      // Copies the log of the finished part, because an array that grew may have capacity for twice
      // its elements.
      if let old = parts.indices.last { parts[old].log = Array(parts[old].log[...]) }
      parts.append(Part(size: frame.size, first: frame.number, whole: bytes.count))
    }
    parts[parts.count - 1].add(SIMD3(frame.number, version, bytes.count), bytes)
    byteCount += parts[parts.count - 1].log.count
    while byteCount > limit, parts.count > 1 {
      byteCount -= parts.removeFirst().log.count
      hasDropped = true
    }
  }

  /// The numbers from the oldest frame to the newest.
  package var numbers: ClosedRange<Int>? {
    guard let first = parts.first, let last = parts.last else { return nil }
    return first.first...last.last.x
  }

  /// Returns the number of the first frame that showed the given version of the state or a newer
  /// one. If there is none yet, the version changed nothing on the screen: returns the newest
  /// frame.
  /// - Returns: Nil if nothing is recorded, or if an earlier such frame may have been dropped.
  package func frame(showing version: Int) -> Int? {
    guard let part = parts.first(where: { $0.newest >= version }) else {
      return numbers?.upperBound
    }
    guard let frame = part.frames.first(where: { $0.version >= version }) else { return nil }
    let isOldest = hasDropped && frame.number == numbers?.lowerBound
    return isOldest && frame.version > version ? nil : frame.number
  }

  /// A recorded screen.
  package struct Screen: Sendable {
    package let frame: Frame
    package let content: VirtualScreen
    /// The content before the frame, if the screen had the same size.
    package let before: VirtualScreen?
    /// The numbers of the previous and the next frame; nil if there is none.
    package let previous, next: Int?

    /// The runs of cells that the frame changed; none if `before` is nil.
    package var changes: [CellRect] {
      guard let before else { return [] }
      var runs: [CellRect] = []
      for y in 0..<content.height where content.cells[y] != before.cells[y] {
        for x in 0..<content.width where content.cells[y][x] != before.cells[y][x] {
          if let last = runs.last, last.y == y, last.maxX == x {
            runs[runs.count - 1].width += 1
          } else {
            runs.append(CellRect(x: x, y: y, width: 1, height: 1))
          }
        }
      }
      return runs
    }
  }

  /// Reproduces the screen of a frame. A frame that wrote nothing has the screen of the last frame
  /// that wrote something.
  /// - Complexity: O(bytes since the last whole screen).
  package func screen(of number: Int) -> Screen? {
    guard let part = parts.lastIndex(where: { $0.first <= number }) else { return nil }
    let frames = parts[max(0, part - 1)..<min(parts.count, part + 2)].flatMap(\.frames)
    guard let index = frames.lastIndex(where: { $0.number <= number }) else { return nil }
    let size = frames[index].size
    func content(_ index: Int) -> VirtualScreen {
      var screen = VirtualScreen(width: size.columns, height: size.rows)
      screen.feed(Self.modes)
      let start = frames[...index].lastIndex(where: \.isWhole) ?? 0
      for frame in frames[start...index] { screen.feed(frame.bytes) }
      return screen
    }
    let before = index > 0 && frames[index - 1].size == size ? content(index - 1) : nil
    var screen: VirtualScreen
    if let before, !frames[index].isWhole {
      screen = before
      screen.feed(frames[index].bytes)
    } else {
      screen = content(index)
    }
    return Screen(
      frame: frames[index], content: screen, before: before,
      previous: index > 0 ? frames[index - 1].number : nil,
      next: index + 1 < frames.count ? frames[index + 1].number : nil)
  }

  /// Switches autowrap off, as the bytes of frames require.
  private static let modes = "\u{1B}[?7l"
}

extension [UInt8] {
  /// Appends a number in groups of seven bits, the lowest first. Small numbers take one byte.
  fileprivate mutating func append(number: Int) {
    var rest = UInt(bitPattern: number << 1 ^ number >> (Int.bitWidth - 1))
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func removeNumber() -> Int {
    var (bits, shift): (UInt, UInt) = (0, 0)
    while let byte = popFirst() {
      bits |= UInt(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return Int(bitPattern: bits >> 1) ^ -Int(bitPattern: bits & 1)
  }
}
