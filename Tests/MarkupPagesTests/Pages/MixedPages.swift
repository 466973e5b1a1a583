import Foundation
import Millrace

/// Counts its presses, so that a newly made instance shows zero.
struct Tally: Component {
  let name: String
  var onPress: @MainActor () throws -> Void = {}
  @Local private var presses = 0

  var body: Node {
    Button("\(name): \(presses)") {
      presses += 1
      try onPress()
    }
  }
}

struct BranchesPage: Component {
  @Local var count = 0

  @MainActor func next() { count = (count + 1) % 6 }
}

struct PageGroup: Identifiable, Equatable, Sendable {
  struct Item: Equatable, Sendable {
    let name: String
    var label: String { "-\(name)" }
  }

  let id: UUID
  let number: Int
  let title: String
  var items: [Item]
  var label: String { "\(number) \(title)" }

  static let all = [("one", "ab"), ("two", "c"), ("three", "")].enumerated().map { index, group in
    PageGroup(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(index))), number: index,
      title: group.0, items: group.1.map { Item(name: "\($0)") })
  }
}

struct LoopsPage: Component {
  @Local var groups = PageGroup.all
  @Local var chosen = 0
  @Local var selection: Set<UUID> = []
  @Local var selected = ""
  let share = 0.256
  let marks = ["+", "-"]

  @MainActor func turn() {
    groups = groups.reversed().map { group in
      var group = group
      group.items.reverse()
      return group
    }
  }

  @MainActor func drop() { groups = groups.count > 1 ? groups.dropLast() : PageGroup.all }
  @MainActor func choose(_ number: Int) { chosen = number }
  @MainActor func select(_ group: PageGroup) { selected = group.title }
}

struct LinesPage: Component {
  @Local var text = LinesPage.text
  @Local var wraps = true
  let lines = LinesPage.lines

  @MainActor func turn() { wraps.toggle() }

  static let text =
    "A line that is longer than the page is wide goes on in the next row.\nThe second"
  static let lines = LogLines((1...20).map { "Line \($0)" })
}

struct PlacesPage: Component {
  @Local var name = "Ada"
  @Local var nameField = FocusHandle()

  @MainActor func goToName() { nameField.focus() }
}

struct PartsPage: Component {
  enum Kind: Sendable { case first, second }

  @Local var name = "Ada"
  @Local var isOff = false
  @Local var picked = "none"
  @Local var isOver = false
  let words = ["x", "y"]

  @MainActor var kind: Kind { isOff ? .second : .first }
  @MainActor var optional: Node { isOver ? Text("Over").node : .empty }

  @MainActor func pick(_ what: String) { picked += what }
  @MainActor func toggle() { isOff.toggle() }
  @MainActor func hover(_ isOver: Bool) { self.isOver = isOver }

  @MainActor func press(_ name: String, _ count: Int) { self.name = "\(name.prefix(5))\(count)" }
}
