import MillraceIdentifiedList
import MillraceLayout
import MillraceRender
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private struct Denied: Error, CustomStringConvertible { let description = "Permission denied" }

/// A picker over made-up folders.
@MainActor
private final class Files {
  var folder = FileLocation("/home/ann")
  var chosen: [FileLocation] = []
  var choice = FilePicker.Choice.file
  let listed = Tally()

  /// The names in each folder; a slash at the end marks a folder.
  nonisolated static let folders: [String: [[UInt8]]] = [
    "/": [Array("home/".utf8)],
    "/home": [Array("ann/".utf8), Array("root/".utf8)],
    "/home/ann": [
      Array("b.txt".utf8), Array("A.swift".utf8), Array("src/".utf8), Array(".git/".utf8),
      Array(".env".utf8), Array("\u{1B}[2Jx".utf8), [0x66, 0xFF], [0x66, 0xFE],
    ],
    "/home/ann/src": [Array("main.swift".utf8), Array("lib/".utf8)],
    "/home/ann/src/lib": [],
  ]

  var view: Node {
    let listed = listed
    let source = FolderSource { folder in
      listed.add(1)
      guard let names = Self.folders[folder.description] else { throw Denied() }
      return names.map { name in
        let isFolder = name.last == UInt8(ascii: "/")
        return FileEntry(folder.child(isFolder ? Array(name.dropLast()) : name), isFolder: isFolder)
      }
    }
    return Column {
      FilePicker(
        in: Binding(get: { self.folder }) { self.folder = $0 }, from: source, chooses: choice
      ) { self.chosen.append($0) }
    }
    .environment(\.reducesMotion, true)
  }
}

@MainActor
@Suite("Files", .timeLimit(.minutes(20)))
struct FilesTests {
  private let files = Files()

  /// The picker with its folder listed and the focus on the tree.
  private func stage(columns: Int = 40, rows: Int = 14) async -> NodeStage {
    let stage = NodeStage(columns: columns, rows: rows, files.view)
    await settle(stage)
    // Tab moves from the path over the filter and the checkbox to the tree.
    send(.tab, .tab, .tab, to: stage)
    return stage
  }

  private func settle(_ stage: NodeStage) async {
    repeat {
      await Task.yield()
      stage.show(files.view)
    } while !Task.isCancelled && stage.rows.contains { $0.contains("Loading…") }
  }

  private func send(_ keys: Key..., to stage: NodeStage) {
    for key in keys {
      stage.terminal.send(key)
      stage.show(files.view)
    }
  }

  private func tree(_ stage: NodeStage) -> [String] {
    stage.rows.dropFirst(2).map { row in
      var row = row.hasSuffix("│") || row.hasSuffix("┃") ? row.dropLast() : row[...]
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }

  @Test(
    "folders come first, control characters are shown as symbols, and hidden files are left out")
  func looks() async {
    let stage = await stage()
    #expect(stage.rows[0] == "/ › home › ann")
    #expect(stage.rows[1].hasPrefix("Filter") && stage.rows[1].hasSuffix("[ ] hidden files"))
    #expect(
      tree(stage).filter { !$0.isEmpty } == [
        "› ▾ ann", "  ├─▸ src", "  ├── ␛[2Jx", "  ├── A.swift", "  ├── b.txt", "  ├── f�",
        "  └── f�",
      ])
    send(.character("."), to: stage)
    #expect(tree(stage)[1...4] == ["  ├─▸ .git", "  ├─▸ src", "  ├── ␛[2Jx", "  ├── .env"])
  }

  @Test("choosing gives the exact file, also where two names look the same")
  func hostile() async {
    let stage = await stage()
    send(.down, .down, .enter, .end, .enter, .up, .enter, to: stage)
    let names = files.chosen.map { Array($0.bytes.dropFirst(10)) }
    #expect(names == [Array("\u{1B}[2Jx".utf8), [0x66, 0xFF], [0x66, 0xFE]])
  }

  @Test("Enter opens a folder, Right expands it, and Backspace and the path go back")
  func moving() async {
    let stage = await stage()
    send(.down, .right, to: stage)
    await settle(stage)
    #expect(tree(stage)[..<4] == ["  ▾ ann", "› ├─▾ src", "  │ ├─▸ lib", "  │ └── main.swift"])
    #expect(files.folder == FileLocation("/home/ann"))
    send(.enter, to: stage)
    await settle(stage)
    #expect(stage.rows[0] == "/ › home › ann › src")
    #expect(tree(stage)[..<3] == ["› ▾ src", "  ├─▸ lib", "  └── main.swift"])
    send(.backspace, to: stage)
    await settle(stage)
    #expect(files.folder == FileLocation("/home/ann"))
    stage.terminal.click(x: 5, y: 0)
    await settle(stage)
    #expect(files.folder == FileLocation("/home") && stage.rows[0] == "/ › home")
  }

