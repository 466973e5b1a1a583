#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The default folders of a program's files, after the XDG Base Directory Specification.
public struct ProgramFolders: Sendable {
  private let program: String
  private let environment: [String: String]

  /// Names the folders of a program. Creates none of them.
  /// - Parameters:
  ///   - program: The name of the program's folders.
  ///   - environment: The environment, whose variables may name other folders.
  public init(
    _ program: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    (self.program, self.environment) = (program, environment)
  }

  /// Returns the path of a file in `XDG_DATA_HOME`, if that is an absolute path; else in
  /// `~/.local/share`.
  public func data(_ name: String) throws(NoFolder) -> String {
    try path(name, "XDG_DATA_HOME", "/.local/share")
  }

  /// Returns the path of a file in `XDG_CONFIG_HOME`, if that is an absolute path; else in
  /// `~/.config`.
  public func settings(_ name: String) throws(NoFolder) -> String {
    try path(name, "XDG_CONFIG_HOME", "/.config")
  }

  private func path(_ name: String, _ variable: String, _ usual: String) throws(NoFolder) -> String
  {
    if let folder = environment[variable], folder.hasPrefix("/") {
      return "\(folder)/\(program)/\(name)"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw NoFolder(variable: variable)
    }
    return "\(home)\(usual)/\(program)/\(name)"
  }

  /// The error when neither the variable nor `HOME` is set to an absolute path.
  public struct NoFolder: Error, Equatable, CustomStringConvertible {
    let variable: String

    public var description: String {
      "there is no folder for this program's files, because neither \(variable) nor HOME is set to an absolute path"
    }
  }
}
