import Foundation
import Millrace
import MillraceTesting

/// The pages for a Git host: one for each public type, made of the symbol graphs, the doc comments, the samples, the
/// screens that these draw and the table of keys; and the articles, with links that lead to these pages.
@MainActor
struct Reference {
  /// The files by their paths in `Documentation`.
  private(set) var files: [String: String] = [:]
  /// Links of doc comments and articles that lead nowhere, with the page.
  private(set) var brokenLinks: [String] = []
  /// Pages without a sample.
  private(set) var withoutSample: [String] = []
  let pages: [String: TypePage]
  let samples: Samples

  private let screens: [String: ScreenSample]
  private let catalogs: [Article]
  private let links: Links
  /// The articles that name a type.
  private var mentions: [String: [String]] = [:]

  /// - Parameters:
  ///   - package: the folder of the package.
  ///   - modules: the folder of the modules that were built.
  init(package: URL, modules: URL, screens: [ScreenSample]) throws {
    samples = try Samples(package.appending(path: "Tests/ReferenceTests/Samples"))
    self.screens = Dictionary(screens.map { ($0.type, $0) }) { first, _ in first }
    catalogs = try Article.all(in: package)
    pages = try Self.pages(modules, hasSample: { [samples] in !samples.of($0, beside: $1).isEmpty })
    links = Links(
      pages: pages,
      articles: Dictionary(uniqueKeysWithValues: catalogs.map { ($0.name, $0.title) }))
    addArticles()
    for page in pages.values.sorted(by: { $0.name < $1.name }) { try add(page) }
    addIndex()
  }

  /// The modules in the order of the index, with what a program imports to have them. Without LiveMarkup, which only
  /// generated code uses.
  static let modules: [(name: String, product: String)] = [
    ("Widgets", "Millrace"), ("Render", "Millrace"), ("Millrace", "Millrace"),
    ("Bindings", "Millrace"), ("Store", "Millrace"), ("IdentifiedList", "Millrace"),
    ("Middleware", "Millrace"), ("Observation", "Millrace"), ("Layout", "Millrace"),
    ("Constraints", "Millrace"), ("Terminal", "Millrace"),
    ("System", "Millrace"), ("Document", "MillraceDocument"), ("Postgres", "MillraceDocument"),
    ("Web", "MillraceWeb"), ("Inspector", "MillraceInspector"),
    ("MarkupLoader", "MillraceMarkupLoader"), ("Testing", "MillraceTesting"),
    ("StoreTesting", "MillraceTesting"), ("Emulator", "MillraceTesting"),
  ]

  private static func module(_ folder: String) -> String {
    folder == "Millrace" ? folder : "Millrace\(folder)"
  }

  // MARK: Reading

