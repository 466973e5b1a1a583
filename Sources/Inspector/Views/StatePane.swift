import Millrace
import MillraceRender

/// The state that the program shows, a search, and the commits that changed the current part.
struct StatePane: Component {
  let inspector: Inspector
  let focus: FocusHandle
  @Local private var current: String?
  @Local private var query = ""
  @Local private var asked: Question?
  /// The path of the value that is edited.
  @Local private var edited: String?

  /// The largest number of parts of a value that the pane shows. It counts the others.
  private static let limit = 200

  var body: Node {
    let breaks = Set(inspector.holding.breaks)
    let tree = Tree(
      .known(parts(of: "")),
      text: { "\(breaks.contains($0.path) ? "● " : "")\($0.name): \($0.text)" },
      children: { $0.count == 0 ? .none : .known(parts(of: $0.path)) }
    ).current($current).onActivate { edited = $0.path }
    Column {
      TextField(
        $query, placeholder: "Search names, values, actions and the tree",
        onSubmit: { asked = .search(query) }
      ).shrink(0)
      split("state", tree.node.focus(focus), "answer") {
        AnswerText(
          inspector: inspector, question: asked,
          placeholder: "h: who changed this? b: break when it changes. e: edit.")
      }
      if let path = edited {
        JSONField(path, try? inspector.json(at: path), close: { edited = nil }) {
          try inspector.edit(path, json: $0)
        }.key(path)
      }
    }
    .grow().keys("State") {
      Bind("h", "Who changed this?", name: "inspector.history") {
        if let current { asked = .history(current) }
      }
      Bind("b", "Break when it changes", name: "inspector.break", isShown: false) {
        guard let path = current else { return }
        if breaks.contains(path) {
          inspector.removeBreak(at: path)
        } else {
          try inspector.addBreak(at: path)
        }
      }
      Bind("e", "Edit", name: "inspector.edit", isShown: false) { edited = current }
    }
  }

  private func parts(of path: String) -> IdentifiedList<ValuePart> {
    guard let answer = try? inspector.value(at: path, limit: Self.limit) else {
      return IdentifiedList()
    }
    var parts = answer.parts
    if answer.more > 0 {
      parts.append(
        ValuePart(path: path + "…", name: "…", type: "", text: "\(answer.more) more", count: 0))
    }
    // Two parts can have the same path, such as two keys with the same text. The pane shows only
    // the first of them, because the ids in a list must differ.
    var known: Set<String> = []
    return IdentifiedList(parts.filter { known.insert($0.id).inserted })
  }
}
