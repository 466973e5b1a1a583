import Foundation
import Millrace
import MillraceTesting
import TestSupport
import Testing

@testable import MillraceInspector

/// The values that bodies read: two props, the environment, the store and local state.
private struct Inputs: Equatable, Sendable {
  var props = [0, 0]
  var shade = 0
  /// Read by a path in the store.
  var size = 0
  /// The local state, which the store does not have.
  var count = 0

  /// Many inputs give the same result, so that some evaluations are wasted.
  var mixed: Int { (props[0] * 3 + props[1] + shade * 5 + count * 7) / 8 }
}

extension EnvironmentValues {
  fileprivate var shade: Int { 0 }
}

private struct Mixer: Component, Equatable {
  let first: Int
  let second: Int
  @Local var count = 0
  @Environment(\.shade) var shade
  @Handler var onMake: @MainActor (@escaping @MainActor (Int) -> Void) -> Void

  var body: Node {
    let mixed = Inputs(props: [first, second], shade: shade, count: count).mixed
    Text("mixed \(mixed)").onAppear { onMake { count = $0 } }
  }
}

@MainActor
private final class Remote {
  var setCount: (Int) -> Void = { _ in }
}

@MainActor
private struct MixerStage {
  let store: Store<Inputs, Inputs>
  let inspector: Inspector
  let stage: TestStage
  let remote = Remote()

  init() throws {
    var made: (Store<Inputs, Inputs>, Inspector)?
    let remote = remote
    stage = try TestStage(columns: 60, rows: 30) { dependencies in
      let store = Store(
        initial: Inputs(), reducer: Reducer<Inputs, Inputs> { $0 = $1 },
        dependencies: dependencies)
      let inspector = Inspector(store)
      made = (store, inspector)
      return TerminalApp(store) {
        Column {
          Connect(store) { inputs, _ in
            Mixer(
              first: inputs.props[0], second: inputs.props[1],
              onMake: { remote.setCount = $0 }
            ).environment(\.shade, inputs.shade)
          }
          Connect(store, \.size) { size, _ in Text("size \(size / 3)") }
        }
      }.inspected(by: inspector)
    }
    (store, inspector) = try #require(made)
  }
}

