import Millrace

@testable import catalogue

struct TabsPage: Component {
  @Local var folder = "inbox"
  // The tabs of the catalogue's page.
  let folders = [
    TabItem("inbox", "Inbox", count: 12), TabItem("drafts", "Drafts", count: 3),
    TabItem("sent", "Sent"), TabItem("archive", "Archive"),
  ]
}

struct SelectPage: Component {
  @Local var planet = "Earth"
  let planets = ["Venus", "Earth", "Mars", "Jupiter", "Saturn", "Neptune", "Pluto"]

  @MainActor var answer: String {
    planet == "Pluto" ? "It was a planet until 2006." : "It is a planet."
  }
}

struct MonthPage: Component {
  @Local var day: CalendarDay?
  @Environment(\.today) var today

  @MainActor var title: String { day.map { "Selected: \($0)" } ?? "No day is selected." }
}

struct ListPage: Component {
  struct Line: Identifiable { let id: Int }

  private static let lines = (1...10_000).map(Line.init)

  @Local var selection: Set<Int> = []

  var lines: [Line] { Self.lines }
}

struct ScrollPage: Component {
  var lines: ClosedRange<Int> { 1...50 }
}

/// Pages that use features that markup lacks, written by hand.
enum ByHand {
  struct MonthPage: Component {
    @Local private var day: CalendarDay?
    @Environment(\.today) private var today

    var body: Node {
      Column(gap: 1, align: .start) {
        MonthView(selection: $day, today: today)
        Text(day.map { "Selected: \($0)" } ?? "No day is selected.")
      }
    }
  }
}
