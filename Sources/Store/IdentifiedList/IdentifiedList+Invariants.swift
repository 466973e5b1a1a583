extension IdentifiedList {
  /// What is wrong inside the list, for tests; nil when all is well.
  /// - Complexity: O(*n*)
  package var brokenInvariant: String? {
    if positions.count != elements.count {
      return "\(positions.count) positions for \(elements.count) elements"
    }
    for (position, element) in elements.enumerated() where positions[element.id] != position {
      return
        "id \(element.id) is at \(position), not at \(String(describing: positions[element.id]))"
    }
    return nil
  }
}