  @Test("a folder that cannot be read shows its error and can be tried again")
  func errors() async {
    files.folder = FileLocation("/home/root")
    let stage = await stage(columns: 50)
    #expect(tree(stage)[..<2] == ["› ▾ root", "  └── Permission denied  enter: retry"])
    let before = files.listed.value
    send(.down, .enter, to: stage)
    await settle(stage)
    #expect(files.listed.value == before + 1)
  }

  @Test("a filter keeps folders and matching files without listing a folder again")
  func filter() async {
    let stage = await stage()
    let before = files.listed.value
    send(.shiftTab, .shiftTab, to: stage)
    stage.terminal.type("SWI")
    stage.show(files.view)
    #expect(
      tree(stage).filter { !$0.isEmpty } == ["  ▾ ann", "  ├─▸ src", "  └── A.swift"]
        || tree(stage).filter { !$0.isEmpty } == ["› ▾ ann", "  ├─▸ src", "  └── A.swift"])
    #expect(files.listed.value == before)
    send(.tab, .tab, .function(5), to: stage)
    // The old list stays until the new one arrives, so no row shows that it is loading.
    while files.listed.value == before, !Task.isCancelled { await settle(stage) }
    #expect(files.listed.value == before + 1)
  }

  @Test("if only folders can be chosen, a button chooses the folder")
  func folders() async {
    files.choice = .folder
    let stage = await stage()
    #expect(tree(stage)[..<2] == ["› ▾ ann", "  └─▸ src"])
    send(.tab, .enter, to: stage)
    #expect(files.chosen == [FileLocation("/home/ann")])
  }

  @Test("a location is unchanged by encoding and decoding, and is encoded as text if it is UTF-8")
  func coding() throws {
    for bytes in [Array("/a/ä".utf8), [0x2F, 0xFF], Array("/".utf8), []] {
      let location = FileLocation(bytes: bytes)
      let data = try JSONEncoder().encode([location])
      #expect(try JSONDecoder().decode([FileLocation].self, from: data) == [location])
    }
    let text = try JSONEncoder().encode([FileLocation("a b/")])
    #expect(
      String(decoding: text, as: UTF8.self) == #"["a b"]"#
        || String(decoding: text, as: UTF8.self) == #"["a b\/"]"#)
    let root = FileLocation("//")
    #expect(root.description == "/" && root.name == "/" && root.parent == nil)
    #expect(root.child(Array("x".utf8)).description == "/x")
    #expect(FileLocation("a").child(Array("x".utf8)).description == "a/x")
    #expect(FileLocation("").child(Array("x".utf8)).description == "x")
    #expect(FileLocation("/a/b").path.map(\.description) == ["/", "/a", "/a/b"])
  }
}

@MainActor
@Suite("Breadcrumbs")
struct BreadcrumbsTests {
  private let chosen = Captured<[Int]>([])
  private let titles = ["/", "home", "ann", "projects", "millrace"]

  private func stage(_ columns: Int, _ titles: [String]? = nil) -> NodeStage {
    NodeStage(
      columns: columns, rows: 2,
      Breadcrumbs(titles ?? self.titles) { [chosen] in chosen.value.append($0) })
  }

  @Test("a narrow path omits the levels in the middle first, then cuts the last one")
  func looks() {
    #expect(stage(40).rows == ["/ › home › ann › projects › millrace"])
    #expect(stage(36).rows == ["/ › home › ann › projects › millrace"])
    #expect(stage(35).rows == ["/ › … › ann › projects › millrace"])
    #expect(stage(30).rows == ["/ › … › projects › millrace"])
    #expect(stage(20).rows == ["/ › … › millrace"])
    let narrow = stage(12).rows[0]
    #expect(narrow.hasPrefix("/ › … › m") && narrow.count <= 12)
    #expect(stage(20, []).rows == [])
    #expect(stage(20, ["漢字漢字漢字", "漢字漢字漢字"]).rows[0].contains("…"))
  }

  @Test("a path takes the focus once, arrows move along it, and Enter and a click choose")
  func keys() {
    let stage = stage(40)
    stage.terminal.send(.right, .right, .enter, .left, .space)
    #expect(chosen.value == [2, 1])
    stage.terminal.click(x: 20, y: 0)
    #expect(chosen.value == [2, 1, 3])
  }

  @Test("a path is described as navigation, and a disabled path takes no focus and no click")
  func semantics() {
    let description = stage(40).screen.host.describe()
    #expect(description.lines.first == "Path, navigation")
    #expect(description.lines.contains("home, link"))
    #expect(description.lines.last == "millrace, link, selected")
    let disabled = NodeStage(
      columns: 40, rows: 2,
      Breadcrumbs(titles) { [chosen] in chosen.value.append($0) }.disabled())
    disabled.terminal.click(x: 5, y: 0)
    #expect(chosen.value == [] && disabled.screen.host.focused == nil)
  }
}
