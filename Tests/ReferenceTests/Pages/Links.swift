import Foundation
import TestSupport

/// Turns the links of DocC, to symbols and articles, into links between the pages.
struct Links {
  let pages: [String: TypePage]
  /// The titles of the articles by their file names.
  let articles: [String: String]

  /// - Parameters:
  ///   - lines: Markdown with DocC's links, and with the titles of articles of other modules, which DocC cannot
  ///     link, in straight quotes. Lines of code stay as they are.
  ///   - folder: the folder of the page, in `Documentation`.
  ///   - type: the type whose members a link may name alone. On its page, code that is the name of a type or
  ///     of a member becomes a link, too.
  ///   - own: names that mean no type with a page.
  ///   - broken: gets each link without a target.
  func resolve(
    _ lines: [String], from folder: String, in type: String? = nil, but own: Set<String> = [],
    broken: (String) -> Void
  ) -> [String] {
    linesWithCode(lines).map { line, isCode in
      if isCode || line.hasPrefix("    ") { return line }
      var line = line.replacing(
        /``([^`]+)``|\[[^\]]*\]\([^)]*\)|`([^`]+)`|"([A-Z][^"`]+)"/
      ) { match in
        if let title = match.3 {
          let name = articles.first { $0.value == title }?.key
          let target = name.flatMap { article($0, from: folder)?.path }
          return target.map { "[\(title)](\($0))" } ?? String(match.0)
        }
        if let code = match.2, type == nil, code.hasPrefix("Millrace"), !own.contains(String(code)),
          !line.hasPrefix("#"),
          let target = article(String(code), from: folder)?.path
        {
          return "[\(match.0)](\(target))"
        }
        if let code = match.2, let type {
          let target = named(String(code), on: type, but: own)
          return target.map { "[\(match.0)](\(path($0, from: folder)))" } ?? String(match.0)
        }
        guard let link = match.1 else { return String(match.0) }
        let name = String(link)
        let parts = name.split(separator: "/").map(Self.withoutSuffix)
        guard let target = symbol(name, in: type) else {
          broken(name)
          return "`\(parts.last ?? name)`"
        }
        // A member of another type is clear only with that type.
        let isOther = target.anchor != nil && target.page != type && parts.contains(target.page)
        // A program writes neither the protocol of all modifiers nor the type of all environment values.
        let prefixes = ["NodeConvertible": ".", "EnvironmentValues": "\\."]
        let prefix = isOther ? prefixes[target.page] ?? "\(target.page)." : ""
        let shown = prefix + (parts.last ?? name)
        return "[`\(shown)`](\(path(target, from: folder)))"
      }
      line = line.replacing(/<doc:([^>]+)>/) { match in
        guard let (title, target) = article(String(match.1), from: folder) else {
          broken(String(match.0))
          return String(match.0)
        }
        return "[\(title)](\(target))"
      }
      return line.replacing(/\]\(doc:([^)]+)\)/) { match in
        guard let (_, target) = article(String(match.1), from: folder) else {
          broken(String(match.0))
          return String(match.0)
        }
        return "](\(target))"
      }
    }
  }

  /// The link of a type's page, such as `Table.md`.
  func page(_ name: String, from folder: String) -> String {
    folder == "Reference" ? "\(name).md" : "../Reference/\(name).md"
  }

  /// The types that a declaration names, with links, each once.
  func types(in declaration: String, but own: Set<String>) -> [String] {
    var seen = own
    return declaration.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map { String($0.1) }
      .filter { pages[$0] != nil && seen.insert($0).inserted }
  }

  /// What code on the page of a type names: `Row`, `Command.cancel(id:)`, or `cancel(id:)` of the type itself.
  private func named(
    _ code: String, on type: String, but own: Set<String>
  ) -> (page: String, anchor: String?)? {
    if let match = code.wholeMatch(of: /([A-Z]\w*)(?:\.(\w+(?:\([\w:]*\))?))?/) {
      let name = String(match.1)
      guard !own.contains(name), let page = pages[name], page.symbol != nil else { return nil }
      guard let member = match.2 else { return (name, nil) }
      return page.exactAnchor(of: [String(member)]).map { (name, $0) }
    }
    guard code.wholeMatch(of: /\w+\([\w:]*\)/) != nil else { return nil }
    return pages[type]?.exactAnchor(of: [code]).map { (type, $0) }
  }

  private func path(_ target: (page: String, anchor: String?), from folder: String) -> String {
    let page = target.page == "" ? "" : self.page(target.page, from: folder)
    return page + (target.anchor.map { "#\($0)" } ?? "")
  }

  private func symbol(_ link: String, in type: String?) -> (page: String, anchor: String?)? {
    var parts = link.split(separator: "/").map(Self.withoutSuffix)
    if let first = parts.first, first.hasPrefix("Millrace"), pages[first] == nil {
      if articles[first] != nil, parts.count == 1 { return nil }
      parts.removeFirst()
    }
    guard let first = parts.first else { return nil }
    if let type, let page = pages[type] {
      if let anchor = page.anchor(of: parts) { return (type, anchor) }
      // A link in a member of a nested type names its siblings.
      for member in page.sections.flatMap(\.members)
      where member.path.suffix(parts.count) == parts[...] { return (type, member.anchor) }
    }
    let name = pages[first] == nil ? String(first.prefix { $0 != "(" }) : first
    guard let page = pages[name] else { return nil }
    if parts.count == 1 { return (name, nil) }
    return page.anchor(of: Array(parts.dropFirst())).map { (name, $0) }
  }

  private func article(_ link: String, from folder: String) -> (title: String, path: String)? {
    let parts = link.split(separator: "#", maxSplits: 1)
    let name = String(parts[0].split(separator: "/").last ?? "")
    guard let title = articles[name] else {
      return pages[name] == nil ? nil : ("`\(name)`", page(name, from: folder))
    }
    var anchors = Anchors()
    // DocC's fragment has the words of the heading with hyphens.
    let anchor = parts.count > 1 ? "#" + anchors.add(String(parts[1])) : ""
    return (title, (folder == "Articles" ? "" : "../Articles/") + "\(name).md\(anchor)")
  }

  /// A name without what DocC appends to tell overloads apart: `-5x7ab`, `-swift.method`.
  private static func withoutSuffix(_ name: Substring) -> String {
    guard let hyphen = name.lastIndex(of: "-"), name[name.index(after: hyphen)...] != ">",
      name[..<hyphen].hasSuffix(")") || name[hyphen...].hasPrefix("-swift.")
    else { return String(name) }
    return String(name[..<hyphen])
  }
}
