import MillraceSystem

/// A user's settings in a JSON file, which need not exist.
///
/// ```json
/// {"theme": "dark", "keys": {"delete": ["D"], "quit": []}}
/// ```
///
/// The file may change the keys of the bindings that `defaultKeys` names, and of no others. Inside
/// a ``SettingsProvider``, a `Bind` with such a name gets its keys from the file, and so do the
/// commands of a widget, if their names are in `defaultKeys`: `"list.down": ["down", "j"]`.
/// `WidgetKeys` has the names and standard keys of widget commands. A program's own commands must
/// not have the names of the library's bindings, such as `cancel`. The article “Keys, focus and the
/// mouse” lists these names.
///
/// A missing or wrong setting has its default: no mistake in the file prevents a program from
/// starting. ``DocumentSettings/errors`` lists the mistakes.
public struct SettingsFile: Sendable {
  /// The path of the file.
  public let path: String
  let defaultKeys: [String: [KeyChord]]

  /// Names a file. Reads nothing yet.
  /// - Parameters:
  ///   - path: The path, usually from ``ProgramFolders/settings(_:)``; empty for no file.
  ///   - defaultKeys: The names of all bindings that the file may change, as in `Bind` or
  ///     `WidgetKeys`, with their default keys, as in `KeyChord.description`. They replace the keys
  ///     that a `Bind` lists.
  /// - Precondition: Each default key is the description of a key.
  public init(path: String, defaultKeys: [String: [String]]) {
    self.path = path
    self.defaultKeys = defaultKeys.mapValues { $0.map { KeyChord(stringLiteral: $0) } }
  }

  /// The settings that are in the file now.
  /// - Complexity: O(*n*) in the length of the file, for each setting.
  public func load() -> DocumentSettings {
    var reader = SettingsReader(self)
    if path.isEmpty { return reader.settings }
    do throws(SystemError) {
      if let bytes = try SystemFiles().contents(of: path) { reader.read(bytes) }
    } catch {
      reader.fail("cannot be read: \(error)")
    }
    return reader.settings
  }
}

/// Gives its content the user's theme and keys. Reloads the file when it changes, and shows the
/// first three mistakes in the file.
public struct SettingsProvider: Component {
  private let file: SettingsFile
  private let terminal: TerminalControl
  private let content: @MainActor () throws -> Node
  @Local private var known = Known()
  @Local private var readings = 0

  private final class Known {
    var settings: DocumentSettings?
  }

  /// Gives its content the user's settings.
  /// - Parameters:
  ///   - file: The file of the settings.
  ///   - terminal: The terminal, whose background `auto` follows.
  ///   - content: The view that gets the theme and the keys.
  public init(
    _ file: SettingsFile, on terminal: TerminalControl,
    @NodeBuilder content: @escaping @MainActor () throws -> Node
  ) {
    (self.file, self.terminal, self.content) = (file, terminal, content)
  }

  public var body: Node {
    get throws {
      let _ = readings
      // The settings are read before the first frame, because they decide its theme and keys.
      let settings = known.settings ?? file.load()
      try Column {
        try content()
        for (index, error) in settings.errors.prefix(3).enumerated() {
          Text("\(error)").truncate().style(\.danger).shrink(0).key(index)
        }
      }
      .grow().basis(0)
      .environment(\.keyMap, settings.keys)
      .environment(\.theme, settings.theme.theme(on: terminal.background))
      .onAppear { known.settings = settings }
      .task {
        guard !file.path.isEmpty, let changes = try? FileWatch.begin(file.path) else { return }
        defer { changes.stop() }
        // The file may have changed before it was watched.
        reload()
        for try await _ in changes.events { reload() }
      }
    }
  }

  @MainActor private func reload() {
    let settings = file.load()
    if settings == known.settings { return }
    known.settings = settings
    readings += 1
  }
}
