import MillraceIdentifiedList
import MillraceRender

/// Lets a user choose a file or a folder.
///
/// ```swift
/// FilePicker(in: $folder, from: .system) { file in open(file) }
/// ```
///
/// It shows the path, a filter, and a ``Tree`` of the folder. Enter goes into a folder or chooses a
/// file; Right expands a folder in place, and F5 reads its entries again. Backspace goes to the
/// parent folder, and `.` toggles hidden files; the names of these two keys in a ``KeyMap`` are
/// `files.parent` and `files.hidden`. If a folder cannot be read, the error is shown instead of its
/// entries. Control characters in names are replaced when shown; the chosen location keeps the
/// exact bytes.
public struct FilePicker: Component {
  /// The kind of entry that can be chosen.
  public enum Choice: Sendable {
    /// Enter on a file chooses it.
    case file
    /// Files are not shown; a button chooses the current folder.
    case folder
  }

  private let binding: Binding<FileLocation>
  private let source: FolderSource
  private let choice: Choice
  private let onChoose: @MainActor (FileLocation) throws -> Void
  @Local private var cache = FolderCache()
  @Local private var closed: Set<FileLocation> = []
  @Local private var opened: Set<FileLocation> = []
  @Local private var filter = ""
  @Local private var showsHidden = false
  @Environment(\.keyMap) private var keyMap

  /// - Parameters:
  ///   - folder: the current folder, an absolute path. The picker changes it.
  ///   - source: lists folders: `.system` in a program.
  ///   - choice: whether a file or a folder is chosen.
  ///   - onChoose: called with the chosen location.
  public init(
    in folder: Binding<FileLocation>, from source: FolderSource, chooses choice: Choice = .file,
    onChoose: @escaping @MainActor (FileLocation) throws -> Void
  ) {
    binding = folder
    (self.source, self.choice, self.onChoose) = (source, choice, onChoose)
  }

  @MainActor private var folder: FileLocation { binding.wrappedValue }

  public var body: Node {
    let path = folder.path
    return Column {
      Breadcrumbs(path.map(\.name)) { go(to: path[$0]) }
      Row(gap: 1) {
        TextField($filter, placeholder: "Filter").grow()
        Checkbox(showsHidden) { showsHidden.toggle() }
        Text("hidden files").shrink(0)
      }
      .shrink(0)
      Tree(
        .known([FileEntry(folder, isFolder: true)]), text: \.name, open: open,
        children: { children(of: $0) }
      )
      .onRowKey { try handle($0, $1) }.onActivate { try onChoose($0.id) }
      if choice == .folder {
        Button("Choose \(folder.name)") { try onChoose(folder) }.alignSelf(.start)
      }
    }
    .grow()
    .keys("Files") {
      Bind(.backspace, "Go to the parent folder", name: "files.parent") {
        if let parent = folder.parent { go(to: parent) }
      }
      Bind(.character("."), "Show hidden files", name: "files.hidden") { showsHidden.toggle() }
    }
  }

  /// The expanded folders. The current folder is one of them unless the user collapsed it.
  @MainActor private var open: Binding<Set<FileLocation>> {
    Binding(get: { closed.contains(folder) ? opened : opened.union([folder]) }) {
      opened = $0
      if $0.contains(folder) { closed.remove(folder) } else { closed.insert(folder) }
    }
  }

  @MainActor private func go(to location: FileLocation) {
    binding.wrappedValue = location
    filter = ""
    closed.remove(location)
  }

  @MainActor private func handle(_ key: Key, _ entry: FileEntry) throws -> Bool {
    if CommandKeys(TreeCommand.table, in: keyMap).command(of: key)?.command == .reload {
      // Removes the folder from the cache, so that the tree loads it again.
      cache.folders[entry.isFolder ? entry.id : entry.id.parent ?? folder] = nil
    }
    guard key == .enter, entry.isFolder, entry.id != folder else { return false }
    go(to: entry.id)
    return true
  }

  @MainActor private func children(of entry: FileEntry) -> TreeChildren<FileEntry> {
    guard entry.isFolder else { return .none }
    let (folder, source, cache) = (entry.id, source, cache)
    let options = FolderCache.ListingOptions(
      filter: FoldedText(filter), hasHidden: showsHidden, hasFiles: choice == .file)
    if let entries = cache.entries(in: folder, options) { return .known(entries) }
    return .load {
      let entries = try await source.entries(in: folder)
      await cache.keep(entries, in: folder)
      return entries.filter { options.shows($0) }
    }
  }
}

/// Caches the entries of each folder, and which of these entries are shown.
@MainActor
private final class FolderCache {
  struct ListingOptions: Equatable, Sendable {
    let filter: FoldedText
    let hasHidden, hasFiles: Bool

    /// Whether an entry is shown. The filter does not apply to folders, because they may contain
    /// matching files.
    func shows(_ entry: FileEntry) -> Bool {
      if entry.isHidden, !hasHidden { return false }
      if entry.isFolder { return true }
      return hasFiles && (filter.isEmpty || FoldedText(entry.name).contains(filter))
    }
  }

  struct Folder {
    let all: [FileEntry]
    var shown: IdentifiedList<FileEntry> = []
    var options: ListingOptions?
  }

  var folders: [FileLocation: Folder] = [:]

  nonisolated init() {}

  func entries(in location: FileLocation, _ options: ListingOptions) -> IdentifiedList<FileEntry>? {
    guard var folder = folders[location] else { return nil }
    if folder.options != options {
      (folder.shown, folder.options) = (IdentifiedList(folder.all.filter(options.shows)), options)
      folders[location] = folder
    }
    return folder.shown
  }

  func keep(_ entries: [FileEntry], in location: FileLocation) {
    folders[location] = Folder(all: entries)
  }
}
