import Millrace
import MillraceRender

/// The state that the program shows, a search, and the commits that changed the current part.
struct StatePane: Component {
  let inspector: Inspector
  @Local private var current: String?
  @Local private var query = ""
  @Local private var found: Answer?

  private struct Answer: Equatable {
    let question: String
    let text: String
  }

  /// The largest number of parts of a value that the pane shows. It counts the others.
  private static let limit = 200

  var body: Node {
    Column {
      TextField(
        $query, placeholder: "Search names, values and actions", onSubmit: { ask(.search(query)) }
      ).shrink(0)
      Split(.vertical) {
        SplitPane("state", share: 3) {
          Tree(
            .known(parts(of: "")), text: { "\($0.name): \($0.text)" }, current: $current,
            children: { $0.count == 0 ? .none : .known(parts(of: $0.path)) })
        }
        SplitPane("answer", share: 2) {
          ScrollView { Text(found?.text ?? "h: who changed this? Enter in the field: search.") }
        }
      }
    }
    .grow().keys("State") {
      Bind("h", "Who changed this?", name: "inspector.history") {
        if let current { ask(.history(current)) }
      }
    }
    .task(id: asked) {
      guard let asked else { return }
      let text = await asked.answer(inspector)
      if !Task.isCancelled { found = Answer(question: "\(asked)", text: text) }
    }
  }

  @Local private var asked: Question?

  @MainActor private func ask(_ question: Question) {
    asked = question
    found = Answer(question: "\(question)", text: "…")
  }

  private func parts(of path: String) -> IdentifiedList<ValuePart> {
    guard let answer = try? inspector.value(at: path, limit: Self.limit) else {
      return IdentifiedList()
    }
    var parts = answer.parts
    if answer.more > 0 {
      parts.append(
        ValuePart(
          path: path + "…", name: "…", type: "", text: "\(answer.more) more", count: 0))
    }
    // Two parts with the same name, such as keys with the same text, would become one row.
    var known: Set<String> = []
    return IdentifiedList(parts.filter { known.insert($0.id).inserted })
  }
}

/// A question that runs in a task, because its answer takes time.
private enum Question: Hashable, Sendable {
  case search(String)
  case history(String)

  /// Answers outside the main actor. The query stops when the calling task is cancelled.
  nonisolated func answer(_ inspector: Inspector) async -> String {
    do throws(InspectorError) {
      switch self {
      case .search(let query):
        return try inspector.search(query, isCancelled: { Task.isCancelled }).text
      case .history(let path):
        return try inspector.history(of: path, isCancelled: { Task.isCancelled }).text
      }
    } catch { return error.description }
  }
}
