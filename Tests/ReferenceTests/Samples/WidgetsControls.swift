import Millrace

/// Samples of buttons, of controls for one value, and of progress.
enum ControlSamples {
  // sample: Button
  struct Counter: Component {
    @Local var count = 0

    var body: Node {
      Row(gap: 1) {
        Button("More") { count += 1 }
        Text("Pressed \(count) times")
      }
    }
  }
  // end

  // sample: Checkbox
  struct TodoRow: Component {
    let title: String
    @Local var isDone = false

    var body: Node {
      Row(gap: 1) {
        Checkbox(isDone) { isDone.toggle() }
        Text(title).strikethrough(isDone)
      }
    }
  }
  // end

  // sample: Switch
  struct Settings: Component {
    @Local var playsSound = true

    var body: Node {
      Row(gap: 1) {
        Text("Sound")
        Switch($playsSound)
      }
    }
  }
  // end

  // sample: Badge
  struct Inbox: Component {
    let unread: Int

    var body: Node {
      Row(gap: 1) {
        Text("Inbox")
        Badge(unread)
        Badge("new", \.danger)
      }
    }
  }
  // end

  // sample: Radio
  enum Priority: String, CaseIterable { case low, normal, high }

  struct PriorityChoice: Component {
    @Local var priority = Priority.normal

    var body: Node {
      Radio(Priority.allCases, selection: $priority) { $0.rawValue }
    }
  }
  // end

  // sample: Select
  struct SizeChoice: Component {
    @Local var size = "medium"

    var body: Node {
      Row(gap: 1) {
        Text("Size")
        Select(["small", "medium", "large"], selection: $size) { $0 }
      }
    }
  }
  // end

  // sample: Tabs, TabItem
  struct Folders: Component {
    enum Folder { case inbox, sent }
    @Local var folder = Folder.inbox

    var body: Node {
      Tabs([TabItem(.inbox, "Inbox", count: 12), TabItem(.sent, "Sent")], selection: $folder)
      switch folder {
      case .inbox: Text("12 messages")
      case .sent: Text("Nothing is sent yet.")
      }
    }
  }
  // end

  // sample: NumberField, SteppedNumber
  struct Booking: Component {
    @Local var rooms = 2
    let price: Double
    let dispatch: Dispatcher<BookingAction>

    var body: Node {
      NumberField($rooms, in: 1...12)
      NumberField(price, in: 0...1000, step: 0.5) { dispatch(.priceChanged($0)) }
    }
  }

  enum BookingAction: Sendable { case priceChanged(Double) }
  // end

  // sample: Slider
  struct Volume: Component {
    @Local var volume = 40

    var body: Node {
      Row(gap: 1) {
        Text("Volume")
        Slider($volume, in: 0...100, step: 5)
      }
    }
  }
  // end

  // sample: ProgressBar
  struct Upload: Component {
    let done: Int
    let files: Int

    var body: Node {
      Text("\(done) of \(files) files")
      ProgressBar(done: done, of: files, showsPercent: true)
    }
  }
  // end

  @MainActor static func progress() -> Node {
    // sample: ProgressEstimate, ProgressBar
    var copying = ProgressEstimate(total: 120_000_000, unit: .bytes)
    copying.update(done: 0, at: .seconds(0))
    copying.update(done: 24_000_000, at: .seconds(2))
    let bar = ProgressBar(copying)  // ████▍───────  20 % 12.0 MB/s, 00:08 left
    // end
    return bar.node
  }

  static func copying() {
    // sample: ProgressEstimate
    struct Copy: Equatable, Sendable { var progress = ProgressEstimate(unit: .items("files")) }

    enum CopyAction: Sendable { case copied(files: Int, elapsed: Duration) }

    let copy = Reducer<Copy, CopyAction> { state, action in
      switch action {
      case .copied(let files, let elapsed): state.progress.update(done: Double(files), at: elapsed)
      }
    }
    // end
    _ = copy
  }

  // sample: Spinner
  struct Waiting: Component {
    var body: Node { Spinner("Connecting…") }
  }
  // end

  // sample: LoadView, LoadState
  struct Article: Identifiable, Equatable, Sendable {
    let id: Int
    let title: String
  }

  struct News: Component {
    let articles: LoadState<[Article]>
    let load: @MainActor () -> Void

    var body: Node {
      LoadView(articles, onRetry: { load() }) { articles in
        List(articles) { Text($0.title) }
      }
    }
  }
  // end
}

@MainActor let controlScreens: [ScreenSample] = [
  ScreenSample("Button", columns: 40, rows: 1, keys: [.tab, .enter, .enter]) {
    ControlSamples.Counter()
  },
  ScreenSample("Checkbox", columns: 40, rows: 2, keys: [.tab, .space]) {
    ControlSamples.TodoRow(title: "Water the plants")
    ControlSamples.TodoRow(title: "Buy bread")
  },
  ScreenSample("Switch", columns: 40, rows: 1, keys: [.tab]) { ControlSamples.Settings() },
  ScreenSample("Badge", columns: 40, rows: 1) { ControlSamples.Inbox(unread: 120) },
  ScreenSample("Radio", columns: 40, rows: 3, keys: [.tab]) { ControlSamples.PriorityChoice() },
  ScreenSample("Select", columns: 40, rows: 6, keys: [.tab, .enter, .down]) {
    ControlSamples.SizeChoice()
  },
  ScreenSample("Tabs", columns: 40, rows: 2, keys: [.tab]) { ControlSamples.Folders() },
  ScreenSample("NumberField", columns: 40, rows: 2, keys: [.tab, .up]) {
    ControlSamples.Booking(price: 9.5, dispatch: Dispatcher { _ in })
  },
  ScreenSample("Slider", columns: 40, rows: 1, keys: [.tab, .right]) { ControlSamples.Volume() },
  ScreenSample("ProgressBar", columns: 40, rows: 2) { ControlSamples.Upload(done: 3, files: 8) },
  ScreenSample("ProgressEstimate", columns: 50, rows: 1) {
    ControlSamples.progress()
  },
  ScreenSample("Spinner", columns: 40, rows: 1) { ControlSamples.Waiting() },
  ScreenSample("LoadView", columns: 40, rows: 2) {
    ControlSamples.News(articles: .failed("The server does not answer.")) {}
  },
]
