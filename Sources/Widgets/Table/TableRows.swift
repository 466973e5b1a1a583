import MillraceIdentifiedList

/// A reordered view of a collection.
struct TableRows<Data: RandomAccessCollection>: RandomAccessCollection {
  let data: Data
  /// The indices in the data in display order; nil: the given order.
  let order: [Int32]?

  var startIndex: Int { 0 }
  var endIndex: Int { data.count }

  subscript(place: Int) -> Data.Element { data.item(order.map { Int($0[place]) } ?? place) }
}

/// Rows that find an element by its id without reading the other elements.
protocol FindableRows<ID> {
  associatedtype ID
  func place(of id: ID) -> Int?
}

extension TableRows: FindableRows where Data: IdentifiedCollection {
  /// - Complexity: That of `index(id:)`, and O(*n*) comparisons of numbers if the rows are sorted.
  func place(of id: Data.Element.ID) -> Int? {
    guard let index = data.index(id: id) else { return nil }
    let place = index - data.startIndex
    guard let order else { return place }
    return order.firstIndex(of: Int32(place))
  }
}
