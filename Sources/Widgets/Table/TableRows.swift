/// Rows in another order than their own.
struct TableRows<Data: RandomAccessCollection>: RandomAccessCollection {
  let data: Data
  /// The places in the data, in the order in which rows show; nil: as they are given.
  let order: [Int32]?

  var startIndex: Int { 0 }
  var endIndex: Int { data.count }

  subscript(place: Int) -> Data.Element { data.item(order.map { Int($0[place]) } ?? place) }
}
