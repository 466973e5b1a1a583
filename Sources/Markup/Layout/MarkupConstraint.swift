/// A constraint of a `layout:` attribute, which positions a node in its container.
///
/// The grammar is that of Reactant UI, which follows AutoLayout.
public struct MarkupConstraint: Equatable, Sendable {
  /// An edge, a center or a size of a node.
  public struct Anchor: Equatable, Sendable {
    /// The name of the node; nil for the container.
    public var item: String?
    /// A name of `LayoutAttribute`, such as `leading` or `contentWidth`.
    public var attribute: String
  }

  public var first: Anchor
  public var relation = MarkupRelation.equal
  /// The second anchor; nil if the first anchor is compared with the constant alone.
  public var second: Anchor?
  public var multiplier = 1.0
  /// The constant, in cells.
  public var constant = 0.0
  /// The priority, from 1 to 1000.
  public var priority = 1000.0
  /// The name of the component's property, a `ConstraintOverride`, that changes the constraint; nil
  /// if none does.
  public var field: String?
  public var condition: MarkupCondition?
  /// The offset of the constraint's attribute in the file, in bytes.
  public var offset = 0
}

/// The attributes of the layout namespace, without their prefix `layout:`.
public enum MarkupLayout {
  public static let anchors = [
    "leading", "trailing", "left", "right", "top", "bottom", "width", "height", "centerX",
    "centerY",
  ]
  /// For each name, the anchor of the node itself, and the anchor of the target with which the
  /// first anchor is aligned.
  public static let relative = [
    "before": ("trailing", "leading"), "after": ("leading", "trailing"),
    "above": ("bottom", "top"), "below": ("top", "bottom"),
  ]
  public static let groups = [
    "edges": ["left", "top", "right", "bottom"], "fillHorizontally": ["left", "right"],
    "fillVertically": ["top", "bottom"], "center": ["centerX", "centerY"],
    "size": ["width", "height"],
  ]
  public static let priorities = [
    "required": 1000.0, "high": 750, "medium": 500, "low": 250,
  ]
  /// Attributes for how strongly a node resists being smaller or larger than its content.
  public static let contentPriorities = [
    "compressionPriority", "compressionPriority.horizontal", "compressionPriority.vertical",
    "huggingPriority", "huggingPriority.horizontal", "huggingPriority.vertical",
  ]
  /// All names after `layout:`, in the order of ``MarkupReference``.
  public static let names =
    ["id"] + anchors + ["before", "after", "above", "below"]
    + ["edges", "fillHorizontally", "fillVertically", "center", "size"] + contentPriorities

  static let modifiers = ["offset", "inset", "multiplied", "divided"]
}

/// Reads the constraints of a `layout:` attribute.
struct ConstraintReader {
  private let name: String
  /// The name of the node itself.
  private let own: String
  private var scanner: ValueScanner
  /// The inset of the current constraint, in cells.
  private var inset = 0.0

  /// - Parameters:
  ///   - name: The name after `layout:`.
  ///   - own: The name of the node itself.
  init(_ name: String, _ text: String, own: String) {
    (self.name, self.own, scanner) = (name, own, ValueScanner(text))
  }

  /// Reads the constraints that the attribute's text separates by `;`. Each of them is an array,
  /// because a group such as `edges` expands to several constraints.
  mutating func read() throws(ValueError) -> [[MarkupConstraint]] {
    if MarkupLayout.contentPriorities.contains(name) { return [try readContentPriority()] }
    var constraints: [[MarkupConstraint]] = []
    repeat {
      scanner.skipSpace()
      if scanner.isAtEnd, !constraints.isEmpty { break }
      constraints.append(try readOne())
    } while scanner.consume(";")
    scanner.skipSpace()
    if !scanner.isAtEnd {
      throw ValueError(
        "\(scanner.found) follows a constraint: write a ; between two, a space before a modifier, @ before a priority",
        at: scanner.index)
    }
    return constraints
  }

  private mutating func readOne() throws(ValueError) -> [MarkupConstraint] {
    var conditions: [MarkupCondition] = []
    while scanner.consume("[") {
      conditions.append(try MarkupCondition.readAny(&scanner))
      try scanner.require("]", "after the condition")
    }
    var constraint = MarkupConstraint(first: .init(item: own, attribute: name))
    inset = 0
    constraint.condition =
      conditions.isEmpty ? nil : conditions.count == 1 ? conditions[0] : .all(conditions)
    let start = scanner
    if let field = scanner.takeWord(), !scanner.consume("=="), scanner.consume("=") {
      constraint.field = field
    } else {
      scanner = start
    }
    constraint.relation = MarkupRelation.read(&scanner) ?? .equal
    scanner.skipSpace()
    let valueAt = scanner.index
    if let number = scanner.takeNumber() {
      guard MarkupLayout.anchors.contains(name) || name == "size" else {
        throw ValueError("\(name) has a target, not a number: \(name)=\"super\"", at: scanner.index)
      }
      constraint.constant = number
    } else {
      try readTarget(&constraint)
      while try readModifier(&constraint) {}
    }
    if scanner.consume("@") { constraint.priority = try readPriority() }
    let all = expanded(constraint)
    guard all.allSatisfy({ $0.constant.magnitude <= 10_000 }),
      (0.0001...10_000).contains(constraint.multiplier.magnitude)
    else {
      throw ValueError(
        "a constraint has at most 10000 cells, and multiplies by 0.0001 to 10000", at: valueAt)
    }
    return all
  }

