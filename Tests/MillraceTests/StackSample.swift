import Millrace
import MillraceTesting
import Testing

// The program of the article "A stack of screens". `StackSampleTests` runs it.

struct Folder: Codable, Equatable, Sendable {
  var path: String
  var names: [String]?
  var problem: String?
}

enum FolderAction: Equatable, Sendable {
  case load, loaded([String]), failed(String)
  case open(String)
}

enum FileClient: DependencyKey {
  static var defaultValue: @Sendable (String) async throws -> [String] {
    { try await names(in: $0) }
  }
}

let folder = Reducer<Folder, FolderAction> { folder, action -> Command<FolderAction> in
  switch action {
  case .load:
    return .task { [path = folder.path] in .loaded(try await $0[FileClient.self](path)) }
      .catch { .failed("\($0)") }
  case .loaded(let names): folder.names = names
  case .failed(let problem): folder.problem = problem
  case .open: break  // The stack does that.
  }
  return .none
}

struct Rename: Codable, Equatable, Sendable {
  var path: String
  var name: String
}

enum RenameAction: Equatable, Sendable { case typed(String), done(String) }

let rename = Reducer<Rename, RenameAction> { rename, action -> Command<RenameAction> in
  switch action {
  case .typed(let name): rename.name = name
  case .done: return .dismiss()
  }
  return .none
}

enum FileScreen: Codable, Equatable, Sendable { case folder(Folder), rename(Rename) }

enum FileScreenAction: Equatable, Sendable { case folder(FolderAction), rename(RenameAction) }

let fileScreen = Reducer<FileScreen, FileScreenAction>.combine(
  .scope(
    .case(
      CasePath(FileScreen.folder) { if case .folder(let it) = $0 { it } else { nil } }, in: \.self),
    action: CasePath(FileScreenAction.folder) { if case .folder(let it) = $0 { it } else { nil } },
    folder),
  .scope(
    .case(
      CasePath(FileScreen.rename) { if case .rename(let it) = $0 { it } else { nil } }, in: \.self),
    action: CasePath(FileScreenAction.rename) { if case .rename(let it) = $0 { it } else { nil } },
    rename))

struct Browser: Codable, Equatable, Sendable {
  var stack = ScreenStack(FileScreen.folder(Folder(path: "")))
  var renamed: [String: String] = [:]
}

enum BrowserAction: Equatable, Sendable { case stack(StackAction<FileScreen, FileScreenAction>) }

let stackPath = CasePath(BrowserAction.stack) { if case .stack(let it) = $0 { it } else { nil } }

let browser = Reducer<Browser, BrowserAction>.combine(
  Reducer { state, action in
    switch action {
    case .stack(.screen(let id, .folder(.open(let name)))):
      guard case .folder(let folder) = state.stack[id] else { return }
      state.stack.push(screen(at: folder.path + name))
    case .stack(.screen(let id, .rename(.done(let name)))):
      guard case .rename(let rename) = state.stack[id] else { return }
      state.renamed[rename.path] = name
    case .stack: break
    }
  },
  .stack(\.stack, action: stackPath, fileScreen))

func screen(at path: String) -> FileScreen {
  if path.isEmpty || path.hasSuffix("/") { return .folder(Folder(path: path)) }
  return .rename(Rename(path: path, name: path.split(separator: "/").last.map(String.init) ?? path))
}

func screens(to path: String) -> [FileScreen] {
  let ends = path.indices.filter { path[$0] == "/" }.map { path.index(after: $0) }
  let paths = ends.map { String(path[..<$0]) } + (path.hasSuffix("/") ? [] : [path])
  return paths.map { screen(at: $0) }
}

struct BrowserView: Component {
  let state: Browser
  let dispatch: Dispatcher<BrowserAction>

  var body: Node {
    ScreenStackView(state.stack, onBack: { dispatch(.stack(.back)) }) { entry in
      switch entry.screen {
      case .folder(let folder):
        FolderView(
          folder: folder, dispatch: dispatch.wrap { .stack(.screen(entry.id, .folder($0))) })
      case .rename(let rename):
        RenameView(
          rename: rename, dispatch: dispatch.wrap { .stack(.screen(entry.id, .rename($0))) })
      }
    }
    KeyHints()
  }
}

struct FolderView: Component {
  let folder: Folder
  let dispatch: Dispatcher<FolderAction>

  var body: Node {
    Column {
      Text("/\(folder.path)").bold()
      if let problem = folder.problem { Text(problem).style(\.danger) }
      List((folder.names ?? []).map { Name(id: $0) }) { Text($0.id) }
        .onActivate { dispatch(.open($0.id)) }
    }
    .grow()
    .onAppear { dispatch(.load) }
  }

  private struct Name: Identifiable { let id: String }
}

struct RenameView: Component {
  let rename: Rename
  let dispatch: Dispatcher<RenameAction>

  var body: Node {
    Text("Rename \(rename.path)").bold()
    TextField(
      rename.name, onChange: { dispatch(.typed($0)) }, onSubmit: { dispatch(.done(rename.name)) })
  }
}

@MainActor
func browserApp(
  _ store: Store<Browser, BrowserAction>
) -> TerminalApp<Browser, BrowserAction> {
  TerminalApp(store) { state, dispatch in BrowserView(state: state, dispatch: dispatch) }
}

func openLink(_ path: String, in store: Store<Browser, BrowserAction>) {
  store.dispatch(.stack(.open(.folder(Folder(path: "")), screens(to: path))))
}

@Test("a renaming dismisses itself with the new name")
func renames() async throws {
  var initial = Browser()
  initial.stack.push(.rename(Rename(path: "todo.txt", name: "todo.txt")))
  let store = TestStore(initial: initial, reducer: browser)
  try await store.send(.stack(.screen(1, .rename(.done("done.txt"))))) {
    $0.renamed = ["todo.txt": "done.txt"]
  }
  try await store.receive(.stack(.remove(1))) { $0.stack.goBack() }
  try await store.finish()
}

private func names(in path: String) async throws -> [String] { [] }
