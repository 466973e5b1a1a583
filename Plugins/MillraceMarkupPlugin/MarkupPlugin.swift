import Foundation
import PackagePlugin

/// Makes Swift of each `.ui.xml` of a target, one command a file.
@main
struct MarkupPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "markup").url
    let files = target.sourceFiles.map(\.url).sorted { $0.path < $1.path }
    let styles = files.filter { $0.lastPathComponent.hasSuffix(".styles.xml") }
    // The compiler takes no two files of one name, whatever their folders, and a disk may not tell their case.
    var taken = Set(files.map { $0.lastPathComponent.lowercased() })
    return files.filter { $0.lastPathComponent.hasSuffix(".ui.xml") }.map { file in
      var name = file.lastPathComponent.replacing(".xml", with: "")
      var more: [String] = []
      if taken.contains("\(name).swift".lowercased()) {
        // Then it has its folders in its name.
        let path = String(file.path.dropFirst(target.directoryURL.path.count).drop { $0 == "/" })
        name = path.replacing("/", with: "+").replacing(".xml", with: "")
        // The compiler warns where two files of one name are the source of lines.
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
