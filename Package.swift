// swift-tools-version: 6.2
import PackageDescription

// Where changes are checked, a warning is an error. Elsewhere a newer compiler may warn in peace.
let settings: [SwiftSetting] =
  Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// ARCHITECTURE.md says what each folder is for, how it is named, and which way imports point.

func targets(_ names: [String]) -> [Target.Dependency] {
  names.map { .init(stringLiteral: $0) }
}

/// A layer of the library: the module of `Sources/Store` is `MillraceStore`.
func layer(_ folder: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: "Millrace\(folder)", dependencies: targets(dependencies.map { "Millrace\($0)" }),
    path: "Sources/\(folder)")
}

/// A program is named as one runs it: `swift run NAME`. It is no product, so that a package that depends
/// on this one can have programs of the same names.
func program(
  _ name: String, _ path: String, _ dependencies: [String] = ["Millrace"], hasMarkup: Bool = false
) -> Target {
  .executableTarget(
    name: name, dependencies: targets(dependencies), path: path,
    plugins: hasMarkup ? [.plugin(name: "MillraceMarkupPlugin")] : [])
}

/// The tests of a folder.
func tests(
  _ folder: String, _ dependencies: [String], exclude: [String] = [], hasMarkup: Bool = false
) -> Target {
  .testTarget(
    name: "\(folder)Tests", dependencies: targets(dependencies + ["TestSupport"]),
    exclude: exclude, plugins: hasMarkup ? [.plugin(name: "MillraceMarkupPlugin")] : [])
}

