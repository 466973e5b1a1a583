import MillraceStoreTesting

@testable import MillraceMarkup

/// Makes one fault in a file.
struct MarkupMutation {
  var random: SeededGenerator
  /// Whether the schema promises to find the fault: all but those in values that are not one of
  /// several words, and an `else` without an `if`.
  private(set) var isFoundBySchema = true

  /// - Returns: a description of the fault; nil if the random element has nothing to spoil.
  mutating func spoil(_ root: inout MarkupElement) -> String? {
    let paths = Self.paths(root, [])
    return change(&root, at: random.pick(paths)[...], parent: nil)
  }

  /// The path to each element, by content indices.
  private static func paths(_ element: MarkupElement, _ way: [Int]) -> [[Int]] {
    element.content.enumerated().reduce(into: [way]) { paths, piece in
      if case .element(let child) = piece.element {
        paths += self.paths(child, way + [piece.offset])
      }
    }
  }

  private mutating func change(
    _ element: inout MarkupElement, at way: ArraySlice<Int>, parent: MarkupElement?
  ) -> String? {
    if let index = way.first, case .element(var child) = element.content[index] {
      let done = change(&child, at: way.dropFirst(), parent: element)
      element.content[index] = .element(child)
      return done
    }
    let name = element.name
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      element.name = random.pick([name + "x", "Txet", name.lowercased() + "-", "x" + name])
      return "\(name) is \(element.name)"
    case 1, 2: return addAttribute(to: &element, isRoot: parent == nil)
    case 3: return removeRequired(from: &element)
    case 4: return misplace(in: &element, parent)
    default: return spoilValue(of: &element)
    }
  }

  private mutating func addAttribute(to element: inout MarkupElement, isRoot: Bool) -> String? {
    // A use of a component can have any attribute of the component, and a Style any attribute
    // of an element.
    let takesAny = element.name == "Style" || element.name == "Component" && !isRoot
    let name = random.pick(
      takesAny ? ["layout:blow", "layout:heigth"] : ["colour", "layout:blow", "wdth", "Text"])
    element.attributes.append(.init(name: name, value: random.pick(["1", "super", "words"])))
    return "\(name) of \(element.name)"
  }

  private mutating func removeRequired(from element: inout MarkupElement) -> String? {
    guard let type = MarkupRegistry.element(element.name) else { return nil }
    let required = type.attributes.filter { $0.isRequired && $0.aliases.isEmpty }
    guard !required.isEmpty else { return nil }
    let gone = random.pick(required).name
    element.attributes.removeAll { $0.name == gone }
    return "no \(gone) of \(element.name)"
  }

  private mutating func misplace(in element: inout MarkupElement, _ parent: MarkupElement?)
    -> String?
  {
    guard let type = MarkupRegistry.element(element.name), type.name != "styles" else { return nil }
    let wrong: [String]
    switch type.content {
    case .nodes: wrong = ["Tab", "property", "FormField", "styles", "Component"].dropLast()
    case let content where content.hasNodes: wrong = ["Tab"]
    default: wrong = ["Row", "property"]
    }
    var child = MarkupElement(name: random.pick(wrong))
    child.attributes = RandomMarkup.element("", ["name": "other", "type": "Int"]).attributes
    if child.name == "Row" { child.attributes = [] }
    if child.name == "styles" { child.attributes.removeLast() }
    if child.name == "Tab" {
      child.attributes = RandomMarkup.element("", ["id": "a", "title": "A"]).attributes
    }
    if child.name == "FormField" {
      child.attributes = RandomMarkup.element("", ["label": "A"]).attributes
    }
    if random.chance(30), type.content != .text {
      element.content.append(.text("words", offset: 0))
      return "words in \(element.name)"
    }
    if type.name == "Component", random.chance(50) {
      element.content.insert(.element(MarkupElement(name: "else")), at: 0)
      isFoundBySchema = false
      return "else in front"
    }
    element.content.append(.element(child))
    return "\(child.name) in \(element.name)"
  }

  private mutating func spoilValue(of element: inout MarkupElement) -> String? {
    let type =
      element.name.hasSuffix("Style")
      ? MarkupRegistry.element(String(element.name.dropLast(5))) ?? MarkupElementType("", "")
      : MarkupRegistry.element(element.name)
    let indices = element.attributes.indices.filter { index in
      let name = element.attributes[index].name
      if element.name.hasSuffix("Style"), ["name", "extend"].contains(name) { return false }
      // An attribute that belongs neither to every node nor to the component itself belongs to the
      // used component.
      let isUse =
        element.name == "Component" && type?.attributes.contains { $0.name == name } == false
      return name.hasPrefix("layout:")
        || type?.attribute(name) != nil
          && (!isUse || MarkupRegistry.commonOfUses.contains { $0.name == name })
    }
    guard !indices.isEmpty else { return nil }
    let (index, name) = { ($0, element.attributes[$0].name) }(random.pick(indices))
    let wrong =
      name.hasPrefix("layout:")
      ? Self.wrong(String(name.dropFirst(7))) : type?.attribute(name).map { Self.wrong($0.type) }
    guard let wrong, !wrong.isEmpty else { return nil }
    if name.hasPrefix("layout:") {
      isFoundBySchema = false
    } else {
      isFoundBySchema =
        switch type?.attribute(name)?.type {
        case .keyword: element.name != "Style" || type?.attribute(name) != nil
        default: false
        }
    }
    element.attributes[index].value = random.pick(wrong)
    return "\(name)=\"\(element.attributes[index].value)\" of \(element.name)"
  }

  /// Invalid constraints.
  private static func wrong(_ name: String) -> [String] {
    if name == "id" { return ["a b", "1a", ""] }
    if MarkupLayout.contentPriorities.contains(name) { return ["urgent", "1001", "", "high low"] }
    return [
      "", "super offset", "super offset(", "super.middle", "super @urgent", ":ltt super",
      "[wide] super", "[{flag} super",
      "super shift(2)", "super @1001", "; super", "super;;super", "id: @high", "10px",
      "super offset(x)",
    ]
      + (MarkupLayout.anchors.contains(name) || name == "size"
        ? ["10 offset(2)"] : ["10", "-2 @high"])
  }

  private static func wrong(_ type: MarkupType) -> [String] {
    switch type {
    case .text, .textOrBinding:
      ["{", "a } b", "{title:loud}", "{title:fixed}", "{title:fixed(101)}", "{1a}", "{}"]
    case .bool:
      [
        "maybe", "{flag} and", "width 80", "yes", "", "{flag} == open", "horizontal == wide",
        "{flag} true", "TRUE",
      ]
    case .number: ["many", "1px", "", "{number", "1.2.3", "--1", "5.", "{$draft}", "1e3"]
    case .integer: ["many", "1.5", "", "{number", "{$draft}", "1 2"]
    case .length: ["wide", "10px", "", "{number", "50%%", "%", "Auto"]
    case .color: ["purple", "#12345", "#1234567", "Red", "", "{title}", "#+12345"]
    case .keyword: ["wrong", "", "{title}"]
    case .event: ["save(", "1save", "", "save(1,)", "save save", "save('a)", "{save}", "save.now"]
    case .path: ["items", "{items", "{$draft}", " {items}", "{items}{items}", "{items.}", "{1}"]
    case .binding: ["draft", "{draft}", "$draft", "{$draft", "{$}"]
    case .name: ["a b", "1a", "a²", "", "{title}", "a.b"]
    case .names, .swiftType, .swiftValue: ["", "  "]
    }
  }
}
