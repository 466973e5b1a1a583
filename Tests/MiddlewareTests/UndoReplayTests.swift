import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Undo: replay")
struct UndoReplayTests {
  /// Encodes and decodes the state, as a restart does.
  private func saved(_ state: Page) throws -> Page {
    try JSONFormat.decoder().decode(Page.self, from: JSONFormat.encoder().encode(state))
  }

  private struct Snapshot {
    let state: Page
    let count: UInt64
    /// The number of actions before the snapshot.
    let place: Int
  }

  private struct Tally {
    /// The number of replays that gave the same state and history.
    var exact = 0
    /// The number of exact replays that the history predicted.
    var known = 0
  }

  /// Runs random actions, and saves, replays and restarts at random.
  private func live(seed: UInt64) throws -> Tally {
    var random = SeededGenerator(seed: seed)
    let steps = [1, 3, 8, 100].randomElement(using: &random)!
    let limits: UndoLimits<[Int]> =
      seed.isMultiple(of: 2)
      ? UndoLimits(steps: steps)
      : UndoLimits(bytes: Int.random(in: 5...60, using: &random), steps: steps) { old, new in
        old.count + 3 * abs(new.count - old.count)
      }
    let pageAlone = page(limits: limits)
    // Simulates another feature: it changes the undoable part, and the history does not see its
    // actions.
    let page = Reducer<Page, Edit> { state, edit -> Command<Edit> in
      if edit.mark == 9, case .untracked = edit.role {
        state.marks = [state.marks.count]
        return .none
      }
      return pageAlone.reduce(&state, edit)
    }
    var tally = Tally()
    var state = Page()
    var edits: [Edit] = []
    var snapshots = [Snapshot(state: state, count: 0, place: 0)]
    for step in 0..<150 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        snapshots.append(
          Snapshot(state: try saved(state), count: state.history.actionCount, place: edits.count))
      }
      edits.append(.random(&random, withTimes: true))
      _ = page.reduce(&state, edits[edits.count - 1])
      guard step.isMultiple(of: rounds(10, long: 5)) else { continue }
      var restart: (Page, Snapshot)?
      for snapshot in snapshots {
        var replayed = snapshot.state
        page.apply(edits[snapshot.place...], to: &replayed)
        let isKnown = state.history.isRebuilt(byReplayingFrom: snapshot.count)
        tally.exact += replayed == state ? 1 : 0
        tally.known += isKnown ? 1 : 0
        guard isKnown else { continue }
        // States are equal only if their visits are.
        if replayed != state {
          Issue.record(
            "seed \(seed), step \(step), from \(snapshot.count) of \(state.history.actionCount)")
        }
        if snapshot.place > 0 { restart = (replayed, snapshot) }
      }
      if let restart, Int.random(in: 0..<20, using: &random) == 0 {
        state = restart.0
        edits.removeFirst(restart.1.place)
        snapshots = [Snapshot(state: restart.1.state, count: 0, place: 0)]
      }
    }
    return tally
  }

  @Test("a replay predicted as exact is exact, and most exact replays are predicted")
  func exact() throws {
    var all = Tally()
    for seed in 0..<rounds(UInt64(16), long: 80) {
      let tally = try live(seed: seed)
      all.exact += tally.exact
      all.known += tally.known
    }
    #expect(all.known * 10 > all.exact * 9, "\(all.known) of \(all.exact)")
  }

  @Test("a replay from before all kept steps rebuilds the history unless an undo crossed its start")
  func olderThanSteps() {
    var state = Page()
    let page = page(limits: UndoLimits(steps: 3))
    page.apply([.mark(1), .mark(2), .undo, .mark(3)], to: &state)
    let count = state.history.actionCount
    for step in 1...5 {
      #expect(state.history.isRebuilt(byReplayingFrom: count) == (step > 3))
      page.apply([.mark(9)], to: &state)
    }
    page.apply([.undo, .undo], to: &state)
    #expect(state.history.isRebuilt(byReplayingFrom: count))
  }

  @Test(
    "replays from between a step and its undo never rebuild the history, even for dropped steps"
  )
  func between() {
    var state = Page()
    let page = page(limits: UndoLimits(steps: 1))
    page.apply([.mark(1), .untracked(2), .undo, .mark(3), .mark(4)], to: &state)
    let answers = (0...5).map { state.history.isRebuilt(byReplayingFrom: $0) }
    #expect(answers == [true, false, false, true, true, false])
  }

  @Test("a replay from between two undone and redone steps does not rebuild the history")
  func backAndForth() {
    var state = Page()
    let page = page(limits: UndoLimits(steps: 2))
    page.apply(
      [.mark(1), .mark(2), .jump(-2), .untracked(9), .redo, .redo, .mark(3)], to: &state)
    // The first step is dropped. A replay without it would restore the second in its place.
    let answers = (0...7).map { state.history.isRebuilt(byReplayingFrom: $0) }
    #expect(answers == [true] + Array(repeating: false, count: 7))
  }

  @Test("a replay from an action count that the history has not reached does not rebuild it")
  func later() {
    #expect(UndoHistory<Int>().isRebuilt(byReplayingFrom: 0))
    #expect(!UndoHistory<Int>().isRebuilt(byReplayingFrom: 1))
  }

  @Test("the number of recorded spans of undone steps is bounded, and the newest are exact")
  func manySpans() {
    var state = Page()
    let page = page(limits: UndoLimits(steps: 3))
    var most = 0
    for mark in 1...2_000 {
      page.apply([.mark(mark), .undo], to: &state)
      most = max(most, state.history.spans.count)
    }
    #expect(most == 64)
    page.apply([.mark(1), .mark(2), .mark(3)], to: &state)
    for count in UInt64(3_900)..<4_000 {
      #expect(state.history.isRebuilt(byReplayingFrom: count) == count.isMultiple(of: 2))
    }
    #expect(!state.history.isRebuilt(byReplayingFrom: 1_000))
    #expect(state.history.isRebuilt(byReplayingFrom: 0))
  }
}
