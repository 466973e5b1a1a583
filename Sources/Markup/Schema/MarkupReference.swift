/// The reference of elements and attributes, derived from the registry.
public enum MarkupReference {
  /// All elements, one per line.
  public static var text: String {
    let titles = MarkupRegistry.elements.map { ([$0.name] + $0.aliases).joined(separator: ", ") }
    let width = titles.map(\.count).max() ?? 0
    let lines = zip(titles, MarkupRegistry.elements).map { padded($0, to: width) + $1.summary }
    return lines.joined(separator: "\n")
      + "\n\n`markup explain NAME` explains an element, an attribute of every node, or layout:NAME."
  }

  /// Explains an element, an attribute of every node or a layout attribute.
  /// - Parameter name: Its name or alias: `Text`, `grow`, `layout:below`.
  /// - Returns: Nil if the name is unknown.
  public static func explanation(of name: String) -> String? {
    if let type = MarkupRegistry.element(name) { return explanation(of: type) }
    let place = String(name.dropFirst("layout:".count))
    if name.hasPrefix("layout:"), MarkupLayout.names.contains(place) {
      return [
        wrapped("\(name): \(MarkupLayout.summary(of: place))"), wrapped(MarkupLayout.grammar),
      ]
      .joined(separator: "\n\n")
    }
    let common = MarkupRegistry.common.first { $0.name == name || $0.aliases.contains(name) }
    return common.map { "An attribute of every node:\n\n\(list([$0]))" }
  }

  private static func explanation(of type: MarkupElementType) -> String {
    var parts = ["<\(type.name)>: \(type.summary)\(also(type.aliases)) \(content(type))"]
    if !type.attributes.isEmpty { parts.append(list(type.attributes)) }
    if type.isNode {
      parts.append(
        "Like every node it has " + MarkupRegistry.common.map(\.name).joined(separator: ", ") + ".")
      parts.append(
        "In a <Component> or <Constrained>: "
          + MarkupLayout.names.map { "layout:\($0)" }.joined(separator: ", ") + ".")
    }
    return parts.map { wrapped($0) }.joined(separator: "\n\n")
  }

  private static func also(_ aliases: [String], _ quote: String = "") -> String {
    aliases.isEmpty ? "" : " Also \(aliases.map { quote + $0 + quote }.joined(separator: ", "))."
  }

  private static func content(_ type: MarkupElementType) -> String {
    func tags(_ names: [String]) -> String { names.map { "<\($0)>" }.joined(separator: ", ") }
    return switch (type.name, type.content) {
    case ("styles", _): "It contains styles: <TextStyle>, and so on; <Style> is for all elements."
    case (_, .nothing): "It is empty."
    case ("for", _): "It contains one element."
    case (_, .nodes): "It contains elements."
    case (_, .text): "It contains words and <Span>."
    case (_, let content) where content.hasNodes:
      "It contains elements, and \(tags(content.others))."
    case (_, let content): "It contains \(tags(content.others))."
    }
  }

  private static func list(_ attributes: [MarkupAttributeType]) -> String {
    let width = attributes.map(\.name.count).max() ?? 0
    return attributes.map { attribute in
      let title = "\(attribute.type.title)\(attribute.isRequired ? "; required" : "")"
      return padded("  " + attribute.name, to: width + 2)
        + "\(attribute.summary)\(also(attribute.aliases))\n"
        + padded("", to: width + 2) + wrapped(title, indent: width + 4)
    }.joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: width + 2 - text.count)
  }

  private static func wrapped(_ text: String) -> String {
    text.contains("\n") || text.hasPrefix("  ") ? text : wrapped(text, indent: 0)
  }

  /// Lines of at most 100 columns; all after the first are indented.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var (lines, column) = ("", indent)
    for word in text.split(separator: " ") {
      if column > indent, column + 1 + word.count > 100 {
        lines += "\n" + String(repeating: " ", count: indent)
        column = indent
      } else if column > indent {
        lines += " "
        column += 1
      }
      lines += word
      column += word.count
    }
    return lines
  }

  // MARK: - Markdown

  /// The whole reference as Markdown.
  public static var page: String {
    let elements = MarkupRegistry.elements.map { type in
      let names = type.aliases.map { ", `\($0)`" }.joined()
      let attributes =
        type.attributes.isEmpty ? "It has the attributes of every node." : table(type.attributes)
      return "## `\(type.name)`\(names)\n\n\(markdown("\(type.summary) \(content(type))"))\n\n"
        + (type.isNode || !type.attributes.isEmpty ? attributes + "\n\n" : "")
    }
    let layout = MarkupLayout.names.map {
      "| `layout:\($0)` | \(markdown(MarkupLayout.summary(of: $0))) |\n"
    }
    return """
      # Elements of markup

      Made from the registry of elements by `swift run markup explain --page`; a test compares them.

      Other names that mean the same stand behind the first one. Attributes in bold are required.

      \(elements.joined())## Every node

      All elements but \(others) have these, too.

      \(table(MarkupRegistry.common))

      ## `layout:`

      \(markdown(MarkupLayout.grammar))

      | attribute | what it is |
      |---|---|
      \(layout.joined())
      """
  }

  private static var others: String {
    MarkupRegistry.elements.filter { !$0.isNode }.map { "`\($0.name)`" }.joined(separator: ", ")
  }

  private static func table(_ attributes: [MarkupAttributeType]) -> String {
    let rows = attributes.map { attribute in
      let strong = attribute.isRequired ? "**" : ""
      let names = ["\(strong)`\(attribute.name)`\(strong)"] + attribute.aliases.map { "`\($0)`" }
      return "| \(names.joined(separator: ", ")) | \(markdown(attribute.type.title))"
        + " | \(markdown(attribute.summary)) |"
    }
    return (["| attribute | value | what it is |", "|---|---|---|"] + rows).joined(separator: "\n")
  }

  /// Formats tags and values in braces as code.
  private static func markdown(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard let start = word.firstIndex(where: { "<{[".contains($0) }),
        let end = word.lastIndex(where: { ">}]".contains($0) }), start < end
      else { return String(word) }
      return "\(word[..<start])`\(word[start...end])`\(word[word.index(after: end)...])"
    }.joined(separator: " ")
  }
}

extension MarkupLayout {
  /// A sentence about the attribute `layout:NAME`.
  static func summary(of name: String) -> String {
    if name == "id" { return "Its name in constraints of its siblings, instead of its field." }
    if let (own, other) = relative[name] {
      return "Where its \(own) is: by default at the \(other) of the target."
    }
    if let parts = groups[name] { return "\(parts.joined(separator: ", ")) at once." }
    guard contentPriorities.contains(name) else { return "Its \(name)." }
    let axis = name.split(separator: ".").dropFirst().first.map { ", \($0)ly" } ?? ""
    return name.hasPrefix("compression")
      ? "How much it resists being smaller than its content\(axis)."
      : "How much it resists being larger than its content\(axis)."
  }

  /// The syntax of all attributes except `id` and the priorities.
  static let grammar = """
    Constraints are separated by ; and each one is, in this order: conditions in brackets, as [width :lt 80]; the name \
    of a ConstraintOverride, and =; a relation, == or :lte or :gte; a number of cells, or a target, as super, \
    self, a field or id:NAME, then maybe a point and an anchor, then offset(2), inset(1), multiplied(by: 2) or \
    divided(by: 2); a priority, as @high. An example: layout:below="id:title offset(1) @high"
    """
}
