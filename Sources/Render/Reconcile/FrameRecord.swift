import MillraceLayout

/// Why a component was rendered.
public enum RenderReason: String, Sendable {
  /// A reason to evaluate a body.
  case appeared, props, localState, source, environment, size, failure
}

/// A change that caused the evaluation of a body. It keeps the values before and after the change.
public struct RenderCause {
  /// What made the body run.
  public let reason: RenderReason
  /// The name of the property, or the path in a store; may be empty.
  public internal(set) var name = ""
  /// The changed value; nil for a reason without details.
  var change: Change?
  /// Identifies the storage of the changed local state.
  var place: ObjectIdentifier?

  struct Change {
    let old: Any
    var new: Any
    let describe: (Any) -> String
  }

  /// The value before the change, as text. Each call creates the text: creating it during the
  /// recording would slow the frame.
  /// - Complexity: That of the value's description.
  public var old: String { change.map { $0.describe($0.old) } ?? "" }
  /// The value after the change, as text, created at each call.
  /// - Complexity: That of the value's description.
  public var new: String { change.map { $0.describe($0.new) } ?? "" }
}

/// A part of the work of a frame.
public enum FramePhase: String, CaseIterable, Sendable {
  /// The evaluation of bodies.
  case bodies
  /// The comparison of nodes with those of the last frame.
  case diff
  /// The layout of changed elements.
  case layout
  /// The effects of components.
  case effects
  /// Drawing damaged elements into cells. On a page, it includes the comparison of elements.
  case draw
  /// The comparison of cells with the contents of the terminal.
  case paint
  /// The output of the bytes to the terminal.
  case write
}

/// One evaluation of a body.
public struct BodyRecord {
  /// The names of the components and elements from the root.
  public let path: String
  /// Everything that made the body run, in order. Reading it compares the props.
  /// - Complexity: O(props), and the descriptions of those that are not `Equatable`.
  public var causes: [RenderCause] { recordedCauses.flatMap(\.expanded) }
  let recordedCauses: [RenderCause]
  /// The duration of the evaluation, without descendants.
  public let duration: Duration
  /// The number of the component.
  package let number: Int
  /// The number of enclosing evaluations. Evaluations nest, because the diff of a body's nodes
  /// evaluates the bodies of changed components.
  public let depth: Int
  /// The duration of the evaluation, the diff of its nodes, and the evaluations inside.
  public internal(set) var total = Duration.zero
  /// The number of differences to the nodes of the last evaluation: changed elements, effects,
  /// environment values, and `Equatable` components with other props. Handlers, and components that
  /// are not `Equatable`, cannot be compared.
  public internal(set) var changes = 0

  /// Whether the nodes are equal to those of the last evaluation, apart from what cannot be
  /// compared.
  public var isWasted: Bool { changes == 0 }
}

/// The work of one frame. While a record exists, the values of its causes exist, too.
public struct FrameRecord {
  /// The number of the frame, from 1.
  public let number: Int
  /// The evaluations of bodies, in order.
  public let bodies: [BodyRecord]
  /// The redrawn areas, in cells of the screen.
  public package(set) var damage: [CellRect] = []
  /// The number of elements drawn inside the damage.
  public package(set) var drawnNodes = 0
  /// The number of cells from the first to the last changed one of a row, summed over the rows.
  public package(set) var changedCells = 0
  /// The number of bytes written to the terminal.
  public package(set) var bytes = 0
  /// The number of nodes compared with those of the last frame.
  public package(set) var comparisons = 0
  /// The number of layout boxes that the layout visited.
  public package(set) var visitedBoxes = 0
  /// The duration of each phase, without the recording.
  public package(set) var times: [FramePhase: Duration] = [:]
  /// The duration of the recording of this frame.
  public package(set) var recording = Duration.zero

  package init(number: Int, bodies: [BodyRecord]) { (self.number, self.bodies) = (number, bodies) }
}