@MainActor
@Suite("The profile of a frame", .timeLimit(.minutes(20)))
struct ProfileTests {
  @Test(
    "a body gives its old nodes for the old values of its causes; if wasted, also for the new")
  func oracle() throws {
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededGenerator(seed: seed)
    let mixer = try MixerStage()
    let viewing = mixer.inspector.screen.beginViewing()
    var old = Inputs()
    var (restored, wasted) = (0, 0)
    for round in 0..<rounds(150, long: 1_500) {
      var new = old
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let value = Int.random(in: 0..<6, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: new.props[0] = value
        case 1: new.props[1] = value
        case 2: new.shade = value
        case 3: new.size = value
        default: new.count = value
        }
      }
      if new.count != old.count { mixer.remote.setCount(new.count) }
      var stored = new
      stored.count = 0
      mixer.store.dispatch(stored)
      mixer.stage.settle()
      // Made only if an expectation fails.
      var comment: Comment { Comment(rawValue: "seed \(seed), round \(round): \(old) → \(new)") }
      #expect(
        mixer.stage.rows.prefix(2) == ["mixed \(new.mixed)", "size \(new.size / 3)"], comment)
      let bodies = mixer.inspector.screen.frames.last?.bodies ?? []
      for body in bodies where body.path.hasSuffix("Mixer") {
        var back = new
        for cause in body.causes {
          let value = try #require(Int(cause.old), comment)
          switch (cause.reason, cause.name) {
          case (.props, "first"): back.props[0] = value
          case (.props, "second"): back.props[1] = value
          case (.environment, "shade"): back.shade = value
          case (.localState, "count"): back.count = value
          default: Issue.record("unknown cause \(cause)", sourceLocation: #_sourceLocation)
          }
        }
        restored += 1
        #expect(back.mixed == old.mixed, comment)
        // The effect captures the new local state. Effects that depend on no value are equal.
        #expect(body.isWasted == (old.mixed == new.mixed), comment)
        wasted += body.isWasted ? 1 : 0
      }
      for body in bodies where body.causes.first?.name.hasSuffix(".size") == true {
        #expect(body.causes.map(\.old) == ["\(old.size)"], comment)
        #expect(body.isWasted == (old.size / 3 == new.size / 3), comment)
        restored += 1
      }
      old = new
    }
    print("seed \(seed): \(restored) bodies restored, \(wasted) wasted")
    #expect(restored > 60 && wasted > 6 && wasted < restored)
    withExtendedLifetime(viewing) {}
  }

  @Test("the recorded frames contain a limited number of bodies, the newest")
  func limited() throws {
    let mixer = try MixerStage()
    let screen = mixer.inspector.screen
    let viewing = screen.beginViewing()
    screen.bodyLimit = 20
    for number in 0..<50 {
      mixer.store.dispatch(Inputs(props: [number, 4]))
      mixer.stage.settle()
      #expect(screen.frames.reduce(0) { $0 + $1.bodies.count } <= 20)
      #expect(screen.frames.last?.to == mixer.store.snapshot.version)
    }
    #expect(screen.frames.count > 5)
    withExtendedLifetime(viewing) {}
  }

  @Test("of the frames that no viewer reads the newest 31 keep their values, and all get texts")
  func unread() throws {
    let mixer = try MixerStage()
    let screen = mixer.inspector.screen
    let viewing = screen.beginViewing()
    for number in 1...100 {
      mixer.store.dispatch(Inputs(props: [number, 4]))
      mixer.stage.settle()
      // A frame waits for the texts of at most one other.
      #expect(screen.newFrames.count == min(number, 31))
    }
    #expect(
      screen.frames.map { $0.bodies[1].causes[0].text }
        == (1...100).map { "props first: \($0 - 1) → \($0)" })
    #expect(screen.newFrames.isEmpty)
    withExtendedLifetime(viewing) {}
  }

  @Test("a profile lists phases and bodies as a tree, each with its time and its work")
  func text() throws {
    let mixer = try MixerStage()
    let viewing = mixer.inspector.screen.beginViewing()
    mixer.store.dispatch(Inputs(props: [5, 4]))
    mixer.stage.settle()
    let frame = try #require(mixer.inspector.screen.frames.last)
    #expect(frame.bodies.map(\.depth) == [0, 1])
    #expect(frame.bodies[0].total >= frame.bodies[0].microseconds + frame.bodies[1].total)
    #expect(frame.phases.map(\.phase) == FramePhase.allCases)
    #expect(frame.phases.allSatisfy { $0.microseconds >= 0 })
    #expect(frame.recording > 0)
    let bodies = frame.bodies.reduce(0) { $0 + $1.microseconds }
    #expect(abs(frame.phases[0].microseconds - bodies) < 0.01)
    let words = frame.text.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }
    #expect(words[0].starts(with: ["frame", "\(frame.number):", "version", "1,", "2", "bodies,"]))
    #expect(words[1].first == "bodies" && words[1].suffix(2) == ["2", "bodies"])
    #expect(words[2][0].contains("/Connect<"))
    #expect(words[3].starts(with: ["Mixer"]) && frame.text.contains("props first: 0 → 5"))
    #expect(frame.text.contains("nodes compared") && frame.text.contains("boxes visited"))
    #expect(frame.text.contains("cells changed") && frame.text.contains("\(frame.bytes) bytes"))
    #expect(words.last?.first == "recording")
    let decoded = try JSONDecoder().decode(FrameRecord.self, from: Data(frame.json.utf8))
    #expect(decoded == frame)
    let cost = mixer.inspector.cost
    #expect(cost.frames == 1 && abs(cost.program - frame.microseconds) < 0.01)
    #expect(cost.recording == frame.recording)
    withExtendedLifetime(viewing) {}
  }

  @Test("a recorded frame has the same names in JSON as its properties")
  func json() throws {
    let mixer = try MixerStage()
    let viewing = mixer.inspector.screen.beginViewing()
    mixer.store.dispatch(Inputs(props: [5, 4]))
    mixer.stage.settle()
    let frame = try #require(mixer.inspector.screen.frames.last)
    let names = try NSRegularExpression(pattern: "\"([a-zA-Z]+)\":").matches(
      in: frame.json, range: NSRange(frame.json.startIndex..., in: frame.json)
    ).compactMap { Range($0.range(at: 1), in: frame.json).map { String(frame.json[$0]) } }
    #expect(
      Set(names).sorted() == [
        "bodies", "boxes", "bytes", "causes", "cells", "damage", "depth", "from", "height",
        "isWasted", "microseconds", "name", "new", "number", "old", "path", "phase", "phases",
        "reason", "recording", "to", "total", "width", "work", "x", "y",
      ])
    #expect(frame.json.contains(#""name":"first","new":"5","old":"0","reason":"props""#))
    #expect(frame.json.contains(#""phase":"bodies","work":"2 bodies""#))
    withExtendedLifetime(viewing) {}
  }

  @Test("the inspector measures its own frames separately from the program's")
  func ownCost() throws {
    let mixer = try MixerStage()
    mixer.stage.terminal.send(.function(12))
    mixer.stage.settle()
    mixer.stage.terminal.send(.character("4"))
    mixer.stage.settle()
    #expect(mixer.inspector.cost.frames == 0)
    #expect(mixer.inspector.cost.own > 0)
    mixer.store.dispatch(Inputs(props: [8, 8], size: 3))
    for _ in 0..<4 {
      mixer.stage.settle()
      mixer.stage.clock.advance(by: .milliseconds(40))
    }
    let text = mixer.stage.rows.joined(separator: "\n")
    #expect(mixer.inspector.cost.frames == 1)
    #expect(text.contains("1 frames:") && text.contains("recording "), "\(text)")
    #expect(text.contains("bodies") && text.contains("recording"), "\(text)")
  }

  @Test(
    "an open inspector schedules and writes nothing while the program is idle", arguments: "1234")
  func idle(tab: Character) throws {
    let mixer = try MixerStage()
    mixer.store.dispatch(Inputs(props: [5, 4]))
    for key in [Key.function(12), .character(tab)] {
      mixer.stage.terminal.send(key)
      for _ in 0..<4 {
        mixer.stage.settle()
        mixer.stage.clock.advance(by: .milliseconds(40))
      }
    }
    let writes = mixer.stage.terminal.writes
    #expect(mixer.stage.clock.pendingCount == 0)
    mixer.stage.clock.advance(by: .seconds(60))
    mixer.stage.settle()
    #expect(mixer.stage.terminal.writes == writes)
    #expect(mixer.stage.clock.pendingCount == 0)
  }

  @Test("the tree marks wasted bodies, with their causes in the program's last frame")
  func wastedInTree() throws {
    let mixer = try MixerStage()
    mixer.stage.terminal.send(.function(12))
    mixer.stage.settle()
    mixer.stage.terminal.send(.character("3"))
    mixer.stage.settle()
    mixer.store.dispatch(Inputs(props: [1, 0]))
    for _ in 0..<4 {
      mixer.stage.settle()
      mixer.stage.clock.advance(by: .milliseconds(40))
    }
    func find(_ nodes: [InspectedNode]) -> InspectedNode? {
      nodes.lazy.compactMap { $0.type == "Mixer" ? $0 : find($0.children) }.first
    }
    let node = try #require(find(try mixer.inspector.tree(depth: 9).nodes))
    #expect(node.bodies.map(\.isWasted) == [true])
    #expect(node.text.contains("rendered: props first: 0 → 1; wasted"), "\(node.text)")
  }

  @Test("the values of causes and props are hidden if parts of the state are hidden")
  func redaction() throws {
    var inspector: Inspector?
    var made: Store<Notebook, NotebookAction>?
    let stage = try TestStage(columns: 60, rows: 20) { dependencies in
      let store = Store(initial: Notebook(), reducer: notebook, dependencies: dependencies)
      inspector = Inspector(store, hiding: [.path(\.draft)])
      made = store
      return TerminalApp(store) { state, _ in Draft(text: state.draft) }.inspected(by: inspector)
    }
    let viewing = inspector?.screen.beginViewing()
    made?.dispatch(.draft("secret"))
    stage.settle()
    let frame = try #require(inspector?.screen.frames.last)
    #expect(!frame.json.contains("secret") && frame.text.contains("props text: hidden → hidden"))
    #expect(try inspector?.tree(depth: 9).json.contains("secret") == false)
    withExtendedLifetime(viewing) {}
  }
}

private struct Draft: Component, Equatable {
  let text: String
  var body: Node { Text(text) }
}
