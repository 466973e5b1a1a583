#!/usr/bin/env python3
"""Records random sessions, has the inspector write a test of each, and runs the tests: all must pass, and with each of 20
faults in the reducers one must fail.

    Scripts/recorded_tests.py [RECORDINGS] [SEED] [--folder PATH]

Half of the sessions are of the notebook that the inspector's tests inspect, the others of the list of `todo`. Their
sources, with the faults of this script beside the right code, go into a package in a temporary folder, or in PATH,
which is kept: a second run there builds less. The environment variable FAULT chooses a fault, so that all is built once.
Each session is saved as a file, and the test is written by another inspector that has opened it. Ends with 1 if a test
fails without a fault, or none fails with one.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
import script

# Each fault: the file, the right code, and its replacement. @ is the condition that the fault is selected.
NOTEBOOK = "Tests/InspectorTests/Notebook.swift"
LIST = "Sources/TodoExample/State/TodoList.swift"
ACTION = "Sources/TodoExample/State/TodoAction.swift"
FAULTS = [
    (NOTEBOOK, "state.draft = text", 'state.draft = @ ? text + " " : text'),
    (NOTEBOOK, "title: state.draft)", 'title: @ ? "" : state.draft)'),
    (NOTEBOOK, '    state.draft = ""', '    if !@ { state.draft = "" }'),
    (NOTEBOOK, "?.title = title", "?.title = @ ? title.uppercased() : title"),
    (NOTEBOOK, "state.notes[id: id]?.tags.append(tag)",
     'if !@ || tag != "b" { state.notes[id: id]?.tags.append(tag) }'),
    (NOTEBOOK, "state.notes.remove(id: id)", "if !@ { state.notes.remove(id: id) }"),
    (NOTEBOOK, "state.byColor[color] = count", "state.byColor[color] = @ ? count + 1 : count"),
    (NOTEBOOK, "state.isOpen.toggle()", "state.isOpen = @ || !state.isOpen"),
    (NOTEBOOK, "state.log.append(state.log.count)", "state.log.append(state.log.count + (@ ? 1 : 0))"),
    (NOTEBOOK, "state.log += numbers", "state.log += @ ? numbers.reversed() : numbers"),
    (LIST, "items.append(contentsOf: action.added(to: self))",
     "items.insert(contentsOf: action.added(to: self), at: @ ? 0 : items.count)"),
    (LIST, "setDone(isDone, on: day)", "setDone(isDone || @, on: day)"),
    (LIST, "if isDone, let next", "if isDone, !@, let next"),
    (LIST, "?.priority = priority }", "?.priority = @ ? nil : priority }"),
    (LIST, "?.due = due }", "?.due = @ ? nil : due }"),
    (LIST, "items[id: id] = todo", "if !@ { items[id: id] = todo }"),
    (LIST, "case .remove(let ids, _): for id in ids {",
     "case .remove(let ids, _): for id in @ ? Array(ids.prefix(1)) : ids {"),
    (LIST, "case .clearDone: items.removeAll(where: \\.isDone)",
     "case .clearDone: if !@ { items.removeAll(where: \\.isDone) }"),
    (LIST, "move(Set(ids), before: next)", "move(Set(ids), before: @ ? nil : next)"),
    (ACTION, "todo.created = todo.created ?? moment.day", "todo.created = todo.created ?? (@ ? nil : moment.day)"),
]

PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Millrace") }

let package = Package(
  name: "RecordedTests", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Millrace", path: "ROOT")],
  targets: [
    .target(name: "Samples", dependencies: [product("MillraceDocument"), product("MillraceStoreTesting")]),
    .executableTarget(name: "record", dependencies: ["Samples", product("MillraceInspector")]),
    .testTarget(name: "RecordedTests", dependencies: ["Samples", product("MillraceStoreTesting")]),
  ], swiftLanguageModes: [.v6])
"""

SAMPLES = """import Foundation
import MillraceDocument
import MillraceStoreTesting

private let chosen = ProcessInfo.processInfo.environment["FAULT"].flatMap { Int($0) } ?? 0

func isFault(_ number: Int) -> Bool { number == chosen }

let todoList = Reducer<TodoList, TodoAction> { state, action in state.apply(action) }

extension SeededGenerator {
  mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &self)] }
}

extension TodoAction {
  static func random(_ random: inout SeededGenerator, after state: TodoList) -> TodoAction {
    func some() -> TodoID { state.items.map(\\.id).randomElement(using: &random) ?? TodoID(1) }
    func several() -> [TodoID] { [some(), some()] }
    let day = CalendarDay("2026-11-26")!
    let moment = Moment(day: day, minute: 600, milliseconds: Int.random(in: 0..<9_000, using: &random))
    let line = random.pick(["(A) call +home due:fri", "x done", "buy \\"milk\\" @shop", "plain", "water rec:1w due:2026-11-20"])
    return switch Int.random(in: 0..<12, using: &random) {
    case 0...2: .add([line, "two"], ids: [TodoID(.random(in: 0..<99, using: &random)), TodoID(.random(in: 0..<99, using: &random))], at: moment)
    case 3: .insert([Todo(id: TodoID(.random(in: 0..<99, using: &random)), title: line, notes: "n", subtasks: [Subtask(title: "a")])])
    case 4, 5: .tick(several(), random.pick([true, true, false]), at: moment)
    case 6: .prioritize(several(), Priority(random.pick(["A", "B", ""])))
    case 7: .schedule(several(), random.pick([nil, Due(day: day, minute: 90)]))
    case 8: .change(some(), TodoFields(line: line, notes: "more"), since: TodoFields(line: "plain"), at: moment)
    case 9: .remove(several(), at: moment)
    case 10: random.pick([.clearDone, .move(several(), before: nil, at: moment)])
    default: .move(several(), before: some(), at: moment)
    }
  }
}
"""

