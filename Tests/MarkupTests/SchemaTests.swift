import Foundation
import MillraceStoreTesting
import TestSupport
import Testing

@testable import MillraceMarkup

@Suite("Schema, reference and registry")
struct SchemaTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "random files that the checker accepts are valid",
    .enabled(if: Xmllint.path != nil, Xmllint.hint))
  func accepted() throws {
    var texts: [String] = []
    var (tried, seed) = (0, UInt64(1))
    let wanted = rounds(200, long: 1_000)
    while texts.count < wanted, tried < 2 * wanted {
      var markup = RandomMarkup(seed: seed)
      let text = MarkupXML.write(markup.file())
      if isRight(text) { texts.append(text) }
      (tried, seed) = (tried + 1, seed + 1)
    }
    // The generator makes mostly files that the checker accepts.
    let least = isLong ? 0.95 : 0.9
    #expect(Double(texts.count) > least * Double(tried), "\(texts.count) of \(tried)")
    for (text, isValid) in try Xmllint.check(texts) where !isValid.isEmpty {
      Issue.record("\(isValid)\n\(text)")
    }
  }

  @Test(
    "random files with one fault are rejected by the checker, and by the schema if it promises so",
    .enabled(if: Xmllint.path != nil, Xmllint.hint))
  func rejected() throws {
    var texts: [String] = []
    var faults: [String] = []
    var seed = UInt64(1)
    while texts.count < rounds(100, long: 1_000) {
      seed += 1
      var markup = RandomMarkup(seed: seed)
      var root = markup.file()
      guard isRight(MarkupXML.write(root)) else { continue }
      var mutation = MarkupMutation(random: SeededGenerator(seed: seed))
      guard let fault = mutation.spoil(&root) else { continue }
      let text = MarkupXML.write(root)
      if isRight(text) { Issue.record("seed \(seed): the checker takes \(fault)\n\(text)") }
      if !mutation.isFoundBySchema { continue }
      texts.append(text)
      faults.append("seed \(seed): \(fault)")
    }
    for ((text, error), fault) in zip(try Xmllint.check(texts), faults) where error.isEmpty {
      Issue.record("the schema takes \(fault)\n\(text)")
    }
  }

  @Test("a file of styles is valid", .enabled(if: Xmllint.path != nil, Xmllint.hint))
  func stylesFile() throws {
    let text = """
      <styleGroup xmlns="urn:millrace:ui" name="common">
        <LabelStyle name="a" bold="true" layout:below="super" xmlns:layout="urn:millrace:layout"/>
        <ButtonStyle name="b" extend="a c" title="x"/><Style name="c" wrap="clip" look="muted"/>
      </styleGroup>
      """
    var styles = MarkupStyles()
    #expect(styles.addFile(MarkupSource(text, name: "common.styles.xml")).isEmpty)
    let wrong = text.replacing("look=\"muted\"", with: "look=\"mute\"")
    let results = try Xmllint.check([text, text.replacing("extend", with: "extends"), wrong])
    #expect(results.map(\.error.isEmpty) == [true, false, false])
  }

  @Test("each name of each element and attribute is accepted and made into Swift")
  func examples() throws {
    var tried: Set<String> = []
    for (number, type) in MarkupRegistry.elements.enumerated() {
      for name in [type.name] + type.aliases {
        try expectSwift(MarkupExample.file(of: type, named: name), "<\(name)>")
      }
      for (index, attribute) in type.allAttributes.enumerated()
      where !(type.name == "Component" && !type.attributes.contains(attribute)) {
        // The attributes that all elements have come last. By default each is tried in every sixth
        // element.
        let common = index - type.attributes.count
        if common >= 0, !isLong, (number + common) % 6 != 0 { continue }
        tried.insert(attribute.name)
        for name in [attribute.name] + attribute.aliases {
          try expectSwift(
            MarkupExample.file(of: type, named: type.name, attribute, named: name),
            "\(name) of <\(type.name)>")
        }
      }
    }
    let left = MarkupRegistry.elements.flatMap(\.allAttributes).map(\.name).filter {
      !tried.contains($0)
    }
    #expect(left == [])
  }

  @Test("names are unique among the elements, and among the attributes of an element")
  func names() {
    let elements = MarkupRegistry.elements.flatMap { [$0.name] + $0.aliases }
    #expect(Set(elements).count == elements.count)
    for type in MarkupRegistry.elements {
      let names = type.allAttributes.flatMap { [$0.name] + $0.aliases }
      #expect(
        Set(names).count == names.count,
        "\(type.name): \(names.filter { name in names.count { $0 == name } > 1 })")
    }
    #expect(Set(MarkupLayout.names).count == MarkupLayout.names.count)
  }

  @Test(
    "the schemas in the repository match the registry: `swift run markup schema Documentation/Schemas`"
  )
  func schemasAreUpToDate() throws {
    for (name, text) in MarkupSchema.files {
      let kept = try? String(
        contentsOf: Self.package.appending(path: "Documentation/Schemas/\(name)"), encoding: .utf8)
      #expect(kept == text, "run `swift run markup schema Documentation/Schemas`")
    }
  }

  @Test(
    "the reference page is up to date: `swift run markup explain > Documentation/Markup.md`"
  )
  func pageIsUpToDate() throws {
    let file = Self.package.appending(path: "Documentation/Markup.md")
    let kept = try? String(contentsOf: file, encoding: .utf8)
    #expect(
      kept == MarkupReference.page,
      "run `swift run markup explain > Documentation/Markup.md`")
  }

  @Test("each name has an explanation")
  func explanations() {
    let names =
      MarkupRegistry.elements.flatMap { [$0.name] + $0.aliases } + MarkupRegistry.common.map(\.name)
    for name in names + MarkupLayout.names.map({ "layout:\($0)" }) {
      #expect(MarkupReference.explanation(of: name)?.contains("`\(name)`") == true, "\(name)")
    }
    #expect(MarkupReference.explanation(of: "Txet") == nil)
    #expect(MarkupReference.explanation(of: "layout:left")?.contains("ConstraintOverride") == true)
  }

  @Test("an element is explained with its attributes")
  func explanation() {
    #expect(
      MarkupReference.explanation(of: "Tab") == """
        ## `Tab`

        One of the titles in Tabs. It is empty.

        | attribute | value | what it is |
        |---|---|---|
        | **`id`** | text | Identifies the tab. |
        | **`title`** | text | The title. |
        | `count` | a whole number | Shown after the title. |


        """)
  }

  @Test("the page about Reactant UI lists the elements and attributes of the registry")
  func reactant() throws {
    let file = Self.package.appending(path: "Documentation/Markup-reactant.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| ") }.map { Self.cells(String($0)) }
    let elements = rows.filter { $0.count == 3 && $0[0] != "Reactant" }
    let attributes = rows.filter { $0.count == 4 && $0[0] != "element" }
    #expect(elements.count >= 27 && attributes.count >= 30)
    for row in elements {
      #expect(MarkupRegistry.element(row[0])?.name ?? "–" == row[1], "\(row)")
    }
    for row in attributes {
      let type = MarkupRegistry.element(row[0] == "every node" ? "Spacer" : row[0])
      let (old, new) = (type?.attribute(row[1]), type?.attribute(row[2]))
      let keepsName = row[1] == row[2] || row[3].hasPrefix("The same name works")
      #expect((old != nil) == keepsName, "\(row)")
      #expect(row[2] == "–" ? new == nil : new?.name == row[2], "\(row)")
      if keepsName { #expect(old == new, "\(row)") }
    }
  }

  // MARK: - Support

  private static func cells(_ row: String) -> [String] {
    var cells: [String] = []
    for cell in row.split(separator: "|") {
      let text = cell.trimmingCharacters(in: .whitespaces)
      cells.append(text.replacingOccurrences(of: "`", with: ""))
    }
    return cells
  }

  private func isRight(_ text: String) -> Bool {
    MarkupChecker.check(MarkupSource(text, name: "Random.ui.xml")).issues.isEmpty
  }

  private func expectSwift(_ root: MarkupElement, _ what: String) throws {
    let source = MarkupSource(MarkupXML.write(root), name: "Example.ui.xml")
    let (component, issues) = MarkupChecker.check(source)
    #expect(issues.isEmpty, "\(what): \(issues)\n\(MarkupXML.write(root))")
    guard let component else { return }
    let swift = SwiftGenerator.make(component, of: source, file: "Example.ui.xml")
    #expect(swift.contains("struct Example"))
  }
}

