import MillraceTesting

extension VirtualScreen {
  /// The visible items with tick and title, without the scroll bar. A message can cover the ends of
  /// the last ones.
  var items: [String] {
    (0..<height).map(rowText).compactMap { row in
      var item = row.dropFirst(2)
      guard item.hasPrefix("[ ] ") || item.hasPrefix("[x] ") else { return nil }
      // The scroll bar or the pane of the current item can be beside the list.
      item = item.prefix { !"│┌└├╭╰╔║█".contains($0) }
      while item.last == " " { item.removeLast() }
      return String(item)
    }
  }

  /// The row with the marker.
  var current: String? { (0..<height).map(rowText).first { $0.hasPrefix("›") } }

  /// Whether the list has the focus, and not a field.
  var isInList: Bool { !isCursorVisible }
}
