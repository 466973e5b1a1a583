/// Where the list is kept, if nobody says otherwise.
enum DataFile {
  /// The user's data folder after the XDG Base Directory Specification: `XDG_DATA_HOME` if it is an
  /// absolute path, and `~/.local/share` otherwise.
  /// - Returns: nil if there is neither that variable nor a home.
  static func defaultPath(environment: [String: String]) -> String? {
    let folder: String
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      folder = data
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      folder = home + "/.local/share"
    } else {
      return nil
    }
    return folder + "/todo/todos.json"
  }
}
