import Foundation
import TestSupport

/// The part of a symbol graph that the pages use. The compiler's `symbolgraph-extract` writes it, for each
/// module and for what the module adds to another one.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Kind: Decodable { let identifier: String }
    struct Names: Decodable { let title: String }
    struct Fragment: Decodable { let spelling: String }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
    }
    struct Location: Decodable {
      struct Position: Decodable { let line, character: Int }
      let uri: String
      let position: Position
    }
    struct Generics: Decodable {
      struct Parameter: Decodable { let name: String }
      let parameters: [Parameter]?
    }
    struct Extension: Decodable {
      struct Constraint: Decodable { let kind, lhs, rhs: String }
      let constraints: [Constraint]?
    }
    struct Identifier: Decodable { let precise: String }

    let kind: Kind
    let names: Names
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?
    let location: Location?
    let swiftGenerics: Generics?
    let swiftExtension: Extension?

    /// Such as `struct` or `type.method`.
    var kindName: String { String(kind.identifier.dropFirst("swift.".count)) }
    var declaration: String { declarationFragments.map(\.spelling).joined() }
    var comment: [String] { docComment?.lines.map(\.text) ?? [] }
    /// The names of its type parameters, and of those of the type that has it.
    var generics: [String] { swiftGenerics?.parameters?.map(\.name) ?? [] }
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// The graphs of a module: its own, and one for each module that it extends.
  ///
  /// - Throws: `Failure` if the compiler ends with an error, such as for a module that was not built.
  static func all(of module: String, in folder: URL) throws -> [SymbolGraph] {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "symbolgraph-extract", "-module-name", module, "-I", folder.path, "-target", target,
      "-minimum-access-level", "public", "-skip-inherited-docs", "-skip-synthesized-members",
      "-output-dir", output.path,
    ]
    process.standardError = errors
    try process.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("\(module): \(message)") }
    return try FileManager.default.contentsOfDirectory(at: output, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
  }

  #if arch(arm64)
    private static let target = "aarch64-unknown-linux-gnu"
  #else
    private static let target = "x86_64-unknown-linux-gnu"
  #endif
}