RECORD = """import Foundation
import MillraceDocument
import MillraceInspector
import MillraceStoreTesting

@testable import Samples

@main
struct Record {
  @MainActor
  static func record<State: Codable & Sendable, Action: Codable & Sendable>(
    _ number: Int, _ folder: String, _ name: String, _ reducer: Reducer<State, Action>, _ initial: State,
    _ action: (State) -> Action
  ) async throws {
    let store = Store(initial: initial, reducer: reducer)
    // The recording begins later than the store.
    for _ in 0..<number % 5 * 3 { store.dispatch(action(store.state)) }
    let path = "\\(folder)/session\\(number).jsonl"
    do {
      let inspector = Inspector(store)
      for _ in 0..<25 { store.dispatch(action(store.state)) }
      try? FileManager.default.removeItem(atPath: path)
      try inspector.save(to: path)
    }
    let other = Inspector(Store(initial: initial, reducer: reducer))
    let report = try await other.open(path)
    precondition(report.fit == .fine && report.difference == nil, report.text)
    let source = try other.testSource(from: report.first, reducer: name)
    // Tests of one range have one name.
    try source.replacing("func versions", with: "func recording\\(number)Versions").write(
      toFile: "\\(folder)/Recording\\(number)Tests.swift", atomically: true, encoding: .utf8)
  }

  @MainActor
  static func main() async throws {
    let (folder, count) = (CommandLine.arguments[1], Int(CommandLine.arguments[2])!)
    var random = SeededGenerator(seed: UInt64(CommandLine.arguments[3])!)
    for number in 1...count {
      if number % 2 == 0 {
        try await record(number, folder, "notebook", notebook, Notebook()) { _ in .random(&random) }
      } else {
        try await record(number, folder, "todoList", todoList, TodoList()) { .random(&random, after: $0) }
      }
    }
  }
}
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def make_package(folder):
    write(f"{folder}/Package.swift", PACKAGE.replace("ROOT", script.ROOT))
    write(f"{folder}/Sources/Samples/Samples.swift", SAMPLES)
    write(f"{folder}/Sources/record/Record.swift", RECORD)
    states = "Sources/TodoExample/State"
    files = [NOTEBOOK] + [f"{states}/{name}" for name in sorted(os.listdir(os.path.join(script.ROOT, states)))
                          if name not in ("TodoState.swift", "ListState.swift", "EditState.swift")]
    for name in files:
        text = open(os.path.join(script.ROOT, name), encoding="utf-8").read()
        for number, (file, right, wrong) in enumerate(FAULTS, 1):
            if file == name:
                if text.count(right) != 1:
                    sys.exit(f"fault {number}: `{right}` is not in {name} exactly once")
                text = text.replace(right, wrong.replace("@", f"isFault({number})"))
        write(f"{folder}/Sources/Samples/{os.path.basename(name)}", text)


def test(folder, fault):
    """Runs the tests, with a fault or without (0). Returns how many passed and failed."""
    run = subprocess.run(
        ["swift", "test", "--skip-build"], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "FAULT": str(fault)})
    results = re.findall(r"^. Test (?!run ).* (passed|failed) after", run.stdout, re.M)
    if not results:
        sys.exit(run.stdout + run.stderr)
    return results.count("passed"), results.count("failed")


def main():
    arguments = script.parser(__doc__)
    arguments.add_argument("recordings", nargs="?", type=int, default=20)
    arguments.add_argument("seed", nargs="?", type=int, default=random.randrange(1 << 30))
    arguments.add_argument("--folder")
    given = arguments.parse_args()
    folder = given.folder or tempfile.mkdtemp(prefix="recorded-tests-")
    print(f"seed {given.seed}, in {folder}", flush=True)
    make_package(folder)
    tests = f"{folder}/Tests/RecordedTests"
    os.makedirs(tests, exist_ok=True)
    for name in os.listdir(tests):
        os.remove(f"{tests}/{name}")
    write(f"{tests}/Recording0Tests.swift", "// The recorded tests stand beside this file.\n")
    subprocess.run(
        ["swift", "run", "record", tests, str(given.recordings), str(given.seed)], cwd=folder, check=True,
        stdout=subprocess.DEVNULL)
    for name in os.listdir(tests):
        if name.endswith(".jsonl"):
            os.remove(f"{tests}/{name}")
    subprocess.run(["swift", "build", "--build-tests"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    passed, failed = test(folder, 0)
    print(f"{passed} of {given.recordings} tests pass", flush=True)
    missed = []
    for number, (file, right, _) in enumerate(FAULTS, 1):
        _, count = test(folder, number)
        print(f"fault {number} ({os.path.basename(file)}: {right.strip()}): {count} fail", flush=True)
        if count == 0:
            missed.append(number)
    print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} faults are found" + (f", not {missed}" if missed else ""))
    sys.exit(failed > 0 or passed < given.recordings or bool(missed))


main()
