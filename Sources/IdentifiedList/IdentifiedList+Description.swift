extension IdentifiedList: CustomStringConvertible, CustomDebugStringConvertible {
  /// As an array's.
  public var description: String { Array(self).description }
  public var debugDescription: String { Array(self).debugDescription }
}

extension IdentifiedList: CustomReflectable {
  /// As an array's.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}