  private static func pages(
    _ modules: URL, hasSample: (String, [String]) -> Bool
  ) throws -> [String: TypePage] {
    var symbols: [String: [(module: String, symbol: SymbolGraph.Symbol)]] = [:]
    var relationships: [SymbolGraph.Relationship] = []
    var names: [String: String] = [:]
    var conditions: [String: [String]] = [:]
    for (folder, _) in Self.modules {
      for graph in try SymbolGraph.all(of: module(folder), in: modules) {
        relationships += graph.relationships
        for symbol in graph.symbols {
          names[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
          conditions[symbol.identifier.precise] = (symbol.swiftExtension?.constraints ?? []).map {
            "\($0.lhs)\($0.kind == "sameType" ? " ==" : ":") \($0.rhs)"
          }
          let name = String(symbol.pathComponents[0].prefix { $0 != "(" })
          symbols[name, default: []].append((folder, symbol))
        }
      }
    }
    var protocols: [String: Set<String>] = [:]
    var conforming: [String: Set<String>] = [:]
    let hidden: Set = ["Sendable", "SendableMetatype", "Copyable", "Escapable", "BitwiseCopyable"]
    for one in relationships where one.kind == "conformsTo" {
      guard let source = names[one.source] else { continue }
      let target =
        names[one.target]
        ?? one.targetFallback.map { String($0.split(separator: ".").last ?? "") } ?? ""
      if target.isEmpty || hidden.contains(target) { continue }
      protocols[source, default: []].insert(target)
      if names[one.target] != nil { conforming[target, default: []].insert(source) }
    }
    var requirements: [String: TypePage.Requirement] = [:]
    for one in relationships where one.kind == "requirementOf" {
      requirements[one.source] = .required
    }
    for one in relationships where one.kind == "defaultImplementationOf" {
      // A protocol that inherits a requirement may implement it for its own types.
      guard let source = names[one.source], source == names[one.target] else { continue }
      requirements[one.target] = .defaulted(conditions[one.source] ?? [])
    }
    var pages: [String: TypePage] = [:]
    for (name, all) in symbols {
      let own = all.first { $0.symbol.pathComponents.count == 1 }
      // A member without a comment is what a protocol requires.
      let members = all.filter { $0.symbol.pathComponents.count > 1 && $0.symbol.docComment != nil }
      if own == nil && members.isEmpty { continue }
      let hasKeys = !keys(of: name).isEmpty
      pages[name] = TypePage(
        name: name, module: own?.module ?? all[0].module, symbol: own?.symbol,
        protocols: protocols[name, default: []].sorted(),
        conformingTypes: conforming[name, default: []].sorted(),
        members: members.map(\.symbol), requirements: requirements,
        headings: (hasSample(name, own?.symbol.comment ?? []) ? ["Sample"] : [])
          + (hasKeys ? ["Keys"] : []))
    }
    return pages
  }

  /// The commands of a type in the table of all keys.
  static func keys(of type: String) -> [WidgetKeys] {
    let scopes: [String: [String]] = [
      "List": ["list"], "Palette": ["list"], "LazyGrid": ["grid"], "Table": ["list", "table"],
      "Tree": ["list", "tree"], "FilePicker": ["list", "tree"], "Log": ["log"],
      "TextEditor": ["editor"], "TextField": ["field"], "NumberField": ["number", "field"],
      "DateField": ["field"], "Split": ["split"], "Radio": ["radio"], "Slider": ["slider"],
    ]
    if type == "WidgetKeys" { return WidgetKeys.all }
    return (scopes[type] ?? []).flatMap { scope in
      WidgetKeys.all.filter { $0.id.hasPrefix("\(scope).") }
    }
  }

  // MARK: Writing

  private static let origin = "<!-- Scripts/make_documentation.sh makes this page. -->"

  private mutating func resolve(
    _ lines: [String], _ page: String, from folder: String, in type: String? = nil,
    but own: Set<String> = []
  ) -> [String] {
    var broken: [String] = []
    let resolved = links.resolve(lines, from: folder, in: type, but: own) { broken.append($0) }
    brokenLinks += broken.map { "\(folder)/\(page): \($0)" }
    return resolved
  }

  private mutating func line(
    _ text: String, of page: TypePage, but own: Set<String> = []
  ) -> String {
    resolve([text], page.name, from: "Reference", in: page.name, but: own.union([page.name]))[0]
  }

  private mutating func add(_ page: TypePage) throws {
    let product = Self.modules.first { $0.name == page.module }?.product ?? "Millrace"
    var out = [Self.origin, "# \(page.name)", "", "`import \(product)`", ""]
    if let symbol = page.symbol {
      out += ["```swift", Declaration(symbol.declaration).text, "```", ""]
      out += comment(
        DocComment(symbol.comment), Declaration(symbol.declaration), of: page, but: page.ownNames)
    } else {
      out += ["What this package adds to the type of another module.", ""]
    }
    if let screen = screens[page.name] {
      let picture = "Pictures/\(page.name).svg"
      files["Reference/\(picture)"] = try screen.svg()
      out += ["![\(page.name) on a terminal](\(picture))", ""]
    }
    let samples = samples.of(page.name, beside: page.symbol?.comment ?? [])
    if !samples.isEmpty { out += ["## Sample", ""] }
    if page.symbol != nil, self.samples.of(page.name).isEmpty { withoutSample.append(page.name) }
    for sample in samples {
      out += ["```swift", sample.code, "```", ""]
      for (type, names) in self.samples.origins(of: sample, beside: samples) where type != page.name
      {
        let code = names.map { "`\($0)`" }.joined(separator: ", ")
        out += ["\(code): see [`\(type)`](\(type).md).", ""]
      }
    }
    let keys = Self.keys(of: page.name)
    if !keys.isEmpty {
      out += ["## Keys", "", "| command | keys | |", "|---|---|---|"]
      for entry in keys {
        let list = entry.keys.map { "`\($0)`" }.joined(separator: ", ")
        out.append("| `\(entry.id)` | \(list.replacing("|", with: "\\|")) | \(entry.title) |")
      }
      out += ["", "[`KeyMap`](KeyMap.md) gives a command other keys.", ""]
    }
    for section in page.sections {
      out += ["## \(section.title)", ""]
      if section.members.count >= 12 { out += [Self.contents(of: section), ""] }
      for member in section.members {
        let declarations = ([member] + member.others).map(\.declaration.text)
        out += ["### \(member.heading)", "", "```swift"] + declarations + ["```", ""]
        switch member.requirement {
        case .required where member.symbol.kindName != "associatedtype":
          out += ["**Required.**", ""]
        case .defaulted([]): out += ["**Has a default.**", ""]
        case .defaulted(let conditions):
          let list = conditions.map { "`\($0)`" }.joined(separator: " and ")
          out += ["**Has a default** where \(list).", ""]
        case .required, nil: break
        }
        var own = page.ownNames.union(member.symbol.generics)
        out += comment(member.comment, member.declaration, of: page, but: own)
        // Each of its modifiers returns a node.
        if page.name == "NodeConvertible" { own.insert("Node") }
        let types = links.types(in: declarations.joined(separator: "\n"), but: own)
        if !types.isEmpty { out += ["Types: \(list(types))", ""] }
      }
    }
    out += related(page)
    files["Reference/\(page.name).md"] = out.joined(separator: "\n")
  }

  /// The names of a section's members, each once, as links to their headings.
  private static func contents(of section: TypePage.Section) -> String {
    var seen: Set<String> = []
    let links = section.members.flatMap { member in
      ([member] + member.others).compactMap { one in
        let name = String(one.title.prefix { $0 != "(" })
        return seen.insert(name).inserted ? "[`\(name)`](#\(member.anchor))" : nil
      }
    }
    return links.joined(separator: ", ")
  }

  private func list(_ names: [String]) -> String {
    names.map { pages[$0] == nil ? "`\($0)`" : "[`\($0)`](\($0).md)" }.joined(separator: ", ")
  }

  private func related(_ page: TypePage) -> [String] {
    var rows: [String] = []
    let inherited = page.protocols.filter { pages[$0]?.hasModifiers == true }
    if !inherited.isEmpty {
      let links = inherited.map { "[`\($0)`](\($0).md#modifiers)" }
      rows.append("- Has the modifiers of \(links.joined(separator: ", ")).")
    }
    if !page.protocols.isEmpty { rows.append("- Conforms to \(list(page.protocols)).") }
    if !page.conformingTypes.isEmpty {
      rows.append("- Conforming types: \(list(page.conformingTypes)).")
    }
    if let articles = mentions[page.name] {
      let titles = articles.map { "[\(links.articles[$0] ?? $0)](../Articles/\($0).md)" }
      rows.append("- Articles: \(titles.joined(separator: ", ")).")
    }
    return rows.isEmpty ? [] : ["## See also", ""] + rows + [""]
  }

  private mutating func comment(
    _ comment: DocComment, _ declaration: Declaration, of page: TypePage, but own: Set<String>
  ) -> [String] {
    var out = resolve(comment.text, page.name, from: "Reference", in: page.name, but: own)
    if !out.isEmpty { out.append("") }
    let parameters = comment.parameters.filter { !declaration.hidden.contains($0.name) }
    if !parameters.isEmpty {
      let defaults = Dictionary(
        (declaration.parameters ?? []).map { ($0.name, $0.standard) }
      ) { first, _ in first }
      out += ["| parameter | default | |", "|---|---|---|"]
      for parameter in parameters {
        let standard = (defaults[parameter.name] ?? nil).map { "`\($0)`" } ?? ""
        let text = line(Self.sentence(parameter.text), of: page, but: own)
          .replacing("|", with: "\\|")
        out.append("| `\(parameter.name)` | \(standard) | \(text) |")
      }
      out.append("")
    }
    for field in comment.fields {
      let text = line(Self.sentence(field.text), of: page, but: own)
      out += ["**\(field.name):** \(text)", ""]
    }
    return out
  }

  /// A text that begins with a capital letter, as in a cell of a table.
  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private mutating func addArticles() {
    for article in catalogs {
      for name in Set(article.text.matches(of: /``(\w+)/).map { String($0.1) }) {
        if pages[name] != nil, !article.isRoot { mentions[name, default: []].append(article.name) }
      }
      let lines = [Self.origin] + article.lines(from: "Documentation/Articles")
      files["Articles/\(article.name).md"] = resolve(
        lines, article.name, from: "Articles", but: [article.name]
      ).joined(separator: "\n")
    }
    let rows = catalogs.filter { !$0.isRoot }.map {
      "| [\($0.title)](\($0.name).md) | \(links.resolve([$0.summary], from: "Articles") { _ in }[0]) |"
    }
    files["Articles/README.md"] = """
      # Articles

      `Scripts/make_documentation.sh` makes the pages of this folder from the articles in `Sources/*/*.docc`.
      The types are in the [reference](../Reference/README.md).

      | article | |
      |---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  /// What a reader of the index should see first.
  private static let first = [
    "Store", "Reducer", "Command", "TerminalApp", "Component", "Local", "Bind", "TestStore",
    "TestStage",
  ]

  private mutating func addIndex() {
    var out = [
      "# Reference", "",
      "A page for each public type. `Scripts/make_documentation.sh` makes the pages from the doc comments, and",
      "a test compiles each sample. The [articles](../Articles/README.md) explain how the types work together.",
      "",
      "Most programs need \(list(Self.first)). The modifiers of all views are those of",
      "\(list(["NodeConvertible"])), and those of lists, tables and trees are those of \(list(["RowsView"])).",
      "",
    ]
    for (module, product) in Self.modules {
      let own = pages.values.filter { $0.module == module && $0.symbol != nil }
      let topics = Dictionary(grouping: own) { $0.topic }
      out += ["## \(module)", "", "`import \(product)`", ""]
      for (topic, pages) in topics.sorted(by: { $0.key < $1.key }) {
        if topics.count > 1 { out += ["### \(topic)", ""] }
        out += ["| type | |", "|---|---|"]
        for page in pages.sorted(by: { $0.name < $1.name }) {
          let summary = DocComment(page.symbol?.comment ?? []).summary
          out.append(
            "| [`\(page.name)`](\(page.name).md) | \(line(summary, of: page).replacing("|", with: "\\|")) |"
          )
        }
        out.append("")
      }
    }
    let others = pages.values.filter { $0.symbol == nil }.map(\.name).sorted()
    out += ["## Types of other modules", "", "What this package adds to \(list(others)).", ""]
    files["Reference/README.md"] = out.joined(separator: "\n")
  }
}

extension TypePage {
  /// The folder of the layer in which the type is declared, in words, or the layer.
  fileprivate var topic: String {
    let parts = (symbol?.location?.uri ?? "").split(separator: "/")
    guard let sources = parts.lastIndex(of: "Sources"), sources + 3 < parts.count else {
      return "General"
    }
    return String(parts[sources + 2])
  }
}
