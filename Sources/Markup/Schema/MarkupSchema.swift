/// Schemas of markup for editors and other programs: XML Schema 1.0, derived from the registry.
///
/// A file that the checker accepts is valid, provided that its root has `xmlns="urn:millrace:ui"`
/// and `xmlns:layout="urn:millrace:layout"`. A valid file may still have mistakes that only the
/// checker finds:
///
/// - unknown names of properties, events, fields, styles and components;
/// - wrong values of types without a fixed list of words, such as conditions, lengths and
///   constraints;
/// - rules between attributes, such as a `Select` without `selection`, and between elements, such
///   as an `else` without an `if`;
/// - unknown attributes of a used component and of a `Style` for all elements, because the schema
///   does not restrict the names of these attributes.
public enum MarkupSchema {
  public static let namespace = "urn:millrace:ui"
  public static let layoutNamespace = "urn:millrace:layout"

  /// The names and texts of the schema files. The first file imports the second.
  public static var files: [(name: String, text: String)] {
    [("millrace-ui.xsd", text(components)), ("millrace-layout.xsd", text(layout))]
  }

  private static func text(_ schema: MarkupElement) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<!-- Made from the registry of elements: `swift run markup schema Documentation/Schemas`. -->\n"
      + MarkupXML.write(schema)
  }

  // MARK: - Components

  private static var components: MarkupElement {
    var parts = [
      xs("import", ["namespace": layoutNamespace, "schemaLocation": "millrace-layout.xsd"]),
      documented(
        xs("element", ["name": "Component", "type": "Component"]), "A file with a component."),
      documented(
        xs("element", ["name": "styleGroup", "type": "styleGroup"]), "A file with shared styles."),
    ]
    let common = xs(
      "attributeGroup", ["name": "common"], MarkupRegistry.common.flatMap { attribute($0) })
    parts += [node, style, common]
    for type in MarkupRegistry.elements {
      if type.name != "styles" { parts.append(complexType(type)) }
      if type.hasStyles { parts.append(styleType(type)) }
    }
    return schema(namespace, parts + [useType] + styleTypes + wordTypes)
  }

  /// The group of the elements that become nodes, or that contain nodes, such as `if`.
  private static var node: MarkupElement {
    let types = MarkupRegistry.elements.filter { $0.isNode && $0.name != "Component" }
    let use = documented(
      xs("element", ["name": "Component", "type": "Component.use"]),
      "A component of another file, by its type; or one that is written here.")
    let all = elements(types.map(\.name) + ["if", "else", "for"]) + [use]
    return xs("group", ["name": "node"], [xs("choice", [:], all)])
  }

  private static var style: MarkupElement {
    let types = MarkupRegistry.elements.filter(\.hasStyles)
    let styles = types.flatMap { type in
      ([type.name] + type.aliases).map { name in
        documented(
          xs("element", ["name": "\(name)Style", "type": "\(type.name).style"]),
          "A style for each \(name).")
      }
    }
    let all = documented(
      xs("element", ["name": "Style", "type": "Style"]), "A style for every element.")
    return xs("group", ["name": "style"], [xs("choice", [:], styles + [all])])
  }

  private static func complexType(_ type: MarkupElementType) -> MarkupElement {
    var complex = xs(
      "complexType", ["name": type.name],
      content(type) + type.attributes.flatMap { attribute($0) }
        + (type.isNode && type.name != "Component" ? nodeAttributes : []))
    if type.content == .text { complex.attributes.append(.init(name: "mixed", value: "true")) }
    return documented(complex, type.summary)
  }

  private static func content(_ type: MarkupElementType) -> [MarkupElement] {
    let parts =
      (type.content.hasNodes ? [xs("group", ["ref": "node"])] : []) + elements(type.content.others)
    return parts.isEmpty ? [] : [xs("choice", any, parts)]
  }

  /// The type of an element that uses a component. It accepts any attribute, because the component
  /// may declare a property or event of that name.
  private static var useType: MarkupElement {
    let type = MarkupRegistry.component
    return xs(
      "complexType", ["name": "Component.use"],
      content(type) + type.attributes.flatMap { attribute($0) }
        + MarkupRegistry.commonOfUses.flatMap { attribute($0, hasAliases: false) }
        + [group("layout:all"), anyAttribute])
  }

  // MARK: - Styles

  private static let styleNames = [
    xs("attribute", ["name": "name", "type": "xs:string"]),
    xs("attribute", ["name": "extend", "type": "xs:string"]),
  ]

  /// A style may have every attribute of the element to which it applies, and requires none.
  private static func styleType(_ type: MarkupElementType) -> MarkupElement {
    xs(
      "complexType", ["name": "\(type.name).style"],
      styleNames + type.attributes.flatMap { attribute($0, isOptional: true) } + nodeAttributes)
  }

  private static var styleTypes: [MarkupElement] {
    let lists = ["styles", "styleGroup"].map { name in
      let styles = xs("choice", any, [xs("group", ["ref": "style"])])
      return xs("complexType", ["name": name], [styles, styleNames[0]])
    }
    let one = xs("complexType", ["name": "Style"], styleNames + nodeAttributes + [anyAttribute])
    return [one] + lists
  }

  // MARK: - Attributes

  private static func attribute(
    _ type: MarkupAttributeType, isOptional: Bool = false, hasAliases: Bool = true
  ) -> [MarkupElement] {
    let (kind, words): (String?, [MarkupElement]) =
      switch type.type {
      case .keyword(let words): (nil, [enumeration(words.map(\.word))])
      case .bool: ("bool", [])
      case .length: ("length", [])
      case .color: ("color", [])
      default: ("xs:string", [])
      }
    // XML Schema cannot express that either an attribute or its alias is required.
    let isRequired = type.isRequired && type.aliases.isEmpty && !isOptional
    return ([type.name] + (hasAliases ? type.aliases : [])).map { name in
      var attribute = xs("attribute", ["name": name], words)
      attribute.attributes += kind.map { [.init(name: "type", value: $0)] } ?? []
      attribute.attributes += isRequired ? [.init(name: "use", value: "required")] : []
      return documented(
        attribute, name == type.name ? type.summary : "The same as \(type.name). \(type.summary)")
    }
  }

  /// The types of attributes for which an editor can suggest words. Their values can also be other
  /// texts, such as paths.
  private static var wordTypes: [MarkupElement] {
    let types = [
      ("bool", ["true", "false"]), ("length", MarkupLength.keywords),
      ("color", MarkupColor.names),
    ]
    return types.map { name, words in
      let union = xs("union", ["memberTypes": "xs:string"], [enumeration(words)])
      return xs("simpleType", ["name": name], [union])
    }
  }

  private static func enumeration(_ words: [String]) -> MarkupElement {
    let values = words.map { xs("enumeration", ["value": $0]) }
    return xs("simpleType", [:], [xs("restriction", ["base": "xs:string"], values)])
  }

  // MARK: - Layout

  /// The attributes of the layout namespace.
  private static var layout: MarkupElement {
    let attributes = MarkupLayout.names.map { name in
      documented(
        xs("attribute", ["name": name, "type": "xs:string"]), MarkupLayout.summary(of: name))
    }
    let all = MarkupLayout.names.map { xs("attribute", ["ref": "layout:\($0)"]) }
    return schema(layoutNamespace, attributes + [xs("attributeGroup", ["name": "all"], all)])
  }

  // MARK: - Pieces

  private static let any: KeyValuePairs = ["minOccurs": "0", "maxOccurs": "unbounded"]
  private static let anyAttribute = xs(
    "anyAttribute", ["namespace": "##local", "processContents": "lax"])

  private static let nodeAttributes = [group("common"), group("layout:all")]

  private static func group(_ name: String) -> MarkupElement { xs("attributeGroup", ["ref": name]) }

  /// The elements of these types, each under its name and its aliases.
  private static func elements(_ types: [String]) -> [MarkupElement] {
    types.compactMap { MarkupRegistry.element($0) }.flatMap { type in
      ([type.name] + type.aliases).map { name in
        documented(
          xs("element", ["name": name, "type": type.name]),
          name == type.name ? type.summary : "The same as \(type.name). \(type.summary)")
      }
    }
  }

  private static func schema(_ namespace: String, _ parts: [MarkupElement]) -> MarkupElement {
    xs(
      "schema",
      [
        "xmlns:xs": "http://www.w3.org/2001/XMLSchema", "xmlns": namespace,
        "xmlns:layout": layoutNamespace,
        "targetNamespace": namespace, "elementFormDefault": "qualified",
      ], parts)
  }

  private static func xs(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ content: [MarkupElement] = []
  ) -> MarkupElement {
    MarkupElement(
      name: "xs:\(name)", attributes: attributes.map { .init(name: $0, value: $1) },
      content: content.map { .element($0) })
  }

  private static func documented(_ element: MarkupElement, _ text: String) -> MarkupElement {
    var (documented, words) = (element, xs("documentation", [:]))
    words.content = [.text(text, offset: 0)]
    documented.content.insert(.element(xs("annotation", [:], [words])), at: 0)
    return documented
  }
}

extension MarkupElementType {
  /// Whether styles can apply to the element. They cannot apply to a component, because it defines
  /// its own look.
  var hasStyles: Bool { isNode && name != "Component" }
}
