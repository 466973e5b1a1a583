/// A user's settings, from a ``SettingsFile``.
public struct DocumentSettings: Equatable, Sendable {
  /// A user's choice of a theme.
  public enum ThemeChoice: String, CaseIterable, Sendable {
    /// `auto` follows the terminal's background.
    case auto, dark, light, plain

    /// The theme for a terminal.
    /// - Parameter background: The terminal's background; nil if unknown.
    public func theme(on background: TerminalTraits.Background?) -> Theme {
      switch (self, background) {
      case (.dark, _), (.auto, .dark): .dark
      case (.light, _), (.auto, .light): .light
      case (.plain, _), (.auto, nil): .plain
      }
    }
  }

  /// The theme that the user chose.
  public var theme = ThemeChoice.auto
  /// The keys of each named binding.
  public var keys = KeyMap()
  /// The mistakes in the file, by line, for the program to show.
  public var errors: [SettingsError] = []

  /// The defaults.
  public init() {}
}

/// A mistake in a settings file. The description is one line: the place, the mistake, and what to
/// write instead.
public struct SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// The line, from 1; nil if the file cannot be read at all.
  public let line: Int?
  /// The mistake, in one line.
  public let message: String

  public var description: String { onOneLine("\(path)\(line.map { ":\($0)" } ?? ""): \(message)") }
}
