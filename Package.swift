// swift-tools-version: 6.2
import PackageDescription

// Where changes are checked, a warning is an error. Elsewhere a newer compiler may warn in peace.
let settings: [SwiftSetting] =
  Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]

// One folder, one target, one job: ARCHITECTURE.md says which, and which way imports point.
let package = Package(
  name: "Millrace",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Millrace", targets: ["Millrace"]),
    .executable(name: "todo", targets: ["TodoExample"]),
    .executable(name: "navbar", targets: ["NavBar"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
    .executable(name: "layout-conformance", targets: ["LayoutConformance"]),
  ],
  targets: [
    .target(name: "Store"),
    .target(name: "Middleware", dependencies: ["Store"]),
    .target(name: "Layout"),
    .target(name: "Render", dependencies: ["Layout"]),
    .target(name: "Terminal", dependencies: ["Render", "Layout"]),
    .target(name: "Bindings", dependencies: ["Store", "Render"]),
    .target(
      name: "Millrace",
      dependencies: ["Store", "Middleware", "Layout", "Render", "Terminal", "Bindings"]),
    .executableTarget(name: "TodoExample", dependencies: ["Millrace"]),
    .executableTarget(
      name: "NavBar", dependencies: ["Millrace"], path: "Sources/Examples/NavBar"),
    .executableTarget(name: "LayoutConformance", dependencies: ["Layout"]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["Millrace"],
      path: "Benchmarks"),

    .testTarget(name: "StoreTests", dependencies: ["Store"]),
    .testTarget(name: "MiddlewareTests", dependencies: ["Middleware", "Store"]),
    .testTarget(
      name: "LayoutTests", dependencies: ["Layout", "LayoutConformance"],
      exclude: ["Fixtures/browser-flexbox.json"]),
    .testTarget(name: "RenderTests", dependencies: ["Render", "Layout"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "Render", "Layout"]),
    .testTarget(name: "BindingsTests", dependencies: ["Bindings", "Store", "Render"]),
    .testTarget(name: "MillraceTests", dependencies: ["Millrace"]),
    .testTarget(name: "TodoExampleTests", dependencies: ["TodoExample", "Millrace"]),
    .testTarget(name: "ExamplesTests", dependencies: ["NavBar", "Millrace"]),
    .testTarget(name: "EndToEndTests", dependencies: ["TodoExample", "Terminal"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = settings }
