/// A relation between numbers of two boxes: `first relation multiplier · second + constant`.
///
/// ```swift
/// LayoutConstraint(body.leading, .equal, sidebar.trailing, constant: 1)
/// LayoutConstraint(sidebar.width, .lessThanOrEqual, LayoutItemID.container.width, times: 0.3)
/// LayoutConstraint(sidebar.width, .equal, 24, priority: 500, identifier: "sidebar width")
/// ```
///
/// Horizontal and vertical attributes may be mixed (a width that is twice the height). From right
/// to left `leading` and `trailing` are mirrored, with their constants and multipliers; `left` and
/// `right` are not.
public struct LayoutConstraint: Hashable, Sendable {
  /// The number on the left side.
  public var first: LayoutAnchor
  /// How the sides compare.
  public var relation: ConstraintRelation
  /// What ``second`` is multiplied with.
  public var multiplier: Double
  /// nil when `first` is compared with the constant alone.
  public var second: LayoutAnchor?
  /// In cells.
  public var constant: Double
  /// How much it matters.
  public var priority: ConstraintPriority
  /// What messages call the constraint.
  public var identifier: String
  /// Where in the program it was written, for messages.
  public var fileID: String
  /// See ``fileID``.
  public var line: Int

  /// Compares two numbers of boxes: `first relation multiplier · second + constant`.
  ///
  /// - Parameters:
  ///   - first: The number on the left side.
  ///   - relation: How the sides compare.
  ///   - second: The number on the right side.
  ///   - multiplier: What `second` is multiplied with.
  ///   - constant: In cells.
  ///   - priority: How much it matters.
  ///   - identifier: What messages call it, beside the place where it was written.
  public init(
    _ first: LayoutAnchor, _ relation: ConstraintRelation, _ second: LayoutAnchor,
    times multiplier: Double = 1, constant: Double = 0, priority: ConstraintPriority = .required,
    identifier: String = "", fileID: String = #fileID, line: Int = #line
  ) {
    self.first = first
    self.relation = relation
    self.multiplier = multiplier
    self.second = second
    self.constant = constant
    self.priority = priority
    self.identifier = identifier
    self.fileID = fileID
    self.line = line
  }

  /// Compares a number of a box with a constant.
  ///
  /// - Parameters:
  ///   - first: The number on the left side.
  ///   - relation: How the sides compare.
  ///   - constant: In cells.
  ///   - priority: How much it matters.
  ///   - identifier: What messages call it, beside the place where it was written.
  public init(
    _ first: LayoutAnchor, _ relation: ConstraintRelation, _ constant: Double,
    priority: ConstraintPriority = .required, identifier: String = "",
    fileID: String = #fileID, line: Int = #line
  ) {
    self.first = first
    self.relation = relation
    self.multiplier = 1
    self.second = nil
    self.constant = constant
    self.priority = priority
    self.identifier = identifier
    self.fileID = fileID
    self.line = line
  }

  /// The items that it speaks of.
  var items: [LayoutItemID] {
    guard let second, second.item != first.item else { return [first.item] }
    return [first.item, second.item]
  }

  /// It means something else from right to left.
  var isDirectional: Bool {
    first.attribute.isDirectional || second?.attribute.isDirectional == true
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// `"sidebar width" item 1.width = 24 (priority 500, App/Sidebar.swift:12)`
  public var description: String {
    var text = identifier.isEmpty ? "" : "\"\(identifier)\" "
    text += "\(first) \(relation) "
    if let second {
      if multiplier != 1 { text += "\(multiplier.short) * " }
      text += "\(second)"
      if constant > 0 { text += " + \(constant.short)" }
      if constant < 0 { text += " - \((-constant).short)" }
    } else {
      text += constant.short
    }
    let importance = priority == .required ? "required" : "priority \(priority)"
    return text + " (\(importance), \(fileID):\(line))"
  }
}

extension Double {
  /// Without ".0" when it is whole.
  var short: String {
    Int(exactly: self).map { "\($0)" } ?? "\(self)"
  }
}
