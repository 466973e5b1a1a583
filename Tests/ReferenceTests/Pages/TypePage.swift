/// The subject of a page of the reference: a public type with its members, or a public function.
struct TypePage {
  struct Member {
    let symbol: SymbolGraph.Symbol
    /// The names after the type's.
    let path: [String]
    let declaration: Declaration
    let comment: DocComment
    /// Of a protocol's member: whether a type has to have it.
    let requirement: Requirement?
    /// Overloads with the same name and comment, or cases with the same comment.
    fileprivate(set) var others: [Member] = []
    /// The fragment of its heading's address.
    fileprivate(set) var anchor = ""

    var title: String {
      (path.dropLast() + path.suffix(1).map { declaration.shown($0) }).joined(separator: ".")
    }

    /// The titles of all that it describes, each once, as code. Of many, the first and the last.
    var heading: String {
      let titles = [title] + others.map(\.title).filter { $0 != title }
      let shown = titles.count > 8 ? [titles[0], titles[titles.count - 1]] : titles
      return shown.map { "`\($0)`" }.joined(separator: titles.count > 8 ? " … " : ", ")
    }

    /// Whether both have one description on the page.
    fileprivate func isDescribed(with other: Member) -> Bool {
      symbol.comment == other.symbol.comment
        && (title == other.title
          || isCase && other.isCase && path.dropLast() == other.path.dropLast())
    }

    /// Cases are first, in the order of the source, and other members in that of their names; overloads in the order of
    /// the source.
    fileprivate func precedes(_ other: Member) -> Bool {
      let parents = (
        path.dropLast().joined(separator: "."), other.path.dropLast().joined(separator: ".")
      )
      if parents.0 != parents.1 { return parents.0 < parents.1 }
      if isCase != other.isCase { return isCase }
      if !isCase, title != other.title { return title < other.title }
      guard let one = symbol.location, let two = other.symbol.location else {
        return declaration.text < other.declaration.text
      }
      return (one.uri, one.position.line, one.position.character)
        < (two.uri, two.position.line, two.position.character)
    }

    private var isCase: Bool { symbol.kindName == "enum.case" }
  }

  enum Requirement: Equatable {
    case required
    /// With the conditions under which a type has the default.
    case defaulted([String])
  }

  struct Section {
    let title: String
    var members: [Member]
  }

  let name: String
  let module: String
  /// `nil` for a type of another package, of which the page shows only what this package adds.
  let symbol: SymbolGraph.Symbol?
  /// The protocols to which it conforms, and for a protocol the types that conform to it.
  let protocols: [String]
  let conformingTypes: [String]
  private(set) var sections: [Section]

  /// - Parameters:
  ///   - members: the documented members, in the order of the graph.
  ///   - requirements: by the identifiers of a protocol's members.
  init(
    name: String, module: String, symbol: SymbolGraph.Symbol?, protocols: [String],
    conformingTypes: [String], members: [SymbolGraph.Symbol],
    requirements: [String: Requirement], headings: [String]
  ) {
    (self.name, self.module, self.symbol) = (name, module, symbol)
    (self.protocols, self.conformingTypes) = (protocols, conformingTypes)
    let all = members.map {
      Member(
        symbol: $0, path: Array($0.pathComponents.dropFirst()),
        declaration: Declaration($0.declaration), comment: DocComment($0.comment),
        requirement: requirements[$0.identifier.precise])
    }
    let isClass = symbol?.kindName == "class"
    sections = Self.titles.compactMap { title in
      var members: [Member] = []
      for member in all.filter({ Self.title(of: $0, in: name, isClass: isClass) == title })
        .sorted(by: { $0.precedes($1) })
      {
        if members.last?.isDescribed(with: member) == true {
          members[members.count - 1].others.append(member)
        } else {
          members.append(member)
        }
      }
      return members.isEmpty ? nil : Section(title: title, members: members)
    }
    var anchors = Anchors()
    for heading in [name] + headings { _ = anchors.add(heading) }
    for index in sections.indices {
      _ = anchors.add(sections[index].title)
      for member in sections[index].members.indices {
        sections[index].members[member].anchor = anchors.add(
          sections[index].members[member].heading)
      }
    }
  }

  /// The anchor of a member by its path in a link, such as `["init(_:)"]`, or of the first member with the path
  /// as its name.
  func anchor(of path: [String]) -> String? {
    exactAnchor(of: path)
      ?? sections.lazy.flatMap(\.members).first {
        $0.path.map { String($0.prefix { $0 != "(" }) } == path
      }?.anchor
  }

  /// The anchor of a member by its path, with or without the parameters for the source location.
  func exactAnchor(of path: [String]) -> String? {
    let members = sections.lazy.flatMap(\.members)
    let title = path.joined(separator: ".")
    return
      (members.first { $0.path == path || $0.others.contains { $0.path == path } }
      ?? members.first { $0.title == title || $0.others.contains { $0.title == title } })?.anchor
  }

  /// The names that in this page's code mean no type with a page: type parameters, nested types.
  var ownNames: Set<String> {
    let members = sections.flatMap(\.members).map(\.symbol)
    let types: Set = ["associatedtype", "typealias", "struct", "enum", "class", "protocol"]
    return Set([name] + (symbol?.generics ?? []))
      .union(members.filter { types.contains($0.kindName) }.compactMap(\.pathComponents.last))
  }

  /// Whether it has methods that return a changed copy.
  var hasModifiers: Bool { sections.contains { $0.title == "Modifiers" } }

  private static let titles = [
    "Initializers", "Cases", "Modifiers", "Methods", "Properties", "Type methods",
    "Type properties", "Subscripts", "Operators", "Nested types", "Members of nested types",
    "Associated types", "Type aliases",
  ]

  private static func title(of member: Member, in type: String, isClass: Bool) -> String {
    if member.path.count > 1 { return "Members of nested types" }
    switch member.symbol.kindName {
    case "init": return "Initializers"
    case "enum.case": return "Cases"
    case "method": return !isClass && isModifier(member, of: type) ? "Modifiers" : "Methods"
    case "property": return "Properties"
    case "type.method": return "Type methods"
    case "type.property": return "Type properties"
    case "subscript", "type.subscript": return "Subscripts"
    case "func.op": return "Operators"
    case "associatedtype": return "Associated types"
    case "typealias": return "Type aliases"
    default: return "Nested types"
    }
  }

  /// Whether the method returns a changed copy: of a view, the view.
  private static func isModifier(_ member: Member, of type: String) -> Bool {
    let tail = member.declaration.tail
    let returned = tail.split(separator: "->").last?.split(separator: " where ").first ?? ""
    let result = returned.filter { $0 != " " }.prefix { $0 != "<" }
    return tail.contains("->")
      && (result == "Self" || result == type || type == "NodeConvertible" && result == "Node")
  }
}

/// The addresses that a Git host gives to the headings of a page: lower case, without punctuation; repeated ones are
/// counted.
struct Anchors {
  private var counts: [String: Int] = [:]

  mutating func add(_ heading: String) -> String {
    let slug = String(
      heading.lowercased().compactMap { (character: Character) -> Character? in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
    let count = counts[slug, default: 0]
    counts[slug] = count + 1
    return count == 0 ? slug : "\(slug)-\(count)"
  }
}
