import Millrace

/// Rows that can be dragged with the mouse.
struct ReorderPage: Component {
  @Local private var tracks = ["Overture", "Nocturne", "Étude", "Waltz", "Finale"].map(Track.init)
  @Local private var chosen: Set<String> = []

  private struct Track: Identifiable {
    let id: String
  }

  var body: Node {
    Column {
      List(tracks) { track in
        Text(track.id)
      }
      .selection($chosen).onMove { track, index in
        tracks.removeAll { $0.id == track.id }
        tracks.insert(track, at: index)
      }
      Text("\(chosen.count) selected: click with Ctrl, or arrows with Shift").style(\.muted)
    }
    .grow()
  }
}
