#if DEBUG
  import Millrace
  import MillraceMarkup

  /// The changed bodies of a running program: the newest version of each file without mistakes.
  @MainActor
  final class MarkupBodies {
    /// The content of the components at the program's start, as it was compiled.
    private var compiled: [String: [CheckedNode]]?
    /// The components that replace compiled bodies, by name.
    private var newest: [String: CheckedComponent] = [:]
    /// The last version of each component that was shown without an error, by name.
    private var shown: [String: CheckedComponent] = [:]
    private var revision = 0

    /// The file name, because a line of the screen has no space for folders.
    private static func name(of path: String) -> String {
      path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Reads the current files.
    /// - Parameters:
    ///   - files: Their contents, by path.
    ///   - reportIssue: Called with a mistake that is found while a body is made.
    /// - Returns: The bodies of components, and a one-line message for the user if something is
    ///   wrong.
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

    /// - Returns: The live body; nil to show the compiled one.
    private func body(
      of name: String, _ names: MarkupNames, _ fail: (String) -> Void
    ) -> Node? {
      guard let component = newest[name] else { return nil }
      do {
        let node = try MarkupNodeBuilder(names: names).body(of: component)
        shown[name] = component
        return node
      } catch {
        // The program keeps the last good body.
        fail("\(name): \(error)")
        guard let last = shown[name] else { return nil }
        return try? MarkupNodeBuilder(names: names).body(of: last)
      }
    }
  }

  extension CheckedComponent {
    /// The component, and the components written inside it.
    fileprivate var withNested: [CheckedComponent] { [self] + nested.flatMap(\.withNested) }
  }
#endif