/// The smallest file that has an element and one of its attributes.
enum MarkupExample {
  static func file(
    of type: MarkupElementType, named name: String, _ attribute: MarkupAttributeType? = nil,
    named attributeName: String = ""
  ) -> MarkupElement {
    var random = RandomMarkup(seed: 1)
    var element = RandomMarkup.element(name)
    func add(_ type: MarkupAttributeType, named name: String) {
      var value = values[type.name] ?? random.value(type.type)
      if element.name == "Component", type.name == "type" { value = "Part" }
      if type.type == .text { value = "words" }
      element.attributes.append(.init(name: name, value: value))
    }
    if let attribute { add(attribute, named: attributeName) }
    let needed = alsoNeeded[type.name] ?? []
    for other in type.attributes where other.name != attribute?.name {
      if other.isRequired || needed.contains(other.name) { add(other, named: other.name) }
    }
    if type.name == "TextField", attribute?.name == "onChange" {
      element.attributes.removeAll { $0.name == "text" }
      element.attributes.append(.init(name: "text", value: "{title}"))
    }
    if type.name == "List" || type.name == "for" { element.content = [.element(text)] }
    return root(element, type)
  }

  private static let text = RandomMarkup.element("Text", ["text": "words"])
  /// Values for attributes where random ones are invalid.
  private static let values = [
    "style": "none", "extend": "left", "text": "{$draft}", "default": "1", "selected": "words",
    "onSelect": "change",
  ]
  private static let alsoNeeded = [
    "Text": ["text"], "Span": ["text"], "Select": ["selection"], "Tabs": ["selection"],
    "ProgressBar": ["share"], "TextField": ["text"],
    "Component": ["type"],
  ]

