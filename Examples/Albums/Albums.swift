import Millrace

struct Album: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title: String
  var artist: String
  var plays = 0
}

enum AlbumAction: Codable, Equatable, Sendable {
  case play(Album.ID), remove(Album.ID), sort, reverse
}

/// Albums by number. Each action changes only the affected entries.
let albums = Reducer<IdentifiedList<Album>, AlbumAction> { list, action in
  switch action {
  case .play(let id): list[id: id]?.plays += 1
  case .remove(let id): list.remove(id: id)
  case .sort: list = IdentifiedList(list.sorted { ($0.title, $0.id) < ($1.title, $1.id) })
  case .reverse: list = IdentifiedList(list.reversed())
  }
}

extension IdentifiedList<Album> {
  static let collection = IdentifiedList([
    Album(id: 1, title: "Kind of Blue", artist: "Miles Davis"),
    Album(id: 2, title: "Blue Train", artist: "John Coltrane"),
    Album(id: 3, title: "Horses", artist: "Patti Smith"),
    Album(id: 4, title: "Abbey Road", artist: "The Beatles"),
    Album(id: 5, title: "Hejira", artist: "Joni Mitchell"),
    Album(id: 6, title: "Solid Air", artist: "John Martyn"),
  ])
}
