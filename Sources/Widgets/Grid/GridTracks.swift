/// How wide a column of a ``Grid`` is, or how high a row.
public enum GridTrack: Hashable, Sendable {
  /// As large as the largest of its cells that take no other column.
  case content
  /// So many cells of the screen.
  case cells(Int)
  /// A share of what the others leave free, and this many cells at least.
  case share(Double = 1, min: Int = 1)

  /// The sizes of tracks that stand beside each other.
  /// - Parameters:
  ///   - contents: the sizes of what is in them.
  ///   - room: the cells that there are, with the gaps.
  /// - Returns: one size a track. With a share among them they fill the room, unless they need more.
  static func sizes(_ tracks: [GridTrack], contents: [Int], gap: Int, in room: Int) -> [Int] {
    var sizes = zip(tracks, contents).map { track, content in
      switch track {
      case .content: content
      case .cells(let cells): max(0, cells)
      case .share(_, let least): max(0, least)
      }
    }
    let free = room - gap * max(0, tracks.count - 1)
    var open: [(place: Int, share: Double)] = []
    for (place, track) in tracks.enumerated() {
      if case .share(let share, _) = track, share > 0, share < 1e9 { open.append((place, share)) }
    }
    // A track whose part would be less than its minimum keeps the minimum; the others divide what is left.
    while !open.isEmpty {
      let fixed = sizes.indices.reduce(0) { sum, place in
        open.contains { $0.place == place } ? sum : sum + sizes[place]
      }
      let (rest, total) = (max(0, free - fixed), open.reduce(0) { $0 + $1.share })
      let fitting = open.filter { Double(sizes[$0.place]) <= Double(rest) * $0.share / total }
      if fitting.count < open.count {
        open = fitting
        continue
      }
      // Edges are rounded and not sizes, so that nothing is left over.
      var (sum, start) = (0.0, 0)
      for (place, share) in open {
        sum += share
        let end = Int((Double(rest) * sum / total).rounded())
        (sizes[place], start) = (end - start, end)
      }
      break
    }
    return sizes
  }
}
