extension IdentifiedList: CustomStringConvertible, CustomDebugStringConvertible {
  /// The description of an array of the elements.
  public var description: String { Array(self).description }
  public var debugDescription: String { Array(self).debugDescription }
}

extension IdentifiedList: CustomReflectable {
  /// A mirror like an array's.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
