/// Where the program keeps things, if nobody says otherwise: after the XDG Base Directory Specification.
enum DataFile {
  /// The list: in `XDG_DATA_HOME` if that is an absolute path, and in `~/.local/share` otherwise.
  /// - Returns: nil if there is neither that variable nor a home.
  static func defaultPath(environment: [String: String]) -> String? {
    path("XDG_DATA_HOME", "/.local/share", environment).map { $0 + "/todo/todos.json" }
  }

  /// The user's settings.
  static func settingsPath(environment: [String: String]) -> String? {
    path("XDG_CONFIG_HOME", "/.config", environment).map { $0 + "/todo/config.json" }
  }

  private static func path(
    _ name: String, _ usual: String, _ environment: [String: String]
  ) -> String? {
    if let folder = environment[name], folder.hasPrefix("/") { return folder }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + usual
  }
}
