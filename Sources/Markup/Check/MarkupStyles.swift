/// Named styles. A style gives its attributes to the elements with `style="name"`.
///
/// A file has its own styles in `<styles>`. The styles in a `common.styles.xml` are shared by all
/// files of a target, and named with their group: `:common:name` or `common.name`.
public struct MarkupStyles: Sendable {
  struct Style: Sendable {
    let element: MarkupElement
    /// The name of the element that the style applies to: `Text` for a `TextStyle`. Empty for a
    /// `Style`, which applies to all elements.
    let type: String
    let source: MarkupSource
  }

  /// The styles by `name`, or by `group.name`.
  var styles: [String: Style] = [:]

  public init() {}

  /// Adds the styles of a `styles` or `styleGroup` element.
  /// - Parameter group: The prefix of the styles' names; nil for none.
  /// - Returns: The issues.
  public mutating func add(_ list: MarkupElement, of source: MarkupSource, group: String? = nil)
    -> [MarkupIssue]
  {
    var report = Report(source: source)
    for child in list.children {
      let target = String(child.name.dropLast(5))
      let type = MarkupRegistry.element(target)
      guard child.name == "Style" || child.name == target + "Style" && type?.hasStyles == true
      else {
        report.error(
          "<\(child.name)> is not a style: a style is named after its element, as TextStyle, or Style for all"
            + Suggestion.text(for: target, among: MarkupRegistry.names, suffix: "Style"),
          at: child.offset)
        continue
      }
      guard child.content.isEmpty, let name = child["name"] else {
        report.error("a style has a name=\"…\" and no content", at: child.offset)
        continue
      }
      let full = group.map { "\($0).\(name.value)" } ?? name.value
      if styles[full] != nil {
        report.error("the style \"\(full)\" is declared twice", at: name.valueOffset)
      }
      styles[full] = Style(element: child, type: type?.name ?? "", source: source)
    }
    return report.issues
  }

  /// Adds the styles of a `*.styles.xml`, whose root is a `styleGroup` with a name, such as
  /// `common`.
  /// - Returns: The issues.
  public mutating func addFile(_ source: MarkupSource) -> [MarkupIssue] {
    do {
      let root = try MarkupXML.read(source)
      let name = root["name"]?.value ?? ""
      if root.name == "styleGroup", !name.isEmpty { return add(root, of: source, group: name) }
      return [source.issue("a file of styles is a <styleGroup name=\"…\">", at: root.offset)]
    } catch {
      return [error]
    }
  }

  /// Returns the attributes that styles give to an element. Later attributes override earlier ones.
  /// - Parameter names: The text of the `style` or `extend` attribute.
  func attributes(
    _ names: String, for type: MarkupElementType, at offset: Int, _ report: inout Report,
    depth: Int = 0
  ) -> [(MarkupElement.Attribute, MarkupSource)] {
    var attributes: [(MarkupElement.Attribute, MarkupSource)] = []
    for word in names.split(whereSeparator: \.isWhitespace) {
      // `:common:name` is `common.name`.
      let name = word.split(separator: ":").joined(separator: ".")
      guard let style = styles[name] else {
        let hint = Suggestion.text(for: name, among: styles.keys)
        report.error("there is no style \"\(word)\"" + hint, at: offset)
        continue
      }
      guard style.type.isEmpty || style.type == type.name else {
        report.error("\"\(word)\" is a style of \(style.type), not of \(type.name)", at: offset)
        continue
      }
      guard depth < 20 else {
        report.error("the style \"\(word)\" extends itself", at: offset)
        return []
      }
      if let base = style.element["extend"] {
        var inner = Report(source: style.source)
        attributes += self.attributes(
          base.value, for: type, at: base.valueOffset, &inner, depth: depth + 1)
        report.issues += inner.issues
      }
      for attribute in style.element.attributes where !["name", "extend"].contains(attribute.name) {
        attributes.append((attribute, style.source))
      }
    }
    return attributes
  }
}
