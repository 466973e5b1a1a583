/// The syntax of values, as regular expressions of XML Schema (part 2, appendix F).
///
/// Space is matched in front of tokens, and only once in a row: two adjacent pieces that both match
/// space make matching slow.
extension MarkupSchema {
  private static let s = "[ \\t\\n]*"
  private static let word = "[_\\p{L}][_0-9\\p{L}]*"
  private static let number = "-?[0-9]+(\\.[0-9]+)?"
  private static let path = "\(word)(\\.\(s)\(word))*"
  private static let anyPath = "([$]\(s))?\(path)"
  private static let pathInBraces = "\\{\(s)\(path)\(s)\\}"
  private static let string = "'[^']*'"
  private static let enumCase = "\\.\(s)\(word)"

  private static func either(_ words: some Sequence<String>) -> String {
    "(\(words.joined(separator: "|")))"
  }

  private static var relation: String {
    "(==|<=|>=|:\(s)\(either(MarkupRelation.words.keys.sorted())))"
  }

  /// Brackets need not match: a regular expression cannot count them.
  private static var condition: String {
    let literal = "(true|false|\(number)|\(enumCase)|\(string))"
    let operand = either([
      "true", "false", "portrait", "landscape",
      "\\{\(s)\(anyPath)\(s)\\}(\(s)[!=]=\(s)\(literal))?",
      "(horizontal|vertical)\(s)[!=]=\(s)(compact|regular)",
      "(width|height)\(s)\(relation)\(s)\(number)",
    ])
    let part = "(\(s)[!\\(])*\(s)\(operand)(\(s)\\))*"
    return "\(part)(\(s)(and|or)\(part))*\(s)"
  }

  private static var text: String {
    let count = "\(s)\\(\(s)-?0*([0-9]?[0-9]|100)(\\.0+)?\(s)\\)"
    let formats = MarkupFormat.titles.map { title in
      title.firstIndex(of: "(").map { title[..<$0] + count } ?? title
    }
    return "([^{}]|\\{\\{|\\}\\}|\\{\(s)\(anyPath)\(s)(:\(s)\(either(formats))\(s))?\\})*"
  }

  private static var event: String {
    let argument = "\(s)(\(number)|\(enumCase)|\(string)|\(anyPath))"
    return "\(s)\(word)(\(s)\\((\(argument)(\(s),\(argument))*)?\(s)\\))?\(s)"
  }

  /// The types of attributes.
  static var valueTypes: [MarkupElement] {
    let token = xs("restriction", ["base": "xs:token"], [xs("minLength", ["value": "1"])])
    let edges = xs("list", [:], [simpleType(words: MarkupEdges.words)])
    let types: [(MarkupType, MarkupElement)] = [
      (.text, simpleType(patterns: [text])), (.textOrBinding, simpleType(patterns: [text])),
      (.bool, simpleType(words: ["true", "false"], patterns: [condition])),
      (.number(), simpleType(patterns: ["\(s)\(number)", pathInBraces])),
      (.integer, simpleType(patterns: ["\(s)-?[0-9]+(\\.0+)?", pathInBraces])),
      (
        .length,
        simpleType(
          words: MarkupLength.keywords.map(\.word), patterns: ["\(s)\(number)\(s)%?", pathInBraces])
      ),
      (.color, simpleType(words: MarkupColor.names, patterns: ["#[0-9A-Fa-f]{6}"])),
      (.event(passes: 0), simpleType(patterns: [event])),
      (.path, simpleType(patterns: [pathInBraces])),
      (.binding, simpleType(patterns: ["\\{\(s)[$]\(s)\(path)\(s)\\}"])),
      (.name, simpleType(patterns: [word])), (.styles, xs("simpleType", [:], [token])),
      (.edges, xs("simpleType", [:], [edges])), (.swiftType, xs("simpleType", [:], [token])),
      (.swiftValue, xs("simpleType", [:], [token])),
    ]
    return types.map { named($1, "\($0.schemaName).value", $0.title) }
  }

  /// The attributes of the layout namespace, and the grammar of constraints.
  static var layout: MarkupElement {
    let modifier = "\(either(MarkupLayout.modifiers))\(s)\\(\(s)(by:\(s))?\(number)\(s)\\)"
    let target = "(id:\(s))?\(word)(\\.\(s)\(either(MarkupLayout.anchors)))?(\(s)\(modifier))*"
    let names = MarkupLayout.priorities.sorted { $0.value > $1.value }.map(\.key)
    let priority = "(0*(1000|[0-9]?[0-9]?[0-9])(\\.[0-9]+)?|\(names.joined(separator: "|")))"
    func constraints(_ place: String) -> [String] {
      let one =
        "(\(s)\\[\(condition)\\])*(\(s)\(word)\(s)=)?(\(s)\(relation))?\(s)\(place)(\(s)@\(s)\(priority))?"
      return ["\(one)(\(s);\(one))*(\(s);)?\(s)"]
    }
    let types = [
      named(simpleType(patterns: [word]), "name", "A name."),
      named(
        simpleType(patterns: constraints(target)), "target", "Another node, and how far from it."),
      named(
        simpleType(patterns: constraints("(\(number)|\(target))")), "place",
        "A number of cells, or another node and how far from it."),
      named(
        simpleType(patterns: ["\(s)\(priority)\(s)"]), "priority",
        "\(names.joined(separator: ", ")), or up to 1000."),
    ]
    let attributes = MarkupLayout.names.map { name in
      documented(
        xs("attribute", ["name": name, "type": type(of: name)]), MarkupLayout.summary(of: name))
    }
    let all = MarkupLayout.names.map { xs("attribute", ["ref": "layout:\($0)"]) }
    return schema(
      layoutNamespace, types + attributes + [xs("attributeGroup", ["name": "all"], all)])
  }

  private static func type(of name: String) -> String {
    if name == "id" { return "name" }
    if MarkupLayout.contentPriorities.contains(name) { return "priority" }
    return MarkupLayout.anchors.contains(name) || name == "size" ? "place" : "target"
  }

  // MARK: - Pieces

  /// A type with words that an editor can offer, and patterns for other values.
  static func simpleType(words: [String] = [], patterns: [String] = []) -> MarkupElement {
    let choices = [
      words.map { xs("enumeration", ["value": $0]) }, patterns.map { xs("pattern", ["value": $0]) },
    ].filter { !$0.isEmpty }.map { xs("restriction", ["base": "xs:string"], $0) }
    if choices.count == 1 { return xs("simpleType", [:], choices) }
    return xs("simpleType", [:], [xs("union", [:], choices.map { xs("simpleType", [:], [$0]) })])
  }

  private static func named(_ type: MarkupElement, _ name: String, _ title: String) -> MarkupElement
  {
    var named = documented(type, title)
    named.attributes.insert(.init(name: "name", value: name), at: 0)
    return named
  }
}

extension MarkupType {
  /// The name in the schema: the name of the case.
  var schemaName: String { String("\(self)".prefix { $0 != "(" }) }
}
