import MillraceStoreTesting

@testable import MillraceMarkup

/// Makes component files from the registry, most of which the checker accepts.
struct RandomMarkup {
  var random: SeededGenerator
  /// Names other than properties at which a path can start here.
  private var variables: [String] = []
  /// The fields and ids in each container whose children have constraints; nil for other
  /// containers.
  private var anchors: [[String]?] = [[]]
  private var styles: [MarkupElement] = []
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let namespaces: [MarkupElement.Attribute] = [
    .init(name: "xmlns", value: MarkupSchema.namespace),
    .init(name: "xmlns:layout", value: MarkupSchema.layoutNamespace),
  ]

  static let declarations = [
    element("property", ["name": "title", "type": "String", "default": "\"a < b\""]),
    element("property", ["name": "items", "type": "[Item]"]),
    element("property", ["name": "number", "type": "Int"]),
    element("property", ["name": "flag", "type": "Bool"]),
    element("property", ["name": "shared", "type": "Binding<String>"]),
    element("state", ["name": "draft", "type": "String", "value": "\"\""]),
    element("event", ["name": "save"]),
    element("event", ["name": "change", "type": "String, Int"]),
  ]

  static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ children: [MarkupElement] = []
  ) -> MarkupElement {
    MarkupElement(
      name: name, attributes: attributes.map { .init(name: $0.key, value: $0.value) },
      content: children.map { .element($0) })
  }

  // MARK: - Components

  /// The root of a file.
  mutating func file() -> MarkupElement {
    var root = component()
    root.attributes = Self.namespaces + root.attributes
    if !styles.isEmpty { root.content.append(.element(Self.element("styles", [:], styles))) }
    return root
  }

  private mutating func component() -> MarkupElement {
    count += 1
    var component = Self.element("Component", ["type": "Part\(count)"])
    if random.chance(20) {
      component.attributes +=
        Self.element(
          "", ["rootView": "true", "extend": random.pick(["top", "left right", "all"])]
        )
        .attributes
    }
    if random.chance(20) {
      component.attributes.append(.init(name: "imports", value: "Items Dates"))
    }
    if random.chance(20) {
      component.attributes.append(.init(name: "equatable", value: random.pick(["true", "false"])))
    }
    // Declarations can precede or follow the content.
    let isBefore = random.chance(80)
    let outer = (variables, anchors)
    (variables, anchors) = ([], [[]])
    let content = nodes(depth: 3, least: 1)
    (variables, anchors) = outer
    component.content =
      ((isBefore ? Self.declarations : []) + content + (isBefore ? [] : Self.declarations)).map {
        .element($0)
      }
    return component
  }

  private mutating func nodes(depth: Int, least: Int = 0) -> [MarkupElement] {
    (0..<Int.random(in: least...3, using: &random)).flatMap { _ in node(depth) }
  }

  private mutating func node(_ depth: Int) -> [MarkupElement] {
    switch depth > 0 ? Int.random(in: 0..<20, using: &random) : 20 {
    case 0..<2: return branches(depth)
    case 2..<4: return [loop(depth)]
    case 4: return [use(component(), isWritten: true)]
    case 5: return [use(Self.element("Component", ["type": "Other"]), isWritten: false)]
    default:
      let types = MarkupRegistry.elements.filter {
        $0.hasStyles && (depth > 0 || [.nothing, .text].contains($0.content))
      }
      return [element(random.pick(types), depth)]
    }
  }

  private mutating func branches(_ depth: Int) -> [MarkupElement] {
    var branches = [Self.element("if", ["test": value(.bool)], nodes(depth: depth - 1))]
    while random.chance(30) {
      branches.append(Self.element("else", ["test": value(.bool)], nodes(depth: depth - 1)))
    }
    if random.chance(50) { branches.append(Self.element("else", [:], nodes(depth: depth - 1))) }
    return branches
  }

  private mutating func loop(_ depth: Int) -> MarkupElement {
    let variable = fresh("item")
    var loop = Self.element(
      "for", ["each": variable, "in": value(.path), "key": "{\(variable).id}"])
    variables.append(variable)
    let types = MarkupRegistry.elements.filter {
      $0.hasStyles && [.nothing, .text].contains($0.content)
    }
    loop.content = [.element(element(random.pick(types), depth - 1))]
    variables.removeLast()
    return loop
  }

  private mutating func use(_ component: MarkupElement, isWritten: Bool) -> MarkupElement {
    var use = component
    for type in MarkupRegistry.commonOfUses where random.chance(5) {
      use.attributes.append(.init(name: type.name, value: value(type.type)))
    }
    addConstraints(to: &use)
    if !isWritten, random.chance(60) {
      use.attributes +=
        Self.element(
          "", ["name": value(.text), "onDone": value(.event(valueCount: 0)), "items": "{items}"]
        ).attributes
    }
    return use
  }

  // MARK: - Elements

  private mutating func fresh(_ name: String) -> String {
    count += 1
    return "\(name)\(count)"
  }

  /// An element with its required attributes and some of its optional ones.
  mutating func element(_ type: MarkupElementType, _ depth: Int) -> MarkupElement {
    var element = MarkupElement(name: random.pick([type.name] + type.aliases))
    let needed = Self.needed[type.name] ?? []
    for attribute in type.attributes
    where attribute.isRequired || needed.contains(attribute.name) || random.chance(25) {
      add(attribute, to: &element)
    }
    if type.name == "TextField", element["onChange"] != nil { set("text", "{title}", of: &element) }
    if type.isNode {
      let isUnsettled = type.name == "TextField" && element["onChange"] == nil
      if isUnsettled { set("text", "{$draft}", of: &element) }
      for attribute in MarkupRegistry.common where random.chance(6) {
        if attribute.type == .names {
          addStyle(to: &element, type)
        } else {
          add(attribute, to: &element)
        }
      }
      addConstraints(to: &element)
    }
    addContent(to: &element, type, depth)
    return element
  }

  /// Attributes that an element needs, although the registry does not require them.
  private static let needed = [
    "Text": ["text"], "Span": ["text"], "Select": ["selection"], "Tabs": ["selected", "onSelect"],
    "ProgressBar": ["share"],
  ]

  private mutating func add(_ type: MarkupAttributeType, to element: inout MarkupElement) {
    let name = random.pick([type.name] + type.aliases)
    element.attributes.append(.init(name: name, value: value(type.type)))
  }

  private func set(_ name: String, _ value: String, of element: inout MarkupElement) {
    element.attributes.removeAll { $0.name == name }
    element.attributes.append(.init(name: name, value: value))
  }

  private mutating func addStyle(to element: inout MarkupElement, _ type: MarkupElementType) {
    let isForAll = random.chance(30)
    var style = Self.element((isForAll ? "" : element.name) + "Style", ["name": fresh("style")])
    if random.chance(30), let base = styles.last(where: { $0.name == style.name }) {
      style.attributes.append(.init(name: "extend", value: base["name"]?.value ?? ""))
    }
    let outer = variables
    variables = []
    for attribute in type.allAttributes where random.chance(15) {
      switch attribute.type {
      case .keyword, .color, .length, .bool, .integer: add(attribute, to: &style)
      default: break
      }
    }
    variables = outer
    styles.append(style)
    element.attributes.append(.init(name: "style", value: style["name"]?.value ?? ""))
  }

  private mutating func addContent(
    to element: inout MarkupElement, _ type: MarkupElementType, _ depth: Int
  ) {
    anchors.append(type.name == "Constrained" ? [] : nil)
    if type.name == "List" { variables.append(element["as"]?.value ?? "") }
    let children: [MarkupElement]
    switch type.content {
    case .nothing: children = []
    case .text:
      children =
        random.chance(30) && depth >= 0
        ? [self.element(MarkupRegistry.element("Span")!, depth - 1)] : []
      if random.chance(40) { element.content.append(.text(value(.text), offset: 0)) }
    case .nodes: children = nodes(depth: depth - 1, least: type.name == "List" ? 1 : 0)
    default:
      let more = type.content.others.compactMap { MarkupRegistry.element($0) }.map {
        self.element($0, depth - 1)
      }
      if !type.content.hasNodes {
        children = more
      } else {
        children = nodes(depth: depth - 1) + more
      }
    }
    element.content += children.map { .element($0) }
    if type.name == "List" { variables.removeLast() }
    anchors.removeLast()
  }

  // MARK: - Values

  private mutating func addConstraints(to element: inout MarkupElement) {
    guard let names = anchors[anchors.count - 1] else { return }
    for name in MarkupLayout.names where name != "id" && random.chance(8) {
      element.attributes.append(.init(name: "layout:\(name)", value: constraints(name, names)))
    }
    if random.chance(30) {
      let id = fresh("node")
      element.attributes.append(.init(name: "layout:id", value: id))
      anchors[anchors.count - 1]?.append(id)
    }
  }

  private mutating func constraints(_ name: String, _ names: [String]) -> String {
    let priority = random.pick(["1", "750", "1000", "12.5", "high", "required", "low"])
    if MarkupLayout.contentPriorities.contains(name) { return priority }
    var parts: [String] = []
    repeat {
      var part = random.chance(20) ? "[\(value(.bool))] " : ""
      if random.chance(10) { part += fresh("inset") + " = " }
      if random.chance(30) { part += random.pick([":eq ", ":lt ", ":gte ", "== ", "<= ", ">="]) }
      if random.chance(40), MarkupLayout.anchors.contains(name) || name == "size" {
        part += random.pick(["0", "12", "-3", "2.5"])
      } else {
        part += random.pick(
          ["super", "self.width", "super.leading", "safeAreaLayoutGuide", "bottom"] + names
            + names.map { "id:\($0).top" })
        while random.chance(30) {
          part += random.pick([
            " offset(2)", " inset(by: 1)", " multiplied(0.5)", " divided( by: 2 )",
          ])
        }
      }
      parts.append(part + (random.chance(20) ? " @\(priority)" : ""))
    } while random.chance(20)
    return parts.joined(separator: random.pick([";", "; ", " ; "])) + (random.chance(10) ? ";" : "")
  }

  private mutating func path() -> String {
    random.pick(
      ["title", "items.first", "number"] + variables.flatMap { [$0, "\($0).id", "\($0). name"] })
  }

  private mutating func condition(_ depth: Int = 3) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 14 : 10), using: &random) {
    case 0..<3: return "{\(path())}"
    case 3..<5:
      let literal = random.pick(["'in box'", "3", "-2.5", "true", ".open", "''"])
      return "{ \(path()) }\(random.pick(["==", " != "]))\(literal)"
    case 5..<7:
      return
        "\(random.pick(["width", "height"])) \(random.pick([":lt", ":lessOrEqual", ">=", "=="])) 80"
    case 7: return "horizontal \(random.pick(["==", "!="])) \(random.pick(["compact", "regular"]))"
    case 8: return random.pick(["portrait", "landscape"])
    case 9: return random.pick(["true", "false"])
    case 10: return "!" + condition(depth - 1)
    case 11: return "(\(condition(depth - 1)) )"
    default: return condition(depth - 1) + random.pick([" and ", " or "]) + condition(depth - 1)
    }
  }

  /// A value that the checker accepts for this type.
  mutating func value(_ type: MarkupType) -> String {
    if type.isNumeric, random.chance(20) { return "{\(path())}" }
    switch type {
    case .text, .textOrBinding:
      return (0..<Int.random(in: 1...3, using: &random)).map { _ in
        random.pick([
          "words", " <&> \"", "Grüße 日本 👩‍👩‍👧", "{\(path())}", "{{", "}}", "{ \(path()) : fixed(2) }",
          "{number:padded(100)}",
          "{title:uppercased}", "{number:percent}", "'",
        ])
      }.joined()
    case .bool: return random.chance(50) ? random.pick(["true", "false"]) : condition()
    case .number(let range):
      return random.pick(range.lowerBound < 0 ? ["0", "1", "-2", "2.5", " 3"] : ["0.5", " 3"])
    case .integer: return random.pick(["0", "7", "-2", "3.0"])
    case .length:
      return random.pick(
        ["0", "12", "50%", "2.5", "50 %", "1 "] + MarkupLength.keywords)
    case .color: return random.pick(MarkupColor.names + ["#12abEF", "#000000"])
    case .keyword(let words): return random.pick(words).word
    case .event:
      return random.pick(["save", "change", "save()"])
        + random.pick(["", "", " "])
    case .path: return random.pick(["{items}", "{ \(path()) }"])
    case .binding: return random.pick(["{$draft}", "{ $ shared}"])
    case .name: return fresh("name")
    case .names: return "none"
    case .swiftType: return random.pick(["Int", "[String: Int]?", "Binding<Set<Int>>"])
    case .swiftValue: return random.pick(["3", "\"a\"", "[]"])
    }
  }
}

extension MarkupType {
  fileprivate var isNumeric: Bool {
    switch self {
    case .number, .integer, .length: true
    default: false
    }
  }
}
