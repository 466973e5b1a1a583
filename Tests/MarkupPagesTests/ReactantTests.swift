#if DEBUG
  import Millrace
  import MillraceTesting
  import Testing

  /// The Swift of Reactant UI's Greeter, whose view is its documentation's file, word for word.
  struct GreeterRootView: Component {
    @Local var nameField = ""
  }

  /// A type of the program whose constraints Swift changes.
  struct OverridePage: Component {
    @Local var gap = ConstraintOverride()

    @MainActor func widen() { gap.constant = 6 }
    @MainActor func weaken() { gap.priority = 12.5 }
    @MainActor func remove() { gap.isActive = false }
  }

  @MainActor
  @Suite("Reactant UI's markup")
  struct ReactantTests {
    private func stage(
      _ node: some Component, isLive: Bool, columns: Int = 30, rows: Int
    ) throws -> TestStage {
      let slot = isLive ? try LiveBodies().slot() : nil
      let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
      return try TestStage(
        TerminalApp(store) { node.node.environment(\.liveMarkup, slot) }, columns: columns,
        rows: rows)
    }

    @Test(
      "the Greeter of the documentation, word for word, shows its field", arguments: [false, true])
    func greeter(isLive: Bool) throws {
      // The height that the file's constraints make: 1 + 10 + 50 lines, and a margin.
      let stage = try stage(GreeterRootView(), isLive: isLive, rows: 63)
      #expect(stage.rows[1] == " Hello World")
      #expect(stage.rows[12] == " Name to greet")
      stage.terminal.send(.tab)
      stage.terminal.type("Ada")
      stage.settle()
      #expect(stage.rows[12] == " Ada")
      #expect(stage.session.issues.isEmpty)
      stage.session.end()
      // In a smaller window, the required constraints contradict each other.
      let small = try self.stage(GreeterRootView(), isLive: isLive, rows: 24)
      #expect(small.rows[1] == " Hello World")
      #expect(small.rows[12] == " Name to greet")
      small.session.end()
    }

    @Test(
      "Swift changes the constant, the priority and the activity of a constraint",
      arguments: [false, true])
    func overrides(isLive: Bool) throws {
      func column(after lines: Int...) throws -> Int? {
        let stage = try stage(OverridePage(), isLive: isLive, rows: 6)
        defer { stage.session.end() }
        for line in lines {
          stage.terminal.click(x: 2, y: line)
          stage.settle()
        }
        return stage.rows[3].firstIndex(of: "x").map {
          stage.rows[3].distance(from: stage.rows[3].startIndex, to: $0)
        }
      }
      #expect(try column() == 2)
      #expect(try column(after: 0) == 6)
      #expect(try column(after: 1) == 10)
      #expect(try column(after: 0, 1) == 10)
      #expect(try column(after: 2) == 10)
    }
  }
#endif