let package = Package(
  name: "Millrace",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Millrace", targets: ["Millrace"]),
    .library(
      name: "MillraceStore",
      targets: ["MillraceStore", "MillraceMiddleware", "MillraceObservation"]),
    .library(name: "MillraceDocument", targets: ["MillraceDocument"]),
    .library(name: "MillraceInspector", targets: ["MillraceInspector"]),
    .library(name: "MillraceStoreTesting", targets: ["MillraceStoreTesting"]),
    .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
    .plugin(name: "MillraceMarkupPlugin", targets: ["MillraceMarkupPlugin"]),
    .executable(name: "markup", targets: ["markup"]),
    .library(name: "MillraceMarkupLoader", targets: ["MillraceMarkupLoader"]),
    .library(name: "MillraceWeb", targets: ["MillraceWeb"]),
  ],
  targets: [
    layer("IdentifiedList"),
    layer("Store", ["IdentifiedList"]),
    layer("Difference", ["IdentifiedList"]),
    layer("StoreTesting", ["Store", "Difference", "System"]),
    layer("System"),
    layer("Middleware", ["Store", "Difference", "System"]),
    layer("Postgres", ["Middleware", "Store", "System"]),
    layer("Observation", ["Store"]),
    layer("Markup"),
    layer("Constraints"),
    layer("Layout", ["Constraints"]),
    layer("Render", ["Layout"]),
    layer("LiveMarkup", ["Render"]),
    layer("Widgets", ["Render", "Layout", "IdentifiedList"]),
    layer("Terminal", ["Render", "Widgets", "Layout", "System"]),
    layer("Bindings", ["Store", "Render"]),
    layer("Emulator", ["Render", "Terminal"]),
    .target(
      name: "Millrace",
      dependencies: targets([
        "MillraceStore", "MillraceMiddleware", "MillraceObservation", "MillraceLayout",
        "MillraceRender", "MillraceLiveMarkup", "MillraceWidgets", "MillraceTerminal",
        "MillraceBindings", "MillraceSystem",
      ])),
    .target(
      name: "MillraceDocument",
      dependencies: targets(["Millrace", "MillracePostgres", "MillraceSystem"]),
      path: "Sources/Document"),
    .target(
      name: "MillraceMarkupLoader",
      dependencies: targets(["Millrace", "MillraceMarkup", "MillraceSystem"]),
      path: "Sources/MarkupLoader"),
    .target(
      name: "MillraceWeb", dependencies: targets(["Millrace", "MillraceSystem"]),
      path: "Sources/Web"),
    .target(
      name: "MillraceInspector",
      dependencies: targets([
        "Millrace", "MillraceWeb", "MillraceDifference", "MillraceIdentifiedList",
        "MillraceEmulator", "MillraceSystem",
      ]),
      path: "Sources/Inspector"),
    .target(
      name: "MillraceTesting",
      dependencies: targets(["Millrace", "MillraceEmulator", "MillraceStoreTesting"]),
      path: "Sources/Testing"),

    .plugin(
      name: "MillraceMarkupPlugin", capability: .buildTool(), dependencies: ["markup"]),
    program("markup", "Tools/Markup", ["MillraceMarkup"]),

    // The program `todo` without its `main` is a library, which tests and benchmarks link.
    .target(
      name: "TodoExample",
      dependencies: targets(["MillraceDocument", "MillraceInspector", "MillraceWeb"]),
      path: "Sources/TodoExample", exclude: ["README.md"]),
    program("todo", "Sources/Todo", ["TodoExample"]),
    program("albums", "Examples/Albums", ["Millrace", "MillraceInspector"]),
    program(
      "board", "Examples/Board", ["MillraceDocument", "MillraceInspector", "MillraceWeb"]),
    program("canvas", "Examples/Canvas", ["Millrace", "MillraceInspector"]),
    program("catalogue", "Examples/Catalogue", ["Millrace", "MillraceInspector", "MillraceWeb"]),
    program("chat", "Examples/Chat", ["Millrace", "MillraceInspector"]),
    program("constraints", "Examples/Constraints", ["Millrace", "MillraceInspector"]),
    program("counter", "Examples/Counter", ["Millrace", "MillraceInspector"]),
    program("file-browser", "Examples/FileBrowser", ["Millrace", "MillraceInspector"]),
    program(
      "feed", "Examples/Feed", ["MillraceDocument", "MillraceInspector", "MillraceMarkupLoader"]),
    program(
      "greeter", "Examples/Greeter", ["Millrace", "MillraceInspector", "MillraceMarkupLoader"],
      hasMarkup: true),
    program("kitchen", "Examples/Kitchen", ["Millrace", "MillraceInspector"]),
    program("layers", "Examples/Layers", ["Millrace", "MillraceInspector", "MillraceWeb"]),
    program("log-viewer", "Examples/LogViewer", ["Millrace", "MillraceInspector"]),
    program("navbar", "Examples/Navbar", ["Millrace", "MillraceInspector"]),
    program("news", "Examples/News", ["Millrace", "MillraceInspector"]),
    program("notes", "Examples/Notes", ["MillraceDocument", "MillraceInspector"]),
    program("processes", "Examples/Processes", ["Millrace", "MillraceInspector"]),
    program("reading", "Examples/Reading", ["MillraceDocument", "MillraceInspector"]),
    program("timer", "Examples/Timer", ["Millrace", "MillraceInspector"]),
    program("todos", "Examples/Todos", ["Millrace"]),
    program(
      "benchmarks", "Benchmarks",
      [
        "Millrace", "MillraceInspector", "MillraceMarkupLoader", "MillraceTesting", "TestSupport",
        "TodoBench", "TodoExample",
      ]),
    program("layout-conformance", "Tools/LayoutConformance", ["MillraceLayout"]),
    program(
      "crash-program", "Tools/CrashProgram",
      ["MillraceStore", "MillraceMiddleware", "MillraceStoreTesting"]),
    program("life-program", "Tools/LifeProgram", ["MillraceDocument"]),
    program("team-program", "Tools/TeamProgram", ["MillraceDocument", "MillraceStoreTesting"]),
    program(
      "emulator-program", "Tools/EmulatorProgram",
      ["MillraceTerminal", "MillraceRender", "MillraceTesting", "MillraceStoreTesting"]),
    .target(
      name: "TodoBench", dependencies: targets(["TodoExample", "MillraceTesting"]),
      path: "Tools/TodoBench"),

    .target(
      name: "TestSupport", dependencies: targets(["MillraceStoreTesting", "MillraceMiddleware"]),
      path: "Tests/TestSupport"),
    tests("IdentifiedList", ["MillraceIdentifiedList", "MillraceStoreTesting"]),
    tests("Store", ["MillraceStore", "MillraceStoreTesting"]),
    tests("Difference", ["MillraceDifference", "MillraceIdentifiedList"]),
    tests("StoreTesting", ["MillraceStoreTesting"]),
    tests("System", ["MillraceSystem", "MillraceStoreTesting"]),
    tests(
      "Middleware",
      [
        "MillraceMiddleware", "MillraceDifference", "MillraceSystem", "MillraceStoreTesting",
        "crash-program",
      ]),
    tests("Postgres", ["MillracePostgres", "MillraceMiddleware", "MillraceStoreTesting"]),
    tests("Observation", ["MillraceObservation", "MillraceTesting"]),
    tests("Markup", ["MillraceMarkup", "MillraceStoreTesting"]),
    tests("Constraints", ["MillraceConstraints", "MillraceStoreTesting"]),
    tests(
      "Layout", ["MillraceLayout", "MillraceStoreTesting", "layout-conformance"],
      exclude: ["Fixtures/browser-flexbox.json"]),
    tests("Render", ["MillraceRender", "MillraceLiveMarkup", "MillraceTesting"]),
    tests("Widgets", ["MillraceWidgets", "MillraceTerminal", "MillraceTesting"]),
    tests("Terminal", ["MillraceTerminal", "MillraceTesting"]),
    tests("Bindings", ["MillraceBindings", "MillraceTesting"]),
    tests(
      "Millrace",
      [
        "Millrace", "MillraceDocument", "MillraceInspector", "MillraceMarkupLoader",
        "MillraceTesting", "MillraceWeb", "todos",
      ]),
    tests("Document", ["MillraceDocument", "MillraceSystem", "MillraceTesting"]),
    tests("MarkupLoader", ["MillraceMarkupLoader", "MillraceSystem", "MillraceTesting"]),
    tests(
      "MarkupPages",
      ["catalogue", "MillraceMarkup", "MillraceMarkupLoader", "MillraceSystem", "MillraceTesting"],
      hasMarkup: true),
    tests(
      "Testing", ["MillraceTesting", "MillraceStoreTesting", "emulator-program"],
      exclude: ["Recordings"]),
    tests("TodoExample", ["TodoExample", "MillraceInspector", "MillraceTesting"]),
    tests(
      "Examples",
      [
        "albums", "board", "canvas", "catalogue", "chat", "constraints", "counter", "feed",
        "file-browser",
        "greeter", "kitchen", "layers", "log-viewer", "navbar", "news", "notes", "processes",
        "reading", "timer", "MillraceTesting",
      ]),
    tests(
      "Pictures",
      [
        "albums", "canvas", "catalogue", "counter", "layers", "TodoExample", "MillraceInspector",
        "MillraceTesting",
      ]),
    tests(
      "Reference",
      [
        "Millrace", "MillraceDocument", "MillraceInspector", "MillraceMarkupLoader",
        "MillraceTesting", "MillraceWeb",
      ]),
    tests("Web", ["MillraceWeb", "MillraceTesting"]),
    tests("Inspector", ["MillraceInspector", "MillraceTesting"]),
    tests("EndToEnd", ["todo", "todos", "log-viewer", "life-program", "MillraceTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

// With `MILLRACE_TESTS=Store,Layout`, only these tests are built, and no program but those that they start.
if let chosen = Context.environment["MILLRACE_TESTS"] {
  let names = chosen.split(separator: ",").map { "\($0)Tests" }
  for name in names where !package.targets.contains(where: { $0.name == name }) {
    fatalError("MILLRACE_TESTS: there is no \(name). Name layers, as in Store,Layout.")
  }
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
  let needed = package.targets.filter { $0.type == .test }.flatMap(\.dependencies).compactMap {
    if case .byNameItem(let name, _) = $0 { name } else { nil }
  }
  package.targets.removeAll {
    // The plugin needs `markup`.
    ($0.type == .executable && $0.name != "markup" || $0.name == "TodoBench")
      && !needed.contains($0.name)
  }
}

// A plugin takes no settings.
for target in package.targets where target.type != .plugin { target.swiftSettings = settings }
