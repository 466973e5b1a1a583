import Millrace

/// Samples of texts and of the field for a line of text.
enum TextSamples {
  // sample: Text
  struct Greeting: Component {
    let name: String

    var body: Node {
      Text("Hello, \(name)!").bold().foreground(.cyan)
      Text("You have three new messages.").dim()
    }
  }
  // end

  // sample: TextSpan, TextSpanBuilder, Text
  struct Notice: Component {
    var body: Node {
      Text {
        "Read "
        TextSpan("the manual").bold().link("https://example.org/manual")
        "."
      }
    }
  }
  // end

  // sample: TextFormat
  struct Download: Component {
    let share: Double

    var body: Node {
      Text("\(share, format: .percent) of \(12.5, format: .fixed(2)) MB")
    }
  }
  // end

  // sample: TextWrap, TextTruncation, TextAlignment
  struct FileLine: Component {
    let path: String

    var body: Node {
      Column {
        Text(path).truncate(.middle)
        Text(path).wrap(.character)
        Text("saved").align(.trailing)
      }
    }
  }
  // end

  // sample: TextField
  struct Search: Component {
    @Local var query = ""
    let find: @MainActor (String) -> Void

    var body: Node {
      Row(gap: 1) {
        Text("Find:")
        TextField($query, placeholder: "a title", onSubmit: { find(query) }).grow()
      }
    }
  }
  // end

  // sample: TextField
  /// The text is in the state of a store.
  struct Draft: Component {
    let text: String
    let dispatch: Dispatcher<DraftAction>

    var body: Node {
      TextField(
        text, placeholder: "What needs doing?",
        onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) })
    }
  }

  enum DraftAction: Sendable { case draftChanged(String), add }
  // end

  // sample: Completion, TextField
  struct CityField: Component {
    @Local var city = ""

    var body: Node {
      TextField(
        $city,
        completions: { typed in
          ["Lisbon", "London", "Lyon"].filter { !typed.isEmpty && $0.hasPrefix(typed) }
            .map { Completion($0, replacing: typed) }
        })
    }
  }
  // end

  static func fuzzy() -> [String] {
    // sample: FuzzyMatch
    let match = FuzzyMatch("dlt", in: "Delete all")
    precondition(match?.offsets == [0, 2, 4])
    // end

    // sample: FuzzyPattern
    let titles = ["Delete all", "Duplicate", "Edit title"]
    let pattern = FuzzyPattern("dl")
    let found = titles.compactMap { title in pattern.score(of: title).map { (title, $0) } }
    let ranked = found.sorted { $0.1 > $1.1 }.map(\.0)
    // end
    return ranked
  }

  static func words() {
    // sample: WordBoundary
    /// Removes the last word of a text, as Ctrl-W does in a field.
    func withoutLastWord(_ text: String) -> String {
      String(text[..<WordBoundary.index(wordBefore: text.endIndex, in: text)])
    }
    // end
  }

  // sample: Markdown
  struct Answer: Component {
    let text: String

    var body: Node {
      ScrollView(followsEnd: true) { Markdown(text) }.grow()
    }
  }
  // end

  static func document() -> MarkdownDocument {
    // sample: MarkdownDocument
    var document = MarkdownDocument("# Answer\n\n")
    document.append("It is *forty")
    document.append("-two*.\n")
    // end
    return document
  }

  static func blocks() {
    // sample: MarkdownBlock, MarkdownInline
    /// The headings of a document, for a table of contents.
    func headings(of document: MarkdownDocument) -> [String] {
      document.blocks.compactMap { block in
        if case .heading(_, let inlines) = block { inlines.plainText } else { nil }
      }
    }
    // end

    // sample: MarkdownBlock, MarkdownList, MarkdownTable
    func size(of block: MarkdownBlock) -> String {
      switch block {
      case .list(let list): "\(list.items.count) items"
      case .table(let table): "\(table.rows.count) rows"
      default: "one block"
      }
    }
    // end
  }
}

@MainActor let textScreens: [ScreenSample] = [
  ScreenSample("Text", columns: 40, rows: 2) { TextSamples.Greeting(name: "Ana") },
  ScreenSample("TextSpan", columns: 40, rows: 1) { TextSamples.Notice() },
  ScreenSample("TextFormat", columns: 40, rows: 1) { TextSamples.Download(share: 0.37) },
  ScreenSample("TextWrap", columns: 24, rows: 4) {
    TextSamples.FileLine(path: "Documents/Recipes/Bread.txt")
  },
  ScreenSample("TextField", columns: 40, rows: 1, keys: [.tab] + "olives".map(Key.character)) {
    TextSamples.Search { _ in }
  },
  ScreenSample("Completion", columns: 30, rows: 7, keys: [.tab] + "L".map(Key.character)) {
    TextSamples.CityField()
  },
  ScreenSample("Markdown", columns: 40, rows: 6) {
    TextSamples.Answer(text: "# Bread\n\nBake *slowly*:\n\n1. Mix **flour** and water.\n2. Wait.\n")
  },
]
