import Millrace
import MillraceInspector

@main
struct ChatProgram: TerminalProgram {
  static func run() async throws {
    try await app().inspected(arguments: CommandLine.arguments).run()
  }

  /// The program. A test passes dependencies with a controlled clock.
  @MainActor
  static func app(_ dependencies: Dependencies = Dependencies()) -> TerminalApp<Chat, ChatAction> {
    var start = Chat()
    start.add("Ask *anything*.", isMine: false)
    let store = Store(initial: start, reducer: chat, dependencies: dependencies)
    return TerminalApp(store) { state, dispatch, terminal in
      Column {
        Messages(messages: state.messages, asked: state.asked)
        TextField(
          state.draft, placeholder: "Ask", onChange: { dispatch(.draftChanged($0)) },
          onSubmit: { dispatch(.send) }, onCancel: { terminal.quit() }
        )
        .autofocus()
        Text("Enter sends, Tab goes to the messages, Esc quits.").style(\.muted).truncate()
      }
    }
  }
}

/// The messages. The list follows the newest message until the user scrolls up.
private struct Messages: Component {
  let messages: IdentifiedList<Message>
  let asked: Message.ID?
  @Local private var isAtEnd = true
  /// The number of blocks in the last message when the user scrolled up.
  @Local private var seen = 0

  private var blocks: Int { messages.last?.text.blocks.count ?? 0 }

  var body: Node {
    let end = Binding(get: { isAtEnd }) {
      isAtEnd = $0
      seen = blocks
    }
    Column {
      List(messages) {
        MessageRow(message: $0)
      }
      .select(asked).marker("").followsEnd(isAtEnd: end)
      Text(isAtEnd ? "" : blocks == seen ? "↓ more" : "↓ \(blocks - seen) new")
        .style(\.accent)
        .height(1).shrink(0)
    }
    .grow()
  }
}

private struct MessageRow: Component, Equatable {
  let message: Message

  var body: Node {
    Column {
      Text(message.isMine ? "You" : "Miller").style(\.accent)
      Markdown(message.text)
    }
    .padding(left: Length(message.isMine ? 4 : 0), bottom: 1)
  }
}
