#if DEBUG
  import Foundation
  import Millrace

  extension ByHand {
    struct BranchesPage: Component {
      @Local private var count = 0

      var body: Node {
        Column {
          Button("Next after \(count)") { count = (count + 1) % 6 }
          if count == 0 {
            Tally(name: "1 0")
          }
          if count == 0 {
            Tally(name: "2e 0")
          } else {
            Tally(name: "2e 1")
          }
          if count == 0 {
            Tally(name: "2 0")
          } else if count == 1 {
            Tally(name: "2 1")
          }
          if count == 0 {
            Tally(name: "3e 0")
          } else if count == 1 {
            Tally(name: "3e 1")
          } else {
            Tally(name: "3e 2")
          }
          if count == 0 {
            Tally(name: "3 0")
          } else if count == 1 {
            Tally(name: "3 1")
          } else if count == 2 {
            Tally(name: "3 2")
          }
          if count == 0 {
            Tally(name: "4e 0")
          } else if count == 1 {
            Tally(name: "4e 1")
          } else if count == 2 {
            Tally(name: "4e 2")
          } else {
            Tally(name: "4e 3")
          }
          if count == 0 {
            Tally(name: "4 0")
          } else if count == 1 {
            Tally(name: "4 1")
          } else if count == 2 {
            Tally(name: "4 2")
          } else if count == 3 {
            Tally(name: "4 3")
          }
          if count == 0 {
            Tally(name: "5e 0")
          } else if count == 1 {
            Tally(name: "5e 1")
          } else if count == 2 {
            Tally(name: "5e 2")
          } else if count == 3 {
            Tally(name: "5e 3")
          } else {
            Tally(name: "5e 4")
          }
          if count == 0 {
            Tally(name: "5 0")
          } else if count == 1 {
            Tally(name: "5 1")
          } else if count == 2 {
            Tally(name: "5 2")
          } else if count == 3 {
            Tally(name: "5 3")
          } else if count == 4 {
            Tally(name: "5 4")
          }
        }
      }
    }

    struct LoopsPage: Component {
      @Local private var groups = PageGroup.all
      @Local private var chosen = 0
      @Local private var selection: Set<UUID> = []
      @Local private var selected = ""
      private let share = 0.256

      var body: Node {
        Column {
          Row(gap: 1) {
            Button("Turn") {
              groups = groups.reversed().map { group in
                var group = group
                group.items.reverse()
                return group
              }
            }
            Button("Drop") { groups = groups.count > 1 ? groups.dropLast() : PageGroup.all }
          }
          for group in groups {
            Row(gap: 1) {
              Text("\(group.title.uppercased()) \(group.items.count)")
              for item in group.items {
                Row {
                  Text(item.label)
                  Tally(name: item.name)
                }
                .key(item.name)
              }
            }
            .key(group.id)
          }
          for group in groups {
            Row(gap: 1) {
              Button(group.label) { chosen = group.number }
              for mark in ["+", "-"] { Text("\(mark)\(group.number)").key(mark) }
            }
            .key(group.number)
          }
          Text("\(chosen) 26 % 0.26    \(chosen)")
          List(groups) { Text($0.label) }
            .selection($selection)
            .marker("> ")
            .highlightsRow()
            .onSelect { selected = $0.title }
            .grow()
        }
      }
    }

    struct LinesPage: Component {
      @Local private var text = MarkupPagesTests.LinesPage.text
      @Local private var wraps = true

      var body: Node {
        Column {
          TextEditor($text, label: "Notes", wrap: wraps, lineNumbers: true).height(4)
          Checkbox(wraps) { wraps.toggle() }
          Log(MarkupPagesTests.LinesPage.lines, label: "log").height(3)
          Text("\(text.count) characters")
        }
      }
    }

    struct PlacesPage: Component {
      @Local private var name = "Ada"
      @Local private var nameField = FocusHandle()

      var body: Node {
        SizeReader { size in
          Constrained {
            Text("Places of \(name)").anchored("title")
            TextField($name).focus(nameField).anchored("nameField")
            Button("Name") { nameField.focus() }.anchored("go")
            if size.width >= 45 {
              Text("Wide").anchored("wide")
            } else if size.height <= 8 {
              Text("Low").anchored("low")
            }
          } constraints: { it in
            it.title.left == it.parent.left
            it.title.top == it.parent.top
            it.title.right == it.parent.right
            if size.width <= 40 { it.nameField.left == it.parent.left }
            if size.width >= 41 { it.nameField.left == it.parent.left + 10 }
            it.nameField.top == it.title.bottom + 1
            it.nameField.width == 20
            it.nameField.height == 1
            it.go.left == it.parent.left
            it.go.top == it.nameField.bottom + 1
            it.wide.left == it.go.right + 2
            it.wide.top == it.nameField.bottom + 1
            it.low.left == it.go.right + 2
            it.low.top == it.nameField.bottom + 1
          }
          .grow().padding(top: 1, right: 1, bottom: 1)
        }
        .grow()
      }
    }

    struct PartsPage: Component {
      @Local private var name = "Ada"
      @Local private var isOff = false
      @Local private var picked = "none"
      @Local private var isOver = false

      var body: Node {
        Column {
          Text("Louder").foreground(.red).bold().italic().underline()
          _PartsPagePart1(name: name, share: 1, kind: isOff ? .second : .first) { picked += $0 }
            .padding(left: 2).margin(top: 1)
          Tally(name: "Over") { name = "\(name.prefix(5))2" }.disabled(isOff).key(name)
          Form(gap: 1) {
            FormField("Off") { Checkbox(isOff) { isOff.toggle() } }
            if isOff { Text("It is off") }
            for word in ["x", "y"] { Text(word).key(word) }
          }
          Box(border: .double, title: name) {
            Divider().padding(left: 2).margin(top: 1)
            Text(picked).align(.trailing)
          }
          .width(.percent(50)).padding(1).padding(horizontal: 3)
          Text("Corner").absolute(left: 30, top: 1).hidden(isOff).onHover { isOver = $0 }
          Node.fragment([isOver ? Text("Over").node : .empty])
        }
        .environment(\.theme, .dark)
      }
    }

    struct _PartsPagePart1: Component, Equatable {
      let name: String
      let share: Double
      let kind: MarkupPagesTests.PartsPage.Kind
      @Handler var onPick: @MainActor (String) throws -> Void

      var body: Node {
        Row(gap: 1) {
          Text("\(name) \(share, format: .fixed(1))")
          Button("Pick") { try onPick("part") }
          Button("Give") { try onPick(name) }
          if kind == .second { Text("Second") }
        }
      }
    }
  }
#endif
