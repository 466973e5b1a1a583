import Millrace

struct SplitPage: Component {
  @Local private var panes = SplitState()
  @Local private var inner = SplitState()
  @Local private var note = ""

  var body: Node {
    Column {
      Split(state: $panes) {
        SplitPane("folders", min: 8) {
          for name in ["Inbox", "Sent", "Archive"] { Text(name).truncate().key(name) }
        }
        SplitPane("mail", share: 2, min: 12) {
          Split(.vertical, state: $inner) {
            SplitPane("text", share: 2, min: 1, canCollapse: false) {
              Text("Drag the lines, or go to them with Tab and use the arrows.")
            }
            SplitPane("note", min: 1) { TextField($note, placeholder: "A note") }
          }
        }
      }
      Text("Enter or a double click on a line collapses or expands a pane.")
        .style(\.muted).truncate().shrink(0)
    }
    .grow()
  }
}
