import Foundation
import PackagePlugin

/// Generates Swift from each `.ui.xml` file of a target, with one command per file.
@main
struct MarkupPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "markup").url
    let files = target.sourceFiles.map(\.url).sorted { $0.path < $1.path }
    let styles = files.filter { $0.lastPathComponent.hasSuffix(".styles.xml") }
    // The compiler rejects two files with the same name, even in different folders, and file
    // systems may ignore case.
    var taken = Set(files.map { $0.lastPathComponent.lowercased() })
    return files.filter { $0.lastPathComponent.hasSuffix(".ui.xml") }.map { file in
      var name = file.lastPathComponent.replacing(".xml", with: "")
      var more: [String] = []
      if taken.contains("\(name).swift".lowercased()) {
        // The output is then named after the path with its folders.
        let path = String(file.path.dropFirst(target.directoryURL.path.count).drop { $0 == "/" })
        name = path.replacing("/", with: "+").replacing(".xml", with: "")
        // The compiler warns if two source files of the same name are mapped to lines.
        more = ["--unmapped"]
      }
      while !taken.insert("\(name).swift".lowercased()).inserted { name = "_" + name }
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
      return .buildCommand(
        displayName: "Compiling \(file.lastPathComponent)", executable: tool,
        arguments: ["compile", file.path, "--output", output.path]
          + styles.flatMap { ["--styles", $0.path] } + more,
        inputFiles: [file] + styles, outputFiles: [output])
    }
  }
}
