/// A reordered view of a collection.
struct TableRows<Data: RandomAccessCollection>: RandomAccessCollection {
  let data: Data
  /// The indices in the data in display order; nil: the given order.
  let order: [Int32]?

  var startIndex: Int { 0 }
  var endIndex: Int { data.count }

  subscript(place: Int) -> Data.Element { data.item(order.map { Int($0[place]) } ?? place) }
}
