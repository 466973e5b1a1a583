import Millrace

struct TabsPage: Component {
  @Local private var folder = "inbox"
  private let folders = [
    TabItem("inbox", "Inbox", count: 12), TabItem("drafts", "Drafts", count: 3),
    TabItem("sent", "Sent"), TabItem("archive", "Archive"),
  ]

  var body: Node {
    Column(gap: 1) {
      Tabs(folders, selection: $folder)
      Text("Contents of \(folder).")
    }
  }
}
