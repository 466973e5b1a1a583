import Millrace
import MillraceInspector

@main
struct AlbumsProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  @MainActor
  static func app() -> TerminalApp<IdentifiedList<Album>, AlbumAction> {
    TerminalApp(Store(initial: .collection, reducer: albums)) { list, dispatch, terminal in
      Column {
        Text("Albums").bold()
        AlbumList(list: list, dispatch: dispatch).grow()
        Text("\(list.count) albums, \(list.reduce(0) { $0 + $1.plays }) plays").dim()
        KeyHints()
      }
      .keys {
        Bind("s", "Sort") { dispatch(.sort) }
        Bind("r", "Reverse") { dispatch(.reverse) }
        Bind("q", "Quit") { terminal.quit() }
      }
    }
  }
}

/// The list. Picking an album expands its row; picking it again removes the album.
struct AlbumList: Component {
  let list: IdentifiedList<Album>
  let dispatch: Dispatcher<AlbumAction>
  @Local private var expanded: Set<Album.ID> = []

  init(list: IdentifiedList<Album>, dispatch: Dispatcher<AlbumAction>) {
    self.list = list
    self.dispatch = dispatch
  }

  var body: Node {
    List(list) { album in
      AlbumRow(album: album, isExpanded: expanded.contains(album.id))
        .onClick { pick(album) }
    }
    .onRowKey { answer($0, $1) }
  }

  @MainActor private func answer(_ key: Key, _ album: Album) -> Bool {
    switch key {
    case .enter: pick(album)
    case .character("p"): dispatch(.play(album.id))
    default: return false
    }
    return true
  }

  @MainActor private func pick(_ album: Album) {
    if expanded.insert(album.id).inserted { return }
    expanded.remove(album.id)
    dispatch(.remove(album.id))
  }
}

struct AlbumRow: Component, Equatable {
  let album: Album
  let isExpanded: Bool

  var body: Node {
    Column {
      Text(album.title).truncate()
      if isExpanded {
        Text("by \(album.artist), played \(album.plays) times").dim()
        Text("Enter again to remove it").dim()
      }
    }
  }
}
