import MillraceIdentifiedList

/// A reordered view of a collection.
struct TableRows<Data: RandomAccessCollection>: RandomAccessCollection {
  let data: Data
  /// The indices in the data in display order; nil: the given order.
  let order: [Int32]?

  var startIndex: Int { 0 }
  var endIndex: Int { data.count }

  subscript(index: Int) -> Data.Element { data.item(order.map { Int($0[index]) } ?? index) }
}

/// Rows that find an element by its id without reading the other elements.
protocol FindableRows<ID> {
  associatedtype ID
  func index(id: ID) -> Int?
}

extension TableRows: FindableRows where Data: IdentifiedCollection {
  /// - Complexity: That of `index(id:)`, and O(*n*) comparisons of numbers if the rows are sorted.
  func index(id: Data.Element.ID) -> Int? {
    guard let index = data.index(id: id) else { return nil }
    let offset = index - data.startIndex
    guard let order else { return offset }
    return order.firstIndex(of: Int32(offset))
  }
}