/// Records what is rendered and why, during inspection, and measures its own duration.
@MainActor
package final class FrameRecorder {
  private(set) var bodies: [BodyRecord] = []
  /// The causes of the evaluations to come, by component number. A change between two frames counts
  /// for the later frame.
  private var causes: [Int: [RenderCause]] = [:]
  /// The bodies whose nodes are being compared, outermost first: the index of each, and its start.
  private var open: [(index: Int, start: Mark)] = []
  /// Changes that the renderer's statistics do not count.
  private var others = 0
  private var times: [FramePhase: Duration] = [:]
  private var recording = Duration.zero
  private var isRecording = false
  /// The paths of components by number. They do not change, and are slow to make.
  private var paths: [Int: String] = [:]
  private let describe: (Any) -> String
  private let clock: () -> Duration

  init(_ describe: @escaping (Any) -> String, _ clock: @escaping () -> Duration) {
    (self.describe, self.clock) = (describe, clock)
  }

  /// A point in time, with the recording time and the number of changes until then.
  struct Mark {
    let time: Duration
    let recording: Duration
    let changes: Int
  }

  func begin() { (bodies, open) = ([], []) }

  func mark(_ mutations: Int = 0) -> Mark {
    Mark(time: clock(), recording: recording, changes: mutations + others)
  }

  private func elapsed(since start: Mark) -> Duration {
    clock() - start.time - (recording - start.recording)
  }

  func note(_ phase: FramePhase, since start: Mark) {
    times[phase, default: .zero] += elapsed(since: start)
  }

  /// Measures the duration of the recording itself.
  private func measuringRecording(_ body: () -> Void) {
    if isRecording { return body() }
    isRecording = true
    let start = clock()
    body()
    recording += clock() - start
    isRecording = false
  }

  /// Returns the durations since the last call.
  package func takeTimes() -> (phases: [FramePhase: Duration], recording: Duration) {
    defer { (times, recording) = ([:], .zero) }
    // The duration measured as diff includes that of the bodies.
    times[.diff, default: .zero] -= times[.bodies, default: .zero]
    return (times, recording)
  }

  private func change(_ old: Any, _ new: Any) -> RenderCause.Change {
    RenderCause.Change(old: old, new: new, describe: describe)
  }

  /// Records a change. Repeated changes of one value keep the first old and the last new value.
  private func note(_ cause: RenderCause, at number: Int) {
    var all = causes[number, default: []]
    let same = all.firstIndex {
      $0.reason == cause.reason && $0.name == cause.name && $0.place == cause.place
    }
    guard let same else { return causes[number] = all + [cause] }
    if let change = cause.change { all[same].change?.new = change.new }
    causes[number] = all
  }

  /// Records a reason without details.
  func note(_ reason: RenderReason, at number: Int) {
    measuringRecording {
      if reason == .appeared { others += 1 }
      if causes[number]?.contains(where: { $0.reason == reason }) == true { return }
      note(RenderCause(reason: reason), at: number)
    }
  }

  /// Records a change of local state.
  func note(
    _ reason: RenderReason, of place: AnyObject, from old: Any, to new: Any, at number: Int
  ) {
    measuringRecording {
      let place = ObjectIdentifier(place)
      note(RenderCause(reason: reason, change: change(old, new), place: place), at: number)
    }
  }

  func noteProps(at number: Int, from old: ComponentBox, to new: ComponentBox) {
    // A component that appears in a reused row.
    if causes[number]?.contains(where: { $0.reason == .appeared }) == true { return }
    measuringRecording {
      if new.isEquatable { others += 1 }
      note(RenderCause(reason: .props, change: change(old, new)), at: number)
    }
  }

  /// Records that an environment value changed.
  func noteValue() { others += 1 }

  func noteEnvironment(of reader: Instance, _ cell: AnyEnvironmentCell, from old: Any) {
    if causes[reader.number]?.contains(where: { $0.reason == .appeared }) == true { return }
    let property = reader.propertyStates.firstIndex { $0 === cell }
    let name =
      property.flatMap { reader.properties?.all[$0].name }
      ?? reader.extraReads.first { $0.cell === cell }?.name
    guard let name else { return }
    measuringRecording {
      let change = change(old, cell.shown)
      note(RenderCause(reason: .environment, name: name, change: change), at: reader.number)
    }
  }

  /// Names the part of a store that caused an evaluation, if a store did.
  func noteSource(
    _ name: () -> String, old: () -> Any, new: () -> Any, at number: Int
  ) {
    guard let index = causes[number]?.firstIndex(where: { $0.reason == .source }) else { return }
    measuringRecording {
      causes[number]?[index] = RenderCause(
        reason: .source, name: name(), change: change(old(), new()))
    }
  }

  /// Records an evaluated body. The diff of its nodes follows.
  func open(_ instance: Instance, _ box: ComponentBox, since start: Mark) {
    let duration = elapsed(since: start)
    times[.bodies, default: .zero] += duration
    measuringRecording {
      var causes = causes.removeValue(forKey: instance.number) ?? []
      for index in causes.indices {
        guard let place = causes[index].place,
          let property = instance.propertyStates.firstIndex(where: {
            $0.map(ObjectIdentifier.init) == place
          })
        else { continue }
        causes[index].name = instance.properties?.all[property].name ?? ""
      }
      if paths.count > 10_000 { paths = [:] }
      let path = paths[instance.number] ?? instance.path
      paths[instance.number] = path
      open.append((bodies.count, start))
      bodies.append(
        BodyRecord(
          path: path, recordedCauses: causes, duration: duration, number: instance.number,
          depth: open.count - 1))
    }
  }

  /// Records the end of the diff of the body that was opened last.
  func close(_ mutations: Int) {
    guard let (index, start) = open.popLast() else { return }
    bodies[index].total = elapsed(since: start)
    bodies[index].changes += mutations + others - start.changes
    // If no outer body caused this evaluation, outer bodies do not count its changes.
    if bodies[index].recordedCauses.contains(where: { [.appeared, .props].contains($0.reason) }) {
      return
    }
    for around in open { bodies[around.index].changes -= bodies[index].changes }
  }

  /// Drops the causes of components that no longer exist.
  func end() { causes = [:] }
}

extension RenderCause {
  /// The cause, or one cause for each changed property if the cause holds two components.
  ///
  /// A value that is not `Equatable` counts as changed if its text did.
  fileprivate var expanded: [RenderCause] {
    guard let change, let old = change.old as? ComponentBox, let new = change.new as? ComponentBox
    else { return [self] }
    let changed = zip(old.props, new.props).compactMap { old, new -> RenderCause? in
      let isEqual =
        areEqual(old.value, new.value)
        ?? (change.describe(old.value) == change.describe(new.value))
      if isEqual { return nil }
      return RenderCause(
        reason: .props, name: old.name,
        change: Change(old: old.value, new: new.value, describe: change.describe))
    }
    return changed.isEmpty ? [RenderCause(reason: .props)] : changed
  }
}

/// Compares two values of any type.
/// - Returns: Nil if their type is not `Equatable`.
private func areEqual(_ old: Any, _ new: Any) -> Bool? {
  func compare<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
  return (old as? any Equatable).map { compare($0) }
}
