import Foundation
import Millrace
import MillraceInspector

/// The open folders, and the current file or folder.
struct Browser: Codable, Equatable, Sendable {
  let root: FileLocation
  var open: Set<FileLocation>
  var current: FileLocation?

  init(root: FileLocation) { (self.root, open) = (root, [root]) }
}

enum BrowserAction: Codable, Sendable { case open(Set<FileLocation>), show(FileLocation?) }

let browser = Reducer<Browser, BrowserAction> { state, action in
  switch action {
  case .open(let open): state.open = open
  case .show(let current): state.current = current
  }
}

/// Shows the files of a folder and their contents.
///
///     file-browser [FOLDER]
@main
struct FileBrowserProgram: TerminalProgram {
  static func run() async throws {
    let here = FileManager.default.currentDirectoryPath
    let path = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("--") } ?? here
    let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.path
    try await app(FileLocation(folder)).inspected(arguments: CommandLine.arguments).run()
  }

  /// The program, for `main` and for tests.
  @MainActor
  static func app(
    _ root: FileLocation, source: FolderSource = .system
  ) -> TerminalApp<Browser, BrowserAction> {
    TerminalApp(Store(initial: Browser(root: root), reducer: browser)) {
      state, dispatch, terminal in
      Column {
        Row(gap: 1) {
          Tree(
            .known([FileEntry(root, isFolder: true)]), text: \.name,
            open: Binding(get: { state.open }) { dispatch(.open($0)) },
            children: { entry in
              entry.isFolder ? .load { try await source.entries(in: entry.id) } : .none
            },
            row: { entry in Text(entry.name).bold(entry.isFolder).truncate() }
          )
          .current(Binding(get: { state.current }) { dispatch(.show($0)) }).select(state.current)
          .width(.percent(40)).grow(0).shrink(0)
          Divider(.vertical)
          if let current = state.current {
            Preview(location: current).grow().key(current)
          }
        }
        .grow()
        KeyHints()
      }
      .keys("File browser") { Bind("q", "Quit") { terminal.quit() } }
    }
  }
}

/// The beginning of a file, if it is text.
private struct Preview: Component, Equatable {
  let location: FileLocation
  @Local private var content: Content?

  private enum Content { case text(String), message(String) }

  /// The largest number of bytes that are read from a file.
  private static let limit = 64 * 1_024

  var body: Node {
    Column {
      Text(location.name).style(\.accent).truncate().shrink(0)
      switch content {
      case .text(let text): ScrollView { Text(text) }.grow()
      case .message(let message): Text(message).style(\.muted)
      case nil: Spinner("Reading…")
      }
    }
    .task {
      do {
        content = Self.content(of: try await location.start(Self.limit + 1))
      } catch {
        content = .message("\(error)")
      }
    }
  }

  private static func content(of bytes: [UInt8]) -> Content {
    if bytes.isEmpty { return .message("Empty.") }
    if bytes.contains(0) { return .message("Not a text.") }
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    return .text(bytes.count > limit ? text + "\n…" : text)
  }
}
