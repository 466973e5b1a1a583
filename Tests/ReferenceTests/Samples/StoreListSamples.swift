import Millrace

/// Lists by id, and views of them.
enum StoreListSamples {
  struct Issue: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var label = ""
    var isClosed = false
  }

  static func list() {
    // sample: IdentifiedList
    var issues: IdentifiedList = [Issue(id: 1, title: "Crash"), Issue(id: 2, title: "Typo")]
    issues[id: 2]?.isClosed = true
    issues.append(Issue(id: 3, title: "Slow start"))
    issues.move(from: 2, to: 0)
    if let crash = issues[id: 1] { print(crash.title, "at", issues.index(id: 1) ?? 0) }
    issues.remove(id: 2)
    // end
  }

  static func changes(_ issues: IdentifiedList<Issue>, _ old: IdentifiedList<Issue>) {
    // sample: IdentifiedList
    for change in issues.changes(since: old) {
      switch change {
      case .inserted(let issue, let offset): print("+ \(issue.title) at \(offset)")
      case .removed(let issue, _): print("- \(issue.title)")
      case .changed(let before, let after, _): print("\(before.title) → \(after.title)")
      case .moved(_, let issue, let offset): print("\(issue.title) is now at \(offset)")
      }
    }
    // end
  }

  // sample: IdentifiedCollection
  /// The title of the row that the user selected, if a view of the list still has it.
  static func title(
    of selected: Issue.ID, in rows: some IdentifiedCollection<Issue>
  ) -> String? {
    rows.index(id: selected).map { rows[$0].title }
  }
  // end

  static func views(_ issues: IdentifiedList<Issue>) {
    // sample: FilteredList, SortedList, CountedList, GroupedList, MaterializedView
    var open = FilteredList<Issue> { !$0.isClosed }
    var byTitle = SortedList<Issue> { $0.title < $1.title }
    var labels = CountedList<String, Issue> { $0.label }
    var groups = GroupedList<String, Issue> { $0.label }

    // After each change of `issues`; the cost is that of the change.
    open.update(to: issues)
    byTitle.update(to: open.elements)
    labels.update(to: open.elements)
    groups.update(to: open.elements)
    print(byTitle.map(\.title), labels["bug"], groups.groups.map(\.id))
    // end
  }

  static func tree() {
    struct File: Equatable, Identifiable, Sendable {
      let id: String
    }
    let top: IdentifiedList = [File(id: "Sources")]
    let files: IdentifiedList = [File(id: "Sources/main.swift")]
    // sample: FlattenedTree
    var rows = FlattenedTree<File>()
    rows.setChildren(top, of: nil)
    rows.setOpen(true, top[0].id)  // One row, where its children are, until they are known.
    rows.setChildren(files, of: top[0].id)
    for row in rows { print(String(repeating: "  ", count: row.level), row.item?.id ?? "…") }
    // end
  }

  // sample: Mergeable
  struct Note: Identifiable, Mergeable {
    enum Field: CaseIterable { case title, text }
    let id: Int
    var title = ""
    var text = ""

    mutating func assign(_ field: Field, from other: Note) {
      switch field {
      case .title: title = other.title
      case .text: text = other.text
      }
    }
  }
  // end

  static func merge(
    base: IdentifiedList<Note>, mine: IdentifiedList<Note>, theirs: IdentifiedList<Note>
  ) {
    // sample: MergeConflict, Mergeable, IdentifiedList
    var (notes, conflicts) = mine.merged(with: theirs, base: base)
    for conflict in conflicts {
      print("note \(conflict.id.element):", conflict.ours?.title ?? "deleted here")
      notes.resolve(conflict, takingTheirs: conflict.theirs != nil)
    }
    // end
  }
}
