extension IdentifiedList: CustomStringConvertible, CustomDebugStringConvertible {
  /// As an array's.
  public var description: String { elements.description }
  public var debugDescription: String { elements.debugDescription }
}

extension IdentifiedList: CustomReflectable {
  /// As an array's.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
