// swift-tools-version: 6.2
import PackageDescription

// Where changes are checked, a warning is an error. Elsewhere a newer compiler may warn in peace.
let settings: [SwiftSetting] =
  Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// One folder, one target, one job: ARCHITECTURE.md says which, and which way imports point. Modules
// carry the prefix, because a Swift program has one name space for them; folders do not.

/// A target that libraries and programs are made of.
func part(_ folder: String, _ module: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: module, dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Sources/\(folder)")
}

func program(_ path: String, _ module: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: module, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: path)
}

func tests(_ folder: String, _ dependencies: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(folder)Tests", dependencies: dependencies.map { .init(stringLiteral: $0) },
    exclude: exclude)
}

let package = Package(
  name: "Millrace",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Millrace", targets: ["Millrace"]),
    .library(
      name: "MillraceStore",
      targets: ["MillraceStore", "MillraceMiddleware", "MillraceObservation"]),
    .library(name: "MillraceStoreTesting", targets: ["MillraceStoreTesting"]),
    .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
    .executable(name: "todo", targets: ["MillraceTodo"]),
    .executable(name: "navbar", targets: ["MillraceExampleNavBar"]),
    .executable(name: "timer", targets: ["MillraceExampleTimer"]),
    .executable(name: "counter", targets: ["MillraceExampleCounter"]),
    .executable(name: "news", targets: ["MillraceExampleNews"]),
    .executable(name: "canvas", targets: ["MillraceExampleCanvas"]),
    .executable(name: "albums", targets: ["MillraceExampleAlbums"]),
    .executable(name: "layers", targets: ["MillraceExampleLayers"]),
    .executable(name: "constraints", targets: ["MillraceExampleConstraints"]),
    .executable(name: "catalogue", targets: ["MillraceExampleCatalogue"]),
    .executable(name: "benchmarks", targets: ["MillraceBenchmarks"]),
    .executable(name: "layout-conformance", targets: ["MillraceLayoutConformance"]),
  ],
  targets: [
    part("IdentifiedList", "MillraceCollections"),
    part("Store", "MillraceStore", ["MillraceCollections"]),
    part("Difference", "MillraceDifference", ["MillraceCollections"]),
    part(
      "StoreTesting", "MillraceStoreTesting",
      ["MillraceStore", "MillraceDifference", "MillraceSystem"]),
    part("System", "MillraceSystem"),
    part(
      "Middleware", "MillraceMiddleware", ["MillraceStore", "MillraceDifference", "MillraceSystem"]),
    part("Observation", "MillraceObservation", ["MillraceStore"]),
    part("Constraints", "MillraceConstraints"),
    part("Layout", "MillraceLayout", ["MillraceConstraints"]),
    part("Render", "MillraceRender", ["MillraceLayout"]),
    part(
      "Widgets", "MillraceWidgets", ["MillraceRender", "MillraceLayout", "MillraceCollections"]),
    part(
      "Terminal", "MillraceTerminal",
      ["MillraceRender", "MillraceWidgets", "MillraceLayout", "MillraceSystem"]),
    part("Bindings", "MillraceBindings", ["MillraceStore", "MillraceRender"]),
    part(
      "Millrace", "Millrace",
      [
        "MillraceStore", "MillraceMiddleware", "MillraceObservation", "MillraceLayout",
        "MillraceRender", "MillraceWidgets", "MillraceTerminal", "MillraceBindings",
      ]),
    part("Testing", "MillraceTesting", ["Millrace", "MillraceStoreTesting"]),
    program("Sources/TodoExample", "MillraceTodo", ["Millrace"]),
    program("Sources/Examples/NavBar", "MillraceExampleNavBar", ["Millrace"]),
    program("Sources/Examples/Timer", "MillraceExampleTimer", ["Millrace"]),
    program("Sources/Examples/Counter", "MillraceExampleCounter", ["Millrace"]),
    program("Sources/Examples/News", "MillraceExampleNews", ["Millrace"]),
    program("Sources/Examples/Canvas", "MillraceExampleCanvas", ["Millrace"]),
    program("Sources/Examples/Albums", "MillraceExampleAlbums", ["Millrace"]),
    program("Sources/Examples/Layers", "MillraceExampleLayers", ["Millrace"]),
    program("Sources/Examples/Constraints", "MillraceExampleConstraints", ["Millrace"]),
    program("Sources/Examples/Catalogue", "MillraceExampleCatalogue", ["Millrace"]),
    program("Sources/LayoutConformance", "MillraceLayoutConformance", ["MillraceLayout"]),
    program(
      "Tests/CrashProgram", "MillraceCrashProgram",
      ["MillraceStore", "MillraceMiddleware", "MillraceStoreTesting"]),
    program("Tests/LifeProgram", "MillraceLifeProgram", ["Millrace"]),
    program(
      "Tests/EmulatorProgram", "MillraceEmulatorProgram",
      ["MillraceTerminal", "MillraceRender", "MillraceTesting", "MillraceStoreTesting"]),
    program("Benchmarks", "MillraceBenchmarks", ["Millrace", "MillraceTesting"]),

    tests("IdentifiedList", ["MillraceCollections"]),
    tests("Store", ["MillraceStore", "MillraceStoreTesting"]),
    tests("Difference", ["MillraceDifference", "MillraceCollections"]),
    tests(
      "Middleware",
      [
        "MillraceMiddleware", "MillraceDifference", "MillraceSystem", "MillraceStoreTesting",
        "MillraceCrashProgram",
      ]),
    tests("Observation", ["MillraceObservation", "MillraceTesting"]),
    tests("Constraints", ["MillraceConstraints"]),
    tests(
      "Layout", ["MillraceLayout", "MillraceLayoutConformance"],
      exclude: ["Fixtures/browser-flexbox.json"]),
    tests("Render", ["MillraceRender"]),
    tests("Terminal", ["MillraceTerminal", "MillraceTesting"]),
    tests(
      "Testing", ["MillraceTesting", "MillraceStoreTesting", "MillraceEmulatorProgram"],
      exclude: ["Recordings"]),
    tests("Bindings", ["MillraceBindings", "MillraceTesting"]),
    tests("Millrace", ["Millrace", "MillraceTesting"]),
    tests("TodoExample", ["MillraceTodo", "MillraceTesting"]),
    tests(
      "Examples",
      [
        "MillraceExampleNavBar", "MillraceExampleTimer", "MillraceExampleCounter",
        "MillraceExampleNews", "MillraceExampleCanvas", "MillraceExampleAlbums",
        "MillraceExampleLayers", "MillraceExampleConstraints", "MillraceExampleCatalogue",
        "MillraceTesting",
      ]),
    tests(
      "Pictures",
      [
        "MillraceExampleCounter", "MillraceExampleCanvas", "MillraceExampleAlbums",
        "MillraceExampleLayers", "MillraceExampleCatalogue", "MillraceTodo", "MillraceTesting",
      ]),
    tests("EndToEnd", ["MillraceTodo", "MillraceLifeProgram", "MillraceTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = settings }
