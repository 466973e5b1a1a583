#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds a program of this package that was built with the tests.
package enum BuiltProgram {
  /// - Throws: `NotBuilt` if there is none.
  package static func path(of name: String) throws -> String { try path(of: name, S_IFREG) }

  /// The folder with the modules of this package that were built with the tests.
  package static func modules() throws -> String { try path(of: "Modules", S_IFDIR) }

  private static func path(of name: String, _ kind: mode_t) throws -> String {
    // On Linux, the tests are a program in the same folder. On macOS, they are a bundle in that
    // folder; the toolchain's helper gets the bundle's path as an argument.
    let arguments = CommandLine.arguments
    for argument in arguments.filter({ $0.contains(".xctest") }) + arguments.prefix(1) {
      var folder = argument[...]
      while let slash = folder.lastIndex(of: "/") {
        folder = folder[..<slash]
        let candidate = "\(folder)/\(name)"
        var status = stat()
        if stat(candidate, &status) == 0, status.st_mode & S_IFMT == kind,
          access(candidate, X_OK) == 0
        {
          return candidate
        }
      }
    }
    throw NotBuilt(name: name, arguments: arguments)
  }
}

package struct NotBuilt: Error, CustomStringConvertible {
  let name: String
  let arguments: [String]

  package var description: String {
    "no program `\(name)` near the tests: build the whole package (they were started as \(arguments))"
  }
}
