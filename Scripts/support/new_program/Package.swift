// swift-tools-version: 6.2
import PackageDescription

// `.ci/run` sets STRICT. Elsewhere a newer compiler may warn.
let settings: [SwiftSetting] =
  Context.environment["STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let package = Package(
  name: "NAME",
  platforms: [.macOS(.v15)],
  dependencies: [THE_DEPENDENCY],
  targets: [
    .executableTarget(
      name: "NAME",
      dependencies: [.product(name: "MillraceDocument", package: "THE_LIBRARY")],
      swiftSettings: settings),
    .testTarget(
      name: "NAMETests",
      dependencies: ["NAME", .product(name: "MillraceTesting", package: "THE_LIBRARY")],
      swiftSettings: settings),
  ])