  private mutating func readTarget(_ constraint: inout MarkupConstraint) throws(ValueError) {
    let start = scanner.index
    let isID = scanner.consume("id:")
    guard let word = scanner.takeWord() else {
      throw ValueError(
        "a constraint has a relation as :lte, and a number or a target: super, self, a field or id:NAME; not "
          + scanner.found,
        at: start)
    }
    // An anchor without a target belongs to the node itself.
    let isAnchor = !isID && MarkupLayout.anchors.contains(word)
    let item: String? =
      switch word {
      case _ where isAnchor: own
      case _ where isID: word
      case "self": own
      case "super", "safeAreaLayoutGuide", "readableContentGuide": nil
      default: word
      }
    var attribute = isAnchor ? word : nil
    if !isAnchor, scanner.byte == UInt8(ascii: "."), scanner.consume(".") {
      let at = scanner.index
      let name = scanner.takeWord() ?? ""
      guard MarkupLayout.anchors.contains(name) else {
        let hint = Suggestion.text(for: name, among: MarkupLayout.anchors)
        throw ValueError("\"\(name)\" is not an anchor" + hint, at: at)
      }
      attribute = name
    }
    let (first, second) = MarkupLayout.relative[name] ?? (name, name)
    constraint.first.attribute = first
    constraint.second = .init(item: item, attribute: attribute ?? second)
  }

  /// - Returns: Whether there was a modifier.
  private mutating func readModifier(_ constraint: inout MarkupConstraint) throws(ValueError)
    -> Bool
  {
    scanner.skipSpace()
    let start = scanner.index
    guard let word = scanner.takeWord() else { return false }
    let hasBracket = scanner.consume("(")
    _ = scanner.consume("by:")
    guard MarkupLayout.modifiers.contains(word), hasBracket, let number = scanner.takeNumber(),
      scanner.consume(")")
    else {
      throw ValueError(
        "a modifier is offset(2), inset(2), multiplied(by: 2) or divided(by: 2)"
          + Suggestion.text(for: word, among: MarkupLayout.modifiers), at: start)
    }
    switch word {
    case "offset": constraint.constant += number
    case "inset": inset += number
    case "multiplied": constraint.multiplier *= number
    default: constraint.multiplier /= number
    }
    return true
  }

  private mutating func readPriority() throws(ValueError) -> Double {
    let start = scanner.index
    let number =
      scanner.takeNumber()
      ?? scanner.takeWord().flatMap { MarkupLayout.priorities[$0] }
    guard let number, (1...1000).contains(number) else {
      throw ValueError(
        "a priority is required, high, medium, low, or a number from 1 to 1000", at: start)
    }
    return number
  }

  /// Expands a group to several constraints, and adds the inset to the constant of each one, with a
  /// sign that depends on the anchor: a positive inset moves a left edge right, and a right edge
  /// left.
  private func expanded(_ constraint: MarkupConstraint) -> [MarkupConstraint] {
    let isGroup = MarkupLayout.groups[name] != nil
    return (MarkupLayout.groups[name] ?? [name]).map { anchor in
      var one = constraint
      if isGroup {
        one.first.attribute = anchor
        one.second?.attribute = anchor
      }
      let isAdded = ["leading", "left", "top", "before", "above"].contains(anchor)
      one.constant += isAdded ? inset : -inset
      return one
    }
  }

  private mutating func readContentPriority() throws(ValueError) -> [MarkupConstraint] {
    let priority = try readPriority()
    try scanner.requireEnd("the priority")
    let isCompression = name.hasPrefix("compression")
    var sizes = [("width", "contentWidth"), ("height", "contentHeight")]
    if name.hasSuffix(".horizontal") { sizes.removeLast() }
    if name.hasSuffix(".vertical") { sizes.removeFirst() }
    return sizes.map { size, content in
      MarkupConstraint(
        first: .init(item: own, attribute: size),
        relation: isCompression ? .atLeast : .atMost,
        second: .init(item: own, attribute: content), priority: priority)
    }
  }
}