  private static func root(_ element: MarkupElement, _ type: MarkupElementType) -> MarkupElement {
    let styles = RandomMarkup.element(
      "styles", [:], [RandomMarkup.element("Style", ["name": "none", "bold": "true"])])
    var root = RandomMarkup.element("Component", [:], RandomMarkup.declarations + [styles])
    var children = [element]
    switch type.name {
    case "Span": children = [RandomMarkup.element("Text", [:], [element])]
    case "Tab": children = [RandomMarkup.element("Tabs", ["selection": "{$draft}"], [element])]
    case "FormField": children = [RandomMarkup.element("Form", [:], [element])]
    case "else": children = [RandomMarkup.element("if", ["test": "{flag}"]), element]
    case "property", "state", "event", "styles": children = [element, text]
    case "Component":
      var inner = element
      inner.content = [.element(text)]
      if inner["extend"] != nil { inner.attributes.append(.init(name: "rootView", value: "true")) }
      children = [inner]
    default: break
    }
    root.attributes = RandomMarkup.namespaces + root.attributes
    root.content += children.map { .element($0) }
    return root
  }
}

/// The validator of libxml2.
enum Xmllint {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/xmllint" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static let hint: Comment = "there is no xmllint: it is in libxml2-utils of Debian, and in macOS"

  /// Checks texts with one process.
  /// - Returns: the errors of each text, or an empty string.
  static func check(_ texts: [String]) throws -> [(text: String, error: String)] {
    let folder = try TemporaryFolder()
    for (name, text) in MarkupSchema.files { try folder.write(text, to: name) }
    for (index, text) in texts.enumerated() { try folder.write(text, to: "\(index).xml") }
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.arguments =
      ["--noout", "--schema", MarkupSchema.files[0].name] + texts.indices.map { "\($0).xml" }
    // A full pipe without a reader would block the process.
    _ = FileManager.default.createFile(atPath: folder.file("output"), contents: nil)
    let output = try FileHandle(forWritingTo: URL(filePath: folder.file("output")))
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    var errors = [String](repeating: "", count: texts.count)
    var valid: Set<Int> = []
    for line in (folder.text("output") ?? "").split(separator: "\n") {
      guard let index = Int(line.prefix { $0 != "." }), texts.indices.contains(index) else {
        continue
      }
      if line.hasSuffix(" validates") { valid.insert(index) } else { errors[index] += line + "\n" }
    }
    for index in texts.indices where !valid.contains(index) && errors[index].isEmpty {
      errors[index] = "no answer"
    }
    return Array(zip(texts, errors))
  }
}
