/// What a user has chosen, in a file: ``SettingsFile``.
public struct DocumentSettings: Equatable, Sendable {
  public enum ThemeChoice: String, CaseIterable, Sendable {
    /// `auto` is by the terminal's background.
    case auto, dark, light, plain

    /// The theme on a terminal with this background; nil where it does not tell.
    public func theme(on background: TerminalTraits.Background?) -> Theme {
      switch (self, background) {
      case (.dark, _), (.auto, .dark): .dark
      case (.light, _), (.auto, .light): .light
      case (.plain, _), (.auto, nil): .plain
      }
    }
  }

  public var theme = ThemeChoice.auto
  /// The keys of each name that the program declares.
  public var keys = KeyMap()
  /// What is wrong in the file, by line; the program shows it.
  public var errors: [SettingsError] = []

  /// No settings: all is as the program has it.
  public init() {}
}

/// What is wrong in a file of settings. It describes itself in one line: where, what, and what to write instead.
public struct SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  public let path: String
  /// From 1; nil if it is the file as a whole that cannot be read.
  public let line: Int?
  public let message: String

  public var description: String { onOneLine("\(path)\(line.map { ":\($0)" } ?? ""): \(message)") }
}
