/// A condition: `{item.isDone} and !{isLocked}`, `{tab} == 'inbox'`, `width :lt 80`.
public indirect enum MarkupCondition: Equatable, Sendable {
  case always(Bool)
  case path(MarkupPath)
  case equals(MarkupPath, MarkupLiteral)
  /// Compares the component's columns or lines with a number of cells.
  case size(MarkupAxis, MarkupRelation, Double)
  /// Whether the component has little space in a direction.
  case compact(MarkupAxis)
  /// Whether the component is taller than wide; a cell counts as twice as tall as wide.
  case portrait
  case not(MarkupCondition)
  case all([MarkupCondition])
  case any([MarkupCondition])

  /// Whether the condition depends on the size of the component.
  public var usesSize: Bool {
    switch self {
    case .always, .path, .equals: false
    case .size, .compact, .portrait: true
    case .not(let part): part.usesSize
    case .all(let parts), .any(let parts): parts.contains(where: \.usesSize)
    }
  }

  /// The paths in the condition.
  public var paths: [MarkupPath] {
    switch self {
    case .path(let path), .equals(let path, _): [path]
    case .always, .size, .compact, .portrait: []
    case .not(let part): part.paths
    case .all(let parts), .any(let parts): parts.flatMap(\.paths)
    }
  }

  init(_ text: String) throws(ValueError) {
    var scanner = ValueScanner(text)
    self = try Self.readAny(&scanner)
    try scanner.requireEnd("a whole condition")
  }

  static func readAny(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupCondition {
    var parts = [try readAll(&scanner)]
    while scanner.takeWord("or") { parts.append(try readAll(&scanner)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private static func readAll(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupCondition {
    var parts = [try readOne(&scanner)]
    while scanner.takeWord("and") { parts.append(try readOne(&scanner)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private static func readOne(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupCondition {
    scanner.nesting += 1
    defer { scanner.nesting -= 1 }
    guard scanner.nesting < 20 else {
      throw ValueError("a condition is nested more than 20 levels deep", at: scanner.index)
    }
    if scanner.consume("!") { return .not(try readOne(&scanner)) }
    if scanner.consume("(") {
      let inner = try readAny(&scanner)
      try scanner.require(")", "in the condition")
      return inner
    }
    scanner.skipSpace()
    if scanner.byte == UInt8(ascii: "{") { return try readPath(&scanner) }
    return try readWord(&scanner)
  }

  private static func readPath(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupCondition
  {
    let path = try MarkupPath.readInBraces(&scanner)
    let (equal, unequal) = (scanner.consume("=="), scanner.consume("!="))
    guard equal || unequal else { return .path(path) }
    guard let literal = try MarkupLiteral.read(&scanner) else {
      throw ValueError(
        "a path is compared with a number, a 'string', true, false or a .case, not with \(scanner.found)",
        at: scanner.index)
    }
    return unequal ? .not(.equals(path, literal)) : .equals(path, literal)
  }

  private static func readWord(_ scanner: inout ValueScanner) throws(ValueError) -> MarkupCondition
  {
    let (start, found) = (scanner.index, scanner.found)
    let word = scanner.takeWord()
    switch word {
    case "true": return .always(true)
    case "false": return .always(false)
    case "portrait": return .portrait
    case "landscape": return .not(.portrait)
    case "horizontal", "vertical":
      let compact = MarkupCondition.compact(word == "vertical" ? .vertical : .horizontal)
      let isEqual = scanner.consume("==")
      guard isEqual || scanner.consume("!=") else { break }
      if scanner.takeWord("compact") { return isEqual ? compact : .not(compact) }
      if scanner.takeWord("regular") { return isEqual ? .not(compact) : compact }
    case "width", "height":
      guard let relation = MarkupRelation.read(&scanner), let cells = scanner.takeNumber() else {
        break
      }
      return .size(word == "width" ? .horizontal : .vertical, relation, cells)
    default: break
    }
    throw ValueError(
      "\(found) is no condition: there are {name} for a property, true, false, width :lt 80, "
        + "horizontal == compact, portrait and landscape", at: start)
  }
}

public enum MarkupAxis: String, Equatable, Sendable {
  case horizontal, vertical

  /// The name of the size along the axis.
  var size: String { self == .horizontal ? "width" : "height" }
}

/// A comparison of two numbers. `:lt` and `:gt` mean at most and at least, as in Reactant UI.
public enum MarkupRelation: String, Equatable, Sendable {
  case equal = "=="
  case atMost = "<="
  case atLeast = ">="

  static let words: [String: MarkupRelation] = [
    "eq": .equal, "equal": .equal, "lt": .atMost, "lessOrEqual": .atMost, "lte": .atMost,
    "gt": .atLeast, "greaterOrEqual": .atLeast, "gte": .atLeast,
  ]

  /// Reads a relation, if one comes next.
  static func read(_ scanner: inout ValueScanner) -> MarkupRelation? {
    if scanner.consume("==") { return .equal }
    if scanner.consume("<=") { return .atMost }
    if scanner.consume(">=") { return .atLeast }
    let start = scanner
    if scanner.consume(":"), let relation = scanner.takeWord().flatMap({ words[$0] }) {
      return relation
    }
    scanner = start
    return nil
  }
}
