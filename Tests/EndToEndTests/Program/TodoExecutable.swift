#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds a built program.
enum TodoExecutable {
  /// - Throws: `NotBuilt` if there is none.
  static func path(of program: String = "todo") throws -> String {
    // On Linux, the tests are a program in the same folder. On macOS, they are a bundle in that
    // folder; the toolchain's helper gets the bundle's path as an argument.
    let arguments = CommandLine.arguments
    for argument in arguments.filter({ $0.contains(".xctest") }) + arguments.prefix(1) {
      var folder = argument[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let candidate = "\(folder)/\(program)"
        if isProgram(candidate) { return absolute(candidate) }
      }
    }
    throw NotBuilt(program: program, arguments: arguments)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Makes a path absolute, because the program starts in another working directory.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }
}

struct NotBuilt: Error, CustomStringConvertible {
  let program: String
  let arguments: [String]

  var description: String {
    "no program `\(program)` near the tests: build the whole package (they were started as \(arguments))"
  }
}
