import Millrace
import MillraceRender

/// A question whose answer takes time.
enum Question: Hashable, Sendable {
  case search(String), history(String)
  /// The versions to skip, and the newest version, so that each commit asks the question again.
  case branch(Set<UInt64>, UInt64)

  /// Returns a stream of the answer so far, which ends with the whole answer. Queries of the
  /// recording run outside the main actor, and end when the stream is no longer read.
  func answers(_ inspector: Inspector) -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
      let task = Task.detached {
        do throws(InspectorError) {
          switch self {
          case .search(let query):
            let nodes = await inspector.searchTree(query)
            stream.yield(nodes.text + "…")
            stream.yield(try inspector.search(query).adding(nodes).text)
          case .history(let path):
            stream.yield(try inspector.history(of: path) { stream.yield($0.text + "…") }.text)
          case .branch(let skipped, _):
            stream.yield("The branch differs:\n" + (try inspector.branch(skipping: skipped).text))
          }
        } catch { stream.yield(error.description) }
        stream.finish()
      }
      stream.onTermination = { _ in task.cancel() }
    }
  }
}

/// The answer to a question, as far as it is known.
struct AnswerText: Component {
  let inspector: Inspector
  let question: Question?
  var placeholder = ""
  @Local private var answer = "…"

  var body: Node {
    Text(question == nil ? placeholder : answer).node.task(id: question) {
      guard let question else { return }
      for await text in question.answers(inspector) { answer = text }
    }
  }
}

/// A tab with a list or a tree, and below it the details of the current row.
@MainActor func split(
  _ name: String, _ rows: Node, _ detailName: String, @NodeBuilder details: () -> Node
) -> Node {
  Split(.vertical) {
    SplitPane(name, share: 3) { rows }
    SplitPane(detailName, share: 2) { ScrollView { details() } }
  }.node
}

/// A field for a value as JSON. It shows why a value is refused.
struct JSONField: Component {
  let title: String
  let submit: @MainActor (String) throws -> Void
  let close: @MainActor () -> Void
  @Local private var text: String
  @Local private var problem: String?

  init(
    _ title: String, _ initial: String?, close: @escaping @MainActor () -> Void,
    submit: @escaping @MainActor (String) throws -> Void
  ) {
    (self.title, self.submit, self.close) = (title, submit, close)
    _text = Local(wrappedValue: initial ?? "")
  }

  var body: Node {
    Column {
      Row(gap: 1) {
        Text(title).style(\.accent).shrink(0)
        if text == "true" || text == "false" {
          Switch(text == "true") { text = text == "true" ? "false" : "true" }
        }
        TextField($text, placeholder: "JSON", onSubmit: { send() }, onCancel: close).node
          .autofocus().grow()
      }
      if let problem { Text(problem).style(\.danger) }
    }
    .shrink(0)
  }

  @MainActor private func send() {
    do {
      try submit(text)
      close()
    } catch { problem = "\(error)" }
  }
}
