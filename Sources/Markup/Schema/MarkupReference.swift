/// The reference of elements and attributes in Markdown, derived from the registry.
public enum MarkupReference {
  /// Explains an element, an attribute of every node or the layout attributes, as ``page`` does.
  /// - Parameter name: The name or alias of the element or attribute: `Text`, `grow`,
  ///   `layout:below`.
  /// - Returns: Nil if the name is unknown.
  public static func explanation(of name: String) -> String? {
    if let type = MarkupRegistry.element(name) {
      let common = MarkupRegistry.common.map { "`\($0.name)`" }.joined(separator: ", ")
      return section(type) + (type.isNode ? "Every node has \(common) and `layout:NAME`.\n" : "")
    }
    if name.hasPrefix("layout:"), MarkupLayout.names.contains(String(name.dropFirst(7))) {
      return layout
    }
    return MarkupRegistry.common.first { $0.name == name || $0.aliases.contains(name) }
      .map { table([$0]) }
  }

  /// The whole reference as Markdown.
  public static var page: String {
    """
    # Elements of markup

    Made from the registry of elements by `swift run markup explain`; a test compares them.

    Other names that mean the same stand behind the first one. Attributes in bold are required.

    \(MarkupRegistry.elements.map(section).joined())## Every node

    All elements that are shown have these, too.

    \(table(MarkupRegistry.common))

    \(layout)
    """
  }

  private static func section(_ type: MarkupElementType) -> String {
    let names = type.aliases.map { ", `\($0)`" }.joined()
    let attributes =
      type.attributes.isEmpty ? "It has the attributes of every node." : table(type.attributes)
    return "## `\(type.name)`\(names)\n\n\(markdown("\(type.summary) \(content(type))"))\n\n"
      + (type.isNode || !type.attributes.isEmpty ? attributes + "\n\n" : "")
  }

  private static var layout: String {
    let rows = MarkupLayout.names.map {
      "| `layout:\($0)` | \(markdown(MarkupLayout.summary(of: $0))) |\n"
    }
    return """
      ## `layout:`

      \(markdown(MarkupLayout.grammar))

      | attribute | what it is |
      |---|---|
      \(rows.joined())
      """
  }

  private static func content(_ type: MarkupElementType) -> String {
    let parts =
      (type.content.hasText ? ["words"] : []) + (type.content.hasNodes ? ["elements"] : [])
      + type.content.others.map { "<\($0)>" }
    return parts.isEmpty ? "It is empty." : "It contains \(parts.joined(separator: ", "))."
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
    let size = name.hasPrefix("compression") ? "smaller" : "larger"
    return "How much it resists being \(size) than its content, in an axis or both."
  }

  /// The syntax of all attributes except `id` and the priorities.
  static let grammar = """
    Constraints are separated by ; and each one is, in this order: conditions in brackets, as [width :lt 80]; the name \
    of a ConstraintOverride, and =; a relation, == or :lte or :gte; a number of cells, or a target, as super, \
    self, a field or id:NAME, then maybe a point and an anchor, then offset(2), inset(1), multiplied(by: 2) or \
    divided(by: 2); a priority, as @high. An example: layout:below="id:title offset(1) @high"
    """
}
