import Foundation
import Millrace
import TestSupport
import Testing

// Another compiler writes other symbol graphs: a declaration may have an attribute more.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @Suite("The reference")
  @MainActor
  struct ReferenceTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    private static let made = Result {
      try Reference(
        package: package, modules: URL(filePath: try BuiltProgram.modules()),
        screens: widgetScreens + programScreens)
    }
    private let package = Self.package
    private let reference: Reference

    init() throws { reference = try Self.made.get() }

    @Test("the pages are current; Scripts/make_documentation.sh makes them")
    func areCurrent() throws {
      let root = package.appending(path: "Documentation")
      let folders = ["Reference", "Articles"].map { root.appending(path: $0) }
      let isWriting = ProcessInfo.processInfo.environment["MILLRACE_WRITE_REFERENCE"] != nil
      for folder in folders {
        let paths =
          (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        for path in paths where path.contains(".") {
          let path = "\(folder.lastPathComponent)/\(path)"
          if reference.files[path] != nil { continue }
          if isWriting {
            try FileManager.default.removeItem(at: root.appending(path: path))
          } else {
            Issue.record("Documentation/\(path) is the page of nothing")
          }
        }
      }
      var old: [String] = []
      for (path, text) in reference.files {
        let file = root.appending(path: path)
        if isWriting {
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try text.write(to: file, atomically: true, encoding: .utf8)
        } else {
          let written = try? String(contentsOf: file, encoding: .utf8)
          if written != text { old.append(path) }
        }
      }
      #expect(old.sorted() == [], "run Scripts/make_documentation.sh markdown")
    }

    @Test("every link of a doc comment and of an article leads to a page")
    func symbolLinksLead() {
      #expect(reference.brokenLinks == [])
    }

    @Test("every type that a program uses is in a sample, which this target compiles")
    func typesHaveSamples() {
      #expect(reference.withoutSample == [])
    }

    @Test("every layer has pages, but those that a program does not use")
    func layersHavePages() throws {
      let layers = try FileManager.default.contentsOfDirectory(
        atPath: package.appending(path: "Sources").path)
      let others: Set = ["Difference", "LiveMarkup", "Markup", "Todo", "TodoExample"]
      #expect(Set(layers).subtracting(Reference.modules.map(\.name)) == others)
    }

    @Test("every key of a widget is on the page of a type")
    func keysHavePages() {
      let shown = reference.pages.keys.filter { $0 != "WidgetKeys" }
        .flatMap { Reference.keys(of: $0).map(\.id) }
      #expect(Set(WidgetKeys.all.map(\.id)).subtracting(shown) == [])
    }

    @Test("every sample and every screen is of a type that exists, and has a page")
    func samplesHavePages() {
      let named =
        reference.samples.all.flatMap(\.types) + (widgetScreens + programScreens).map(\.type)
      #expect(named.filter { reference.pages[$0] == nil } == [])
    }
  }
#endif
