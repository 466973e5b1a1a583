#if DEBUG
  import Millrace
  import MillraceMarkup

  /// The bodies of the components whose markup has changed since the program started. Each body is
  /// the newest version without mistakes.
  @MainActor
  final class MarkupBodies {
    /// The content of the components when the program started. The compiled code has this content.
    private var compiled: [String: [CheckedNode]]?
    /// The components that replace compiled bodies, by name.
    private var newest: [String: CheckedComponent] = [:]
    /// The last version of each component that was shown without an error, by name.
    private var shown: [String: CheckedComponent] = [:]
    private var revision = 0

    /// Returns the file name without folders, because a line of the screen has no space for them.
    private static func name(of path: String) -> String {
      path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Reads the current files.
    /// - Parameters:
    ///   - files: The contents of the files, by path.
    ///   - reportIssue: Called with a mistake that is found later, while a component is rendered.
    /// - Returns: The bodies that replace compiled bodies, nil at the first call; and a one-line
    ///   message for the user if there is a mistake in the files.
    func reload(
      _ files: [String: [UInt8]], _ reportIssue: @escaping @MainActor (String) -> Void
    ) -> (slot: LiveMarkupSlot?, message: String?) {
      var styles = MarkupStyles()
      var issues: [MarkupIssue] = []
      for path in files.keys.sorted() where path.hasSuffix(".styles.xml") {
        issues += styles.addFile(MarkupSource(bytes: files[path] ?? [], name: Self.name(of: path)))
      }
      var components: [String: CheckedComponent] = [:]
      for path in files.keys.sorted() where path.hasSuffix(".ui.xml") {
        let source = MarkupSource(bytes: files[path] ?? [], name: Self.name(of: path))
        let (component, found) = MarkupChecker.check(source, styles: styles)
        issues += found
        for each in component?.withNested ?? [] { components[each.name] = each }
      }
      let message = issues.first.map {
        $0.description + (issues.count > 1 ? " (and \(issues.count - 1) more)" : "")
      }
      guard let compiled else {
        compiled = components.mapValues(\.content)
        return (nil, message)
      }
      for (name, component) in components
      where component.content != compiled[name] || newest[name] != nil {
        newest[name] = component
      }
      revision += 1
      var failure: String?
      let slot = LiveMarkupSlot(revision: revision) { name, names in
        self.body(of: name, names) { message in
          // Reports a mistake once, because many rows may have it.
          if failure != message { reportIssue(message) }
          failure = message
        }
      }
      return (slot, message)
    }

    /// - Returns: The live body; nil to show the compiled body.
    private func body(
      of name: String, _ names: MarkupNames, _ fail: (String) -> Void
    ) -> Node? {
      guard let component = newest[name] else { return nil }
      do {
        let node = try MarkupNodeBuilder(scope: MarkupScope(names)).body(of: component)
        shown[name] = component
        return node
      } catch {
        // Shows the last version that was shown without an error.
        fail("\(name): \(error)")
        guard let last = shown[name] else { return nil }
        return try? MarkupNodeBuilder(scope: MarkupScope(names)).body(of: last)
      }
    }
  }

  extension CheckedComponent {
    /// The component, and the components written inside it.
    fileprivate var withNested: [CheckedComponent] { [self] + nested.flatMap(\.withNested) }
  }

  extension MarkupScope {
    /// Makes a scope that looks up names among those of the running program.
    init(_ names: MarkupNames) {
      value = { names.value(at: $0) }
      binding = { names.binding(at: $0) }
      key = { names.key(at: $0) }
      event = { name in
        guard let event = names.event(at: name) else {
          throw MarkupLoadingError.needsBuild("the event \(name)")
        }
        return event
      }
      each = { rows, variable, row in
        guard let list = names.list(at: rows.text, as: variable) else {
          throw MarkupLoadingError.needsBuild("{\(rows.text)}")
        }
        return try list.each { try row(MarkupScope($0)) }
      }
      list = { rows, variable, options, row in
        guard let list = names.list(at: rows.text, as: variable), let identified = list.identified
        else { throw MarkupLoadingError.needsBuild("{\(rows.text)} as a list") }
        return try options.list(identified, names) { try row(MarkupScope(list.names(of: $0))) }
      }
      component = {
        try names.component($0, arguments: MarkupArguments($1, events: $2))
      }
    }
  }

  extension MarkupListOptions {
    /// Makes the same `List` as the compiled code.
    @MainActor
    fileprivate func list<Identified: MarkupRows>(
      _ identified: Identified, _ names: MarkupNames,
      row: @escaping @MainActor (Identified.Rows.Element) throws -> Node
    ) throws -> Node {
      let selection = try selection.flatMap { path in
        try names.binding(at: path, as: Set<Identified.Rows.Element.ID>.self)
      }
      var onSelect: (@MainActor (Identified.Rows.Element) throws -> Void)?
      if let select = self.onSelect { onSelect = { try select($0) } }
      return List(identified.rows) { try row($0) }
        .selection(selection).marker(marker).highlightsRow(highlightsRow).scrollBar(hasBar)
        .onSelect(onSelect).node
    }
  }
#endif
