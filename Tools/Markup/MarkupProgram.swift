import MillraceMarkup

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Checks, explains and compiles markup.
@main
struct MarkupProgram {
  static let usage = """
    markup check PATH…               checks files, and all files in folders
    markup schema [FOLDER]           writes the schemas into a folder
    markup explain [NAME]            prints the reference, or the part about an element or attribute
    markup compile FILE --output FILE [--styles FILE]… [--unmapped]
                                     generates Swift from a file; with --unmapped, compiler
                                     errors refer to the Swift file, not to the markup
    """

  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    guard !arguments.isEmpty else { fail(usage, status: 2) }
    let verb = arguments.removeFirst()
    do {
      switch verb {
      case "check": try check(arguments)
      case "schema": try schema(arguments)
      case "explain": try explain(arguments)
      case "compile": try compile(arguments)
      case "help", "--help", "-h": print(usage)
      default: fail("markup: there is no \"\(verb)\"\n\(usage)", status: 2)
      }
    } catch {
      fail("markup: \(error)", status: 1)
    }
  }

  private static func check(_ paths: [String]) throws {
    guard !paths.isEmpty else { fail("markup check: name files or folders", status: 2) }
    let files = try MarkupFiles(paths)
    var styles = MarkupStyles()
    var issues = files.styles.flatMap { styles.addFile(read($0)) }
    for path in files.components {
      issues += MarkupChecker.check(read(path), styles: styles).issues
    }
    if !issues.isEmpty { fail(issues.map(\.description).joined(separator: "\n"), status: 1) }
    let count = files.components.count + files.styles.count
    print("\(count) \(count == 1 ? "file" : "files"), no errors")
  }

  private static func schema(_ arguments: [String]) throws {
    for (name, text) in MarkupSchema.files {
      try text.write(toFile: "\(arguments.first ?? ".")/\(name)", atomically: true, encoding: .utf8)
    }
  }

  private static func explain(_ arguments: [String]) throws {
    guard let name = arguments.first else {
      print(MarkupReference.page, terminator: "")
      return
    }
    guard let text = MarkupReference.explanation(of: name) else {
      fail("markup: there is no element \"\(name)\"; `markup explain` describes all", status: 1)
    }
    print(text)
  }

  private static func compile(_ arguments: [String]) throws {
    var (file, output) = ("", "")
    var styleFiles: [String] = []
    var isMapped = true
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--output": output = rest.popFirst() ?? ""
      case "--styles": styleFiles.append(rest.popFirst() ?? "")
      case "--unmapped": isMapped = false
      default: file = argument
      }
    }
    guard !file.isEmpty, !output.isEmpty else {
      fail("markup compile: name a file and an --output", status: 2)
    }
    var styles = MarkupStyles()
    var issues = styleFiles.flatMap { styles.addFile(read($0)) }
    let source = read(file)
    let (component, found) = MarkupChecker.check(source, styles: styles)
    issues += found
    guard issues.isEmpty, let component else {
      fail(issues.map(\.description).joined(separator: "\n"), status: 1)
    }
    try SwiftGenerator.make(component, of: source, file: isMapped ? file : nil)
      .write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func read(_ path: String) -> MarkupSource {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      fail("markup: \(path) cannot be read", status: 1)
    }
    return MarkupSource(bytes: Array(bytes), name: path)
  }

  fileprivate static func fail(_ message: String, status: Int32) -> Never {
    let bytes = Array("\(message)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(status)
  }
}

/// The markup files in a list of paths, including the files in folders.
struct MarkupFiles {
  private(set) var components: [String] = []
  private(set) var styles: [String] = []

  init(_ paths: [String]) throws {
    for path in paths {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        MarkupProgram.fail("markup: \(path): there is no such file or folder", status: 1)
      }
      let files =
        isFolder
        ? try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" } : [path]
      for file in files.sorted() {
        if file.hasSuffix(".styles.xml") {
          styles.append(file)
        } else if file.hasSuffix(".ui.xml") || !isFolder {
          components.append(file)
        }
      }
    }
  }
}
