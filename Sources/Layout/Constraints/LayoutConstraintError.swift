/// Why a container refused a constraint or a size; it is as it was before the call.
public enum LayoutConstraintError: Error, Hashable, Sendable {
  /// The item is not, or no longer, a child of the container: another one may have named it.
  case unknownItem(LayoutItemID)
  /// The constraint was removed before, itself or with one of its items, or is another container's.
  case unknownConstraint
  /// A number is not finite, negative where a size is meant, or so large or so small that double
  /// precision would not do: constants up to 1e12, multipliers from 1e-6 to 1e6.
  case outOfRange(Double)
}

extension LayoutConstraintError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownItem(let item): "\(item) is not a child of this container: add it first"
    case .unknownConstraint:
      "the constraint is not in this container: it was removed before, or added to another"
    case .outOfRange(let value):
      "\(value) is out of range: sizes are 0 to 1e12, constants up to 1e12, multipliers 1e-6 to 1e6"
    }
  }
}
