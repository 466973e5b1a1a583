/// The width of a column of a ``Grid``, or the height of a row.
public enum GridTrack: Hashable, Sendable {
  /// The size of the largest content. A cell that spans several columns counts for the height of
  /// its row, but not for the widths of its columns.
  case content
  /// A number of terminal cells.
  case cells(Int)
  /// A share of the space that the other tracks leave free, with a minimum in cells.
  case share(Double = 1, min: Int = 1)

  /// The sizes of a sequence of tracks.
  /// - Parameters:
  ///   - contents: the content size of each track.
  ///   - room: the available cells, including gaps.
  /// - Returns: one size per track. If any track has a share above 0 and below 1e9, the sizes and
  ///   gaps fill the room, or exceed it if the other tracks and the minimums are larger.
  static func sizes(_ tracks: [GridTrack], contents: [Int], gap: Int, in room: Int) -> [Int] {
    var sizes = zip(tracks, contents).map { track, content in
      switch track {
      case .content: content
      case .cells(let cells): max(0, cells)
      case .share(_, let least): max(0, least)
      }
    }
    let free = room - gap * max(0, tracks.count - 1)
    var open: [(index: Int, share: Double)] = []
    for (index, track) in tracks.enumerated() {
      if case .share(let share, _) = track, share > 0, share < 1e9 { open.append((index, share)) }
    }
    // A track whose share is below its minimum gets the minimum; the other tracks divide the
    // remaining cells.
    while !open.isEmpty {
      let fixed = sizes.indices.reduce(0) { sum, index in
        open.contains { $0.index == index } ? sum : sum + sizes[index]
      }
      let (rest, total) = (max(0, free - fixed), open.reduce(0) { $0 + $1.share })
      let fitting = open.filter { Double(sizes[$0.index]) <= Double(rest) * $0.share / total }
      if fitting.count < open.count {
        open = fitting
        continue
      }
      // Rounds the end of each track instead of its size, so that no cell is left over.
      var (sum, start) = (0.0, 0)
      for (index, share) in open {
        sum += share
        let end = Int((Double(rest) * sum / total).rounded())
        (sizes[index], start) = (end - start, end)
      }
      break
    }
    return sizes
  }
}
