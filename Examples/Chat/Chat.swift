import Millrace

struct Message: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let isMine: Bool
  var text: MarkdownDocument
}

struct Chat: Codable, Equatable, Sendable {
  var messages = IdentifiedList<Message>()
  var draft = ""
  /// The rest of the answer, which is not delivered yet.
  var rest = ""
  /// The id of the answer to the last question. The list scrolls to it.
  var asked: Message.ID?

  mutating func add(_ text: String, isMine: Bool) {
    messages.append(Message(id: messages.count, isMine: isMine, text: MarkdownDocument(text)))
  }
}

enum ChatAction: Codable, Equatable, Sendable { case draftChanged(String), send, more }

let chat = Reducer<Chat, ChatAction> { state, action -> Command<ChatAction> in
  switch action {
  case .draftChanged(let draft):
    state.draft = draft
    return .none
  case .send:
    guard !state.draft.isEmpty else { return .none }
    state.rest = Assistant.answer(to: state.draft, number: state.messages.count / 2)
    state.add(state.draft, isMine: true)
    state.add("", isMine: false)
    state.asked = state.messages.count - 1
    state.draft = ""
  case .more:
    // Delivers the text in pieces that ignore words and blocks, as a model delivers its tokens.
    let piece = state.rest.prefix(7)
    state.messages[id: state.messages.count - 1]?.text.append(String(piece))
    state.rest.removeFirst(piece.count)
    if state.rest.isEmpty { return .none }
  }
  // The delay uses the store's clock. A new question cancels the old answer.
  return .action(.more).delay(for: .milliseconds(40))
    .cancellable(id: "answer", inFlight: .cancelled)
}

/// Alternates between two answers.
enum Assistant {
  static func answer(to question: String, number: Int) -> String {
    number % 2 == 0 ? plan : snippet
  }

  private static let plan = """
    ## A plan

    There are *three* ways:

    1. **Wait**, which costs nothing
    2. Ask somebody
       - who knows
       - who has time
    3. [Read](https://example.org/manual)

    | way | days |
    |-----|-----:|
    | wait | 9 |
    | ask | 2 |

    """

  private static let snippet = """
    Like this:

    ```swift
    let answer = 6 * 7
    ```

    > It is shorter than it looks.

    """
}
