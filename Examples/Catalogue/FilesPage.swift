import Millrace

/// Chooses a file on this machine.
struct FilesPage: Component {
  @Local private var folder = FileLocation("/")
  @Local private var chosen: FileLocation?

  var body: Node {
    Column {
      FilePicker(in: $folder, from: .system) { chosen = $0 }
      Text(chosen.map { "Chosen: \($0)" } ?? "Nothing is chosen.").truncate().style(\.muted)
        .shrink(0)
    }
    .grow()
  }
}
